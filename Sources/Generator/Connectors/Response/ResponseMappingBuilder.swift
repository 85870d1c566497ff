// Converts a connector's `selection` to the location of each field in the response.

import AuthGenLanguage
import AuthGenTypeSystem

struct ResponseMappingBuilder {
  let schema: Schema
  let symbols: SymbolTable
  var diagnostics: [Diagnostic] = []
  /// The starting point of paths in the current object.
  var scope = Scope(isRoot: true)
  /// The current object's members so far.
  var members = Members()

  /// The starting point of paths, and what they can reach.
  struct Scope {
    /// The path from the object that is read to the start of relative paths.
    var prefix: [String] = []
    /// Whether that object is the whole response, so that paths can reach its status and headers.
    var isRoot: Bool
  }

  /// The members of one object.
  struct Members {
    var fields: [String: FieldMapping] = [:]
    var match: TypeMatch?
  }

  // MARK: The whole mapping

  /// - Parameter type: the type of the connector's field.
  mutating func mapping(_ expression: MappingExpression, type: TypeReference) -> FieldMapping? {
    guard let id = schema.typeID(type.symbol) else { return nil }
    guard schema.kind(of: id).isComposite else {
      return field(expression, "the field", type)
    }
    switch expression {
    case .object(let elements, let position):
      return whole(elements, of: id, isList: type.isList, from: ResponsePath.whole, at: position)
    case .path(let path):
      guard let found = resolve(path) else { return nil }
      guard let elements = path.selection else {
        reportMissingSelection(of: "the field", at: path.position)
        return nil
      }
      return whole(elements, of: id, isList: type.isList, from: found, at: path.position)
    default:
      diagnostics.reportUnsupported("this form of selection", at: expression.position)
      return nil
    }
  }

  private mutating func whole(
    _ elements: [NamedSelection], of type: TypeID, isList: Bool, from path: ResponsePath,
    at position: Position
  ) -> FieldMapping {
    let isRoot = path.keys.isEmpty && !isList
    let object = object(elements, of: type, in: Scope(isRoot: isRoot), at: position)
    let keys = path.keys.isEmpty && isList ? [ResponsePath.bodyKey] : path.keys
    return FieldMapping(paths: [ResponsePath(keys)], object: object, position: position)
  }

  /// Reads the mapping of an error's body: `extensions` contains the fields of the error type, and
  /// `message` is the field of that name.
  mutating func error(
    message: MappingExpression?, extensions: MappingExpression?, type: TypeID,
    at position: Position
  ) -> ObjectMapping {
    object(in: Scope(isRoot: true), at: position) { builder in
      switch extensions {
      case .object(let elements, _):
        builder.add(elements, to: type)
      case .path(let path):
        builder.addAll(of: path, to: type)
      case let other?:
        builder.diagnostics.reportUnsupported("this form of extensions", at: other.position)
      case nil:
        break
      }
      if let message { builder.add("message", message, to: type, at: message.position) }
    }
  }

  // MARK: Objects

  mutating func object(
    _ elements: [NamedSelection], of type: TypeID, in scope: Scope, at position: Position
  ) -> ObjectMapping {
    object(in: scope, at: position) { $0.add(elements, to: type) }
  }

  /// Returns the object with the members that `add` adds.
  private mutating func object(
    in scope: Scope, at position: Position, _ add: (inout ResponseMappingBuilder) -> Void
  ) -> ObjectMapping {
    let outer = (scope: self.scope, members: members)
    (self.scope, members) = (scope, Members())
    defer { (self.scope, members) = outer }
    add(&self)
    return ObjectMapping(fields: members.fields, match: members.match, position: position)
  }

  private mutating func add(_ elements: [NamedSelection], to type: TypeID) {
    for element in elements {
      switch element.name {
      case .alias(let name, let position):
        add(name, element.value, to: type, at: position)
      case .spread:
        addSpread(element, to: type)
      case .none:
        guard case .path(let path) = element.value else { continue }
        if let key = path.singleKey {
          add(key, element.value, to: type, at: element.position)
        } else {
          addAll(of: path, to: type)
        }
      }
    }
  }

  private mutating func add(
    _ name: String, _ value: MappingExpression, to type: TypeID, at position: Position
  ) {
    if name == "__typename" {
      diagnostics.report(
        "__typename belongs into the branches of ->match", at: position,
        help: "leave it out: where a type has no branches, its name is known")
      return
    }
    guard let definition = definition(name, of: type, at: position) else { return }
    if let earlier = members.fields[name] {
      diagnostics.report(
        "\"\(name)\" is mapped twice", at: position,
        notes: [.init(earlier.position, "it is mapped here")], help: "keep one of them")
      return
    }
    members.fields[name] = field(value, "\"\(name)\"", definition.type)
  }

  /// Returns the field of that name. All object types of an abstract type must have it.
  private mutating func definition(
    _ name: String, of type: TypeID, at position: Position
  ) -> FieldDefinition? {
    let symbol = symbols.find(name)
    if schema.kind(of: type) != .union, let symbol,
      let definition = schema.field(symbol, of: type)
    {
      return definition
    }
    let possible = schema.possibleTypes(type)
    if schema.kind(of: type) == .union, let symbol {
      let definitions = possible.compactMap { schema.field(symbol, of: $0) }
      if let first = definitions.first, definitions.count == possible.count { return first }
    }
    let names = schema[type].fields.map { symbols[$0.name.symbol] }
    diagnostics.report(
      "\"\(self.name(of: type))\" has no field \"\(name)\"", at: position,
      help: didYouMean(name, among: names)
        ?? "map to the type's own fields, or leave \"\(name)\" out")
    return nil
  }

  /// Adds the elements of a path's selection as if they were written here.
  private mutating func addAll(of path: MappingPath, to type: TypeID) {
    guard let elements = path.selection else {
      diagnostics.report(
        "the path has no name", at: path.position,
        help: "put an alias in front, as in \"name: some.path\", or a selection behind it")
      return
    }
    guard let found = resolve(path) else { return }
    let outer = scope.prefix
    scope.prefix = found.keys
    add(elements, to: type)
    scope.prefix = outer
  }

  private mutating func addSpread(_ element: NamedSelection, to type: TypeID) {
    switch element.value {
    case .object(let elements, _):
      add(elements, to: type)
    case .path(var path):
      guard case .method("match", let branches, let position) = path.steps.last else {
        return addAll(of: path, to: type)
      }
      path.steps.removeLast()
      guard members.match == nil else {
        diagnostics.report("more than one ->match", at: position, help: "keep one ->match")
        return
      }
      members.match = match(path, branches, of: type, at: position)
    default:
      diagnostics.reportUnsupported("this spread", at: element.position)
    }
  }

  func name(of type: TypeID) -> String {
    symbols[schema.name(of: type).symbol]
  }
}
