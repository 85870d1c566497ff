// Checks that object and interface types satisfy the interfaces that they implement.
// https://spec.graphql.org/September2025/#IsValidImplementation()

import AuthGenLanguage
import AuthGenTypeSystem

/// The names and indexes of the parts that are being compared.
struct ImplementationMarks {
  /// The interfaces that the current type names.
  var interfaces: SymbolMarks
  /// The indexes of the current type's fields.
  var fields: SymbolMarks

  init(_ symbols: SymbolTable) {
    interfaces = SymbolMarks(symbols)
    fields = SymbolMarks(symbols)
  }
}

extension SchemaValidator {
  mutating func checkIsValidImplementation(_ type: TypeDefinition) {
    guard !type.interfaces.isEmpty else { return }
    let distinct = distinctInterfaces(of: type)
    implementation.fields.removeAll()
    for index in type.fields.indices {
      _ = implementation.fields.mark(type.fields[index].name.symbol, UInt32(index))
    }
    for (name, id) in distinct where !report.isFull(about: .type(type.name.symbol)) {
      let interface = schema.types[id.index]
      if interface.kind != .interface {
        reportOtherKind(interface, name, type)
      } else if interface.name.symbol == type.name.symbol {
        report.error(
          .isValidImplementation,
          "interface \(symbols[type.name.symbol]) cannot implement itself",
          about: .type(type.name.symbol), at: name.position,
          help: "remove it from the list of implemented interfaces")
      } else {
        checkAncestors(interface, name, type)
        checkFields(interface, type)
      }
    }
  }

  /// Returns the named types that exist, and reports repeated names. Leaves the names marked.
  private mutating func distinctInterfaces(of type: TypeDefinition) -> [(name: Name, id: TypeID)] {
    implementation.interfaces.removeAll()
    var distinct: [(name: Name, id: TypeID)] = []
    for name in type.interfaces {
      if let first = implementation.interfaces.mark(name) {
        report.error(
          .isValidImplementation,
          "\(symbols[type.name.symbol]) implements \(symbols[name.symbol]) more than once",
          about: .type(type.name.symbol), at: name.position,
          notes: [.init(first, "named here first")],
          help: "keep one of the two")
      } else if let id = schema.typeID(name.symbol) {
        distinct.append((name, id))
      }
    }
    return distinct
  }

  private mutating func reportOtherKind(
    _ other: TypeDefinition, _ name: Name, _ type: TypeDefinition
  ) {
    report.error(
      .isValidImplementation,
      "\(symbols[type.name.symbol]) cannot implement \(symbols[other.name.symbol]), which is"
        + " \(other.kind.withArticle) type",
      about: .type(type.name.symbol), at: name.position,
      notes: [.init(other.name.position, "defined here")],
      help: "only interfaces can be implemented")
  }

  /// Checks that the type also names the interfaces that its interface implements. Skips names that
  /// are not interfaces; they are reported once, for the interface.
  private mutating func checkAncestors(
    _ interface: TypeDefinition, _ name: Name, _ type: TypeDefinition
  ) {
    let (typeName, interfaceName) = (type.name.symbol, interface.name.symbol)
    for ancestor in interface.interfaces
    where implementation.interfaces[ancestor.symbol] == nil && ancestor.symbol != interfaceName
      && kind(ancestor.symbol) == .interface
    {
      if ancestor.symbol == typeName {
        report.error(
          .isValidImplementation,
          "\(symbols[typeName]) cannot implement \(symbols[interfaceName]), which implements"
            + " \(symbols[typeName])",
          about: .type(typeName), at: name.position,
          notes: [.init(ancestor.position, "implemented here")],
          help: "remove one of the two to break the cycle")
      } else {
        report.error(
          .isValidImplementation,
          "\(symbols[typeName]) implements \(symbols[interfaceName]) and must also implement"
            + " \(symbols[ancestor.symbol])",
          about: .member(typeName, of: ancestor.symbol), at: name.position,
          notes: [.init(ancestor.position, "because \(symbols[interfaceName]) implements it")],
          help: "add it: \"implements \(symbols[interfaceName]) & \(symbols[ancestor.symbol])\"")
      }
    }
  }

  private mutating func checkFields(_ interface: TypeDefinition, _ type: TypeDefinition) {
    for index in interface.fields.indices {
      if let own = implementation.fields[interface.fields[index].name.symbol] {
        guard !isPlainlyValid(type.fields, Int(own), against: interface.fields, index) else {
          continue
        }
        checkImplementation(
          ImplementedField(
            type: type, field: type.fields[Int(own)], interface: interface,
            promised: interface.fields[index]))
      } else if report.isFull(about: .type(type.name.symbol)) {
        return
      } else {
        reportMissingField(interface.fields[index], interface, type)
      }
    }
  }

  /// A fast check without copies: in most cases the fields are equal.
  private func isPlainlyValid(
    _ fields: [FieldDefinition], _ own: Int, against promised: [FieldDefinition], _ index: Int
  ) -> Bool {
    fields[own].type.isSameType(as: promised[index].type) && fields[own].arguments.isEmpty
      && promised[index].arguments.isEmpty && fields[own].directives.isEmpty
  }

  private mutating func reportMissingField(
    _ promised: FieldDefinition, _ interface: TypeDefinition, _ type: TypeDefinition
  ) {
    let name = promised.name.symbol
    report.error(
      .isValidImplementation,
      "\(symbols[type.name.symbol]) implements \(symbols[interface.name.symbol]) but lacks its"
        + " field \"\(symbols[name])\"",
      about: .field(name, of: type.name.symbol), at: type.start,
      notes: [.init(promised.name.position, "the field is promised here")],
      help: "add \"\(symbols[name]): \(promised.type.text(symbols))\"")
  }
}
