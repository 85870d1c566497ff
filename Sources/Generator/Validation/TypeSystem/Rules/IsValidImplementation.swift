// Checks that object and interface types satisfy the interfaces that they implement.
// https://spec.graphql.org/September2025/#IsValidImplementation()

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkIsValidImplementation(_ type: TypeDefinition) {
    guard !type.interfaces.isEmpty else { return }
    for (name, id) in distinctInterfaces(of: type)
    where !report.isFull(about: .type(type.name.symbol)) {
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
    interfaces.removeAll()
    var distinct: [(name: Name, id: TypeID)] = []
    for name in type.interfaces {
      if let first = interfaces.mark(name) {
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
        + " \(other.kind.termWithArticle) type",
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
    where interfaces[ancestor.symbol] == nil && ancestor.symbol != interfaceName
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
    guard let id = schema.typeID(type.name.symbol) else { return }
    for promised in interface.fields {
      if let own = schema.fieldIndex(promised.name.symbol, of: id) {
        checkImplementation(
          ImplementedField(
            type: type, field: type.fields[own], interface: interface, promised: promised))
      } else if report.isFull(about: .type(type.name.symbol)) {
        return
      } else {
        reportMissingField(promised, interface, type)
      }
    }
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
