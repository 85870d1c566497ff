// Finds the schema elements that settings name by coordinate, and reports unknown ones.

import AuthGenLanguage
import AuthGenTypeSystem

struct CoordinateResolver {
  /// An element with values.
  enum Element: Hashable {
    case member(MemberKey)
    case argument(MemberKey, Symbol)
    case scalar(Symbol)
  }

  enum Renamed {
    case type(Symbol)
    case member(MemberKey)
  }

  private let schema: Schema
  private let symbols: SymbolTable
  private(set) var diagnostics: [Diagnostic] = []

  init(schema: Schema, symbols: SymbolTable) {
    self.schema = schema
    self.symbols = symbols
  }

  /// Returns a field of an object or interface.
  mutating func field(_ coordinate: String, at position: Position) -> MemberKey? {
    switch find(coordinate, at: position) {
    case .field(let field, let type):
      return MemberKey(type: type, member: field)
    case nil:
      return nil
    default:
      refuse(coordinate, "name a field, as in \"Query.customer\"", at: position)
      return nil
    }
  }

  /// Returns a field of an object or interface, or with `Type.*` all of its fields.
  mutating func fields(_ coordinate: String, at position: Position) -> [MemberKey] {
    guard coordinate.hasSuffix(".*") else {
      return field(coordinate, at: position).map { [$0] } ?? []
    }
    let name = String(coordinate.dropLast(2))
    guard case .type(let type) = find(name, at: position) else { return [] }
    guard let id = schema.typeID(type), !schema[id].fields.isEmpty else {
      refuse(coordinate, "name an object or an interface, as in \"Mutation.*\"", at: position)
      return []
    }
    return schema[id].fields.map { MemberKey(type: type, member: $0.name.symbol) }
  }

  /// Returns an element with values, and the named type of its values.
  mutating func value(
    _ coordinate: String, at position: Position
  ) -> (element: Element, type: Symbol)? {
    switch find(coordinate, at: position) {
    case .field(let field, let type):
      let definition = schema.typeID(type).flatMap { schema.field(field, of: $0) }
      return definition.map { (.member(MemberKey(type: type, member: field)), $0.type.symbol) }
    case .inputField(let field, let type):
      let definition = schema.typeID(type).flatMap { schema.inputField(field, of: $0) }
      return definition.map { (.member(MemberKey(type: type, member: field)), $0.type.symbol) }
    case .argument(let argument, let field, let type):
      let definition = schema.typeID(type).flatMap { schema.field(field, of: $0) }?.arguments
        .first { $0.name.symbol == argument }
      let key = MemberKey(type: type, member: field)
      return definition.map { (.argument(key, argument), $0.type.symbol) }
    case .type(let type) where schema.type(type)?.kind == .scalar:
      return (.scalar(type), type)
    case nil:
      return nil
    default:
      refuse(
        coordinate, "name a field, an input field, an argument or a scalar", at: position)
      return nil
    }
  }

  mutating func renamed(_ coordinate: String, at position: Position) -> Renamed? {
    switch find(coordinate, at: position) {
    case .type(let type) where [.enum, .inputObject].contains(schema.type(type)?.kind):
      return .type(type)
    case .field(let member, let type), .inputField(let member, let type),
      .enumValue(let member, let type):
      return .member(MemberKey(type: type, member: member))
    case nil:
      return nil
    default:
      refuse(
        coordinate,
        "name an operation, a fragment, an enum, an input object, a field or an enum value",
        at: position)
      return nil
    }
  }

  private mutating func find(_ text: String, at position: Position) -> SchemaElement? {
    guard let coordinate = SchemaCoordinate(text) else {
      diagnostics.report(
        .configuration,
        "\"\(text)\" is not a schema coordinate: a coordinate is Type, Type.member,"
          + " Type.field(argument:), @directive or @directive(argument:), without spaces",
        at: position,
        help: "write it as in \"Query.customer\" or \"Mutation.login(input:)\"")
      return nil
    }
    do throws(UnknownSchemaElement) {
      return try coordinate.resolve(in: schema, symbols)
    } catch {
      diagnostics.report(
        .configuration, "\(error)", at: position,
        help: didYouMean(error.name, among: error.candidates))
      return nil
    }
  }

  mutating func report(_ message: String, at position: Position) {
    diagnostics.report(
      .configuration, message, at: position, help: "remove it, or correct the coordinate")
  }

  private mutating func refuse(_ coordinate: String, _ help: String, at position: Position) {
    diagnostics.report(
      .configuration, "\"\(coordinate)\" is not valid for this setting", at: position,
      help: help)
  }
}
