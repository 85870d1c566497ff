// Finds the schema elements that settings name by coordinate, and reports unknown ones.

import AuthGenLanguage
import AuthGenTypeSystem

struct CoordinateResolver {
  enum Element: Hashable {
    /// A field, an input field or an enum value.
    case member(MemberKey)
    case argument(MemberKey, Symbol)
    case type(Symbol)

    /// The element's own name, without its owner.
    var name: Symbol {
      switch self {
      case .member(let key): key.member
      case .argument(_, let name), .type(let name): name
      }
    }
  }

  let schema: Schema
  let symbols: SymbolTable
  var diagnostics: [Diagnostic] = []

  /// Returns a field of an object or interface.
  mutating func field(_ coordinate: String, at position: Position) -> MemberKey? {
    find(coordinate, at: position, help: "name a field, as in \"Query.customer\"") { element in
      guard case .field(let field, let type) = element else { return nil }
      return MemberKey(type: type, member: field)
    }
  }

  /// Returns a field of an object or interface, or with `Type.*` all of its fields.
  mutating func fields(_ coordinate: String, at position: Position) -> [MemberKey] {
    guard coordinate.hasSuffix(".*") else {
      return field(coordinate, at: position).map { [$0] } ?? []
    }
    let name = String(coordinate.dropLast(2))
    return find(
      name, at: position, of: coordinate,
      help: "name an object or an interface, as in \"Mutation.*\""
    ) { [schema] element in
      guard case .type(let type) = element, let fields = schema.type(type)?.fields, !fields.isEmpty
      else { return nil }
      return fields.map { MemberKey(type: type, member: $0.name.symbol) }
    } ?? []
  }

  /// Returns an element with values, and the named type of its values.
  mutating func value(
    _ coordinate: String, at position: Position
  ) -> (element: Element, type: Symbol)? {
    find(
      coordinate, at: position, help: "name a field, an input field, an argument or a scalar"
    ) { [schema] element in
      switch element {
      case .field(let field, let owner), .inputField(let field, let owner):
        let type = schema.typeID(owner).flatMap {
          schema.field(field, of: $0)?.type ?? schema.inputField(field, of: $0)?.type
        }
        return type.map { (.member(MemberKey(type: owner, member: field)), $0.symbol) }
      case .argument(let argument, let field, let owner):
        let definition = schema.typeID(owner).flatMap { schema.field(field, of: $0) }
        let type = definition?.arguments.first { $0.name.symbol == argument }?.type
        return type.map { (.argument(MemberKey(type: owner, member: field), argument), $0.symbol) }
      case .type(let type) where schema.type(type)?.kind == .scalar: return (.type(type), type)
      default: return nil
      }
    }
  }

  /// Returns an element with a Swift name that the user can choose.
  mutating func renamed(_ coordinate: String, at position: Position) -> Element? {
    find(
      coordinate, at: position,
      help: "name an operation, a fragment, an enum, an input object, a field or an enum value"
    ) { [schema] element in
      switch element {
      case .type(let type) where [.enum, .inputObject].contains(schema.type(type)?.kind):
        .type(type)
      case .field(let member, let type), .inputField(let member, let type),
        .enumValue(let member, let type):
        .member(MemberKey(type: type, member: member))
      default: nil
      }
    }
  }

  /// Returns what `accept` makes of an element, and reports an element that it refuses.
  ///
  /// - Parameter setting: the text in the setting. Default: nil, for `text`.
  private mutating func find<Result>(
    _ text: String, at position: Position, of setting: String? = nil, help: String,
    _ accept: (SchemaElement) -> Result?
  ) -> Result? {
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
      if let result = accept(try coordinate.resolve(in: schema, symbols)) { return result }
      diagnostics.report(
        .configuration, "\"\(setting ?? text)\" is not valid for this setting", at: position,
        help: help)
    } catch {
      diagnostics.report(
        .configuration, "\(error)", at: position,
        help: didYouMean(error.name, among: error.candidates))
    }
    return nil
  }

  mutating func report(_ message: String, at position: Position) {
    diagnostics.report(
      .configuration, message, at: position, help: "remove it, or correct the coordinate")
  }
}
