// Checks that object and interface types satisfy the interfaces that they implement.
// https://spec.graphql.org/September2025/#IsValidImplementation()

import AuthGenLanguage
import AuthGenTypeSystem

struct ImplementedInterfaces {
  private static let rule = Diagnostic.Rule.isValidImplementation

  private let context: TypeSystemContext
  /// The interfaces that the current type names.
  private var interfaces: SymbolMarks
  /// The indexes of the current type's fields.
  private var fields: SymbolMarks
  /// The indexes of the current field's arguments.
  private var arguments: SymbolMarks

  init(_ context: TypeSystemContext) {
    self.context = context
    interfaces = SymbolMarks(context.symbols)
    fields = SymbolMarks(context.symbols)
    arguments = SymbolMarks(context.symbols)
  }

  mutating func check(_ type: TypeDefinition, _ report: inout Report) {
    guard !type.interfaces.isEmpty else { return }
    interfaces.removeAll()
    var distinct: [(name: Name, id: TypeID)] = []
    for name in type.interfaces {
      if let first = interfaces.mark(name) {
        report.error(
          Self.rule, "\(context.name(type)) implements \(context.name(name.symbol)) more than once",
          about: .type(type.name.symbol), at: name.position,
          notes: [.init(first, "named here first")],
          help: "keep one of the two")
      } else if let id = context.schema.typeID(name.symbol) {
        distinct.append((name, id))
      }
    }
    fields.removeAll()
    for index in type.fields.indices {
      _ = fields.mark(type.fields[index].name.symbol, UInt32(index))
    }
    for (name, id) in distinct where !report.isFull(about: .type(type.name.symbol)) {
      let interface = context.schema.types[id.index]
      if interface.kind != .interface {
        noInterface(name, interface, type, &report)
      } else if interface.name.symbol == type.name.symbol {
        report.error(
          Self.rule, "interface \(context.name(type)) cannot implement itself",
          about: .type(type.name.symbol), at: name.position,
          help: "remove it from the list of implemented interfaces")
      } else {
        checkAncestors(interface, name, type, &report)
        checkFields(interface, type, &report)
      }
    }
  }

  private func noInterface(
    _ name: Name, _ other: TypeDefinition, _ type: TypeDefinition, _ report: inout Report
  ) {
    report.error(
      Self.rule,
      "\(context.name(type)) cannot implement \(context.name(other)), which is"
        + " \(other.kind.withArticle) type",
      about: .type(type.name.symbol), at: name.position,
      notes: [.init(other.name.position, "defined here")],
      help: "only interfaces can be implemented")
  }

  /// Checks that the type also names the interfaces that its interface implements. Skips names that
  /// are not interfaces; they are reported once, for the interface.
  private func checkAncestors(
    _ interface: TypeDefinition, _ name: Name, _ type: TypeDefinition, _ report: inout Report
  ) {
    for ancestor in interface.interfaces
    where interfaces[ancestor.symbol] == nil && ancestor.symbol != interface.name.symbol
      && context.kind(ancestor.symbol) == .interface
    {
      if ancestor.symbol == type.name.symbol {
        report.error(
          Self.rule,
          "\(context.name(type)) cannot implement \(context.name(interface)), which implements"
            + " \(context.name(type))",
          about: .type(type.name.symbol), at: name.position,
          notes: [.init(ancestor.position, "implemented here")],
          help: "remove one of the two to break the cycle")
      } else {
        report.error(
          Self.rule,
          "\(context.name(type)) implements \(context.name(interface)) and must also implement"
            + " \(context.name(ancestor.symbol))",
          about: .member(type.name.symbol, of: ancestor.symbol), at: name.position,
          notes: [.init(ancestor.position, "because \(context.name(interface)) implements it")],
          help: "add it: \"implements \(context.name(interface)) &"
            + " \(context.name(ancestor.symbol))\"")
      }
    }
  }

  // MARK: Fields

  private mutating func checkFields(
    _ interface: TypeDefinition, _ type: TypeDefinition, _ report: inout Report
  ) {
    for index in interface.fields.indices {
      if let own = fields[interface.fields[index].name.symbol] {
        guard !isPlainlyValid(type.fields, Int(own), interface.fields, index) else { continue }
        check(type.fields[Int(own)], interface.fields[index], interface, type, &report)
      } else if report.isFull(about: .type(type.name.symbol)) {
        return
      } else {
        missing(interface.fields[index], interface, type, &report)
      }
    }
  }

  /// A fast check without copies: in most cases the fields are equal.
  private func isPlainlyValid(
    _ fields: [FieldDefinition], _ own: Int, _ promised: [FieldDefinition], _ index: Int
  ) -> Bool {
    fields[own].type.isSameType(as: promised[index].type) && fields[own].arguments.isEmpty
      && promised[index].arguments.isEmpty && fields[own].directives.isEmpty
  }

  private func missing(
    _ promised: FieldDefinition, _ interface: TypeDefinition, _ type: TypeDefinition,
    _ report: inout Report
  ) {
    report.error(
      Self.rule,
      "\(context.name(type)) implements \(context.name(interface)) but lacks its field"
        + " \"\(context.name(promised.name.symbol))\"",
      about: .field(promised.name.symbol, of: type.name.symbol), at: type.start,
      notes: [.init(promised.name.position, "the field is promised here")],
      help: "add \"\(context.name(promised.name.symbol)): \(promised.type.text(context.symbols))\"")
  }

  private mutating func check(
    _ field: FieldDefinition, _ promised: FieldDefinition, _ interface: TypeDefinition,
    _ type: TypeDefinition, _ report: inout Report
  ) {
    let element = SchemaElement.field(field.name.symbol, of: type.name.symbol)
    if !isValid(field.type, promised.type), isOutput(field.type), isOutput(promised.type) {
      report.error(
        Self.rule,
        "\(context.coordinate(type, field.name)) is of type \(field.type.text(context.symbols)),"
          + " and interface \(context.name(interface)) promises"
          + " \(promised.type.text(context.symbols))",
        about: element, at: context.start(of: field.type),
        notes: [.init(promised.name.position, "the field is promised here")],
        help: "return that type or a subtype of it")
    }
    if !field.arguments.isEmpty || !promised.arguments.isEmpty {
      checkArguments(field, promised, interface, type, &report)
    }
    if let deprecated = field.directives[.deprecated], promised.directives[.deprecated] == nil {
      report.add(
        context.options.deprecatedImplementations, Self.rule,
        "\(context.coordinate(type, field.name)) is deprecated, and"
          + " \(context.coordinate(interface, field.name)), which it implements, is not",
        about: element, at: deprecated.position,
        notes: [.init(promised.name.position, "the field is promised here")],
        help: "deprecate the interface's field, too")
    }
  }

  /// Whether the type is an output type. An invalid type is reported where it is written, and not
  /// for every type that implements the interface.
  private func isOutput(_ type: TypeReference) -> Bool {
    context.kind(type.symbol).map { $0 != .inputObject } ?? false
  }

  private func isInput(_ type: TypeReference) -> Bool {
    context.kind(type.symbol).map { $0.isInputType } ?? false
  }

  /// Implements IsValidImplementationFieldType().
  /// https://spec.graphql.org/September2025/#IsValidImplementationFieldType()
  private func isValid(_ type: TypeReference, _ promised: TypeReference) -> Bool {
    if type.isSameType(as: promised) { return true }
    if promised.isNonNull { return type.isNonNull && isValid(type.nullable, promised.nullable) }
    if type.isNonNull { return isValid(type.nullable, promised) }
    if let element = type.element, let promisedElement = promised.element {
      return isValid(element, promisedElement)
    }
    guard !type.isList, !promised.isList, let id = context.schema.typeID(type.symbol),
      let promisedID = context.schema.typeID(promised.symbol)
    else { return false }
    return context.schema.isSubtype(id, of: promisedID)
  }

  // MARK: Arguments

  private mutating func checkArguments(
    _ field: FieldDefinition, _ promised: FieldDefinition, _ interface: TypeDefinition,
    _ type: TypeDefinition, _ report: inout Report
  ) {
    arguments.removeAll()
    for index in field.arguments.indices {
      _ = arguments.mark(field.arguments[index].name.symbol, UInt32(index))
    }
    for argument in promised.arguments {
      guard let own = arguments[argument.name.symbol] else {
        report.error(
          Self.rule,
          "\(context.coordinate(type, field.name)) lacks the argument of \(context.coordinate(interface, promised.name, argument.name))",
          about: .argument(argument.name.symbol, field: field.name.symbol, of: type.name.symbol),
          at: field.start,
          notes: [.init(argument.name.position, "the argument is promised here")],
          help: "add \"\(context.name(argument.name.symbol)):"
            + " \(argument.type.text(context.symbols))\"")
        continue
      }
      let ownType = field.arguments[Int(own)].type
      guard !ownType.isSameType(as: argument.type), isInput(ownType), isInput(argument.type)
      else { continue }
      report.error(
        Self.rule,
        "\(context.coordinate(type, field.name, argument.name)) is of type"
          + " \(ownType.text(context.symbols)), and \(context.coordinate(interface, promised.name, argument.name)) of type"
          + " \(argument.type.text(context.symbols))",
        about: .argument(argument.name.symbol, field: field.name.symbol, of: type.name.symbol),
        at: context.start(of: ownType),
        notes: [.init(argument.name.position, "the argument is promised here")],
        help: "arguments must have exactly the same type")
    }
    checkAdditionalArguments(field, promised, interface, type, &report)
  }

  private mutating func checkAdditionalArguments(
    _ field: FieldDefinition, _ promised: FieldDefinition, _ interface: TypeDefinition,
    _ type: TypeDefinition, _ report: inout Report
  ) {
    arguments.removeAll()
    for index in promised.arguments.indices {
      _ = arguments.mark(promised.arguments[index].name.symbol, UInt32(index))
    }
    for argument in field.arguments
    where argument.isRequired && arguments[argument.name.symbol] == nil {
      report.error(
        Self.rule,
        "argument \(context.coordinate(type, field.name, argument.name)) is required, and"
          + " \(context.coordinate(interface, promised.name)) does not have it",
        about: .field(field.name.symbol, of: type.name.symbol), at: argument.start,
        notes: [.init(promised.name.position, "the field is promised here")],
        help: "make it nullable, or give it a default value")
    }
  }
}
