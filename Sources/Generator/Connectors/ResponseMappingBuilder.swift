// Converts a connector's `selection` to the location of each field in the response.

import AuthGenLanguage
import AuthGenTypeSystem

struct ResponseMappingBuilder {
  private let schema: Schema
  private let symbols: SymbolTable
  private(set) var diagnostics: [Diagnostic] = []

  init(schema: Schema, symbols: SymbolTable) {
    self.schema = schema
    self.symbols = symbols
  }

  /// The starting point of paths, and what they can reach.
  private struct Scope {
    /// The path from the object that is read to the start of relative paths.
    var prefix: [String] = []
    /// Whether that object is the whole response, so that paths can reach its status and headers.
    var isRoot: Bool
  }

  // MARK: The whole mapping

  /// - Parameter type: the type of the connected field.
  mutating func mapping(_ expression: MappingExpression, type: TypeReference) -> FieldMapping? {
    guard let id = schema.typeID(type.symbol) else { return nil }
    guard schema.kind(of: id).isComposite else {
      return field(expression, "the field", type, Scope(isRoot: true)).map { mapping in
        // A body that is a scalar or a list has its own key.
        FieldMapping(
          paths: mapping.paths.map { $0.keys.isEmpty ? ResponsePath([ResponsePath.bodyKey]) : $0 },
          object: nil, position: mapping.position)
      }
    }
    switch expression {
    case .object(let elements, let position):
      return whole(elements, ResponsePath.whole, type, id, position)
    case .path(let path):
      guard let found = resolve(path, Scope(isRoot: true)) else { return nil }
      guard let elements = path.selection else {
        diagnostics.append(needsSelection("the field", path.position))
        return nil
      }
      return whole(elements, found, type, id, path.position)
    default:
      diagnostics.append(
        ConnectSubset.unsupported("this form of selection", at: expression.position))
      return nil
    }
  }

  private mutating func whole(
    _ elements: [NamedSelection], _ path: ResponsePath, _ type: TypeReference, _ id: TypeID,
    _ position: Position
  ) -> FieldMapping {
    let isRoot = path.keys.isEmpty && !type.isList
    let object = object(elements, id, Scope(isRoot: isRoot), position)
    let keys = path.keys.isEmpty && type.isList ? [ResponsePath.bodyKey] : path.keys
    return FieldMapping(paths: [ResponsePath(keys)], object: object, position: position)
  }

  /// Reads the mapping of an error's body: `extensions` contains the fields of the error type, and
  /// `message` is the field of that name.
  mutating func error(
    message: MappingExpression?, extensions: MappingExpression?, type: TypeID,
    at position: Position
  ) -> ObjectMapping {
    var members = Members()
    let scope = Scope(isRoot: true)
    switch extensions {
    case .object(let elements, _):
      add(elements, type, scope, &members)
    case .path(let path):
      addAll(of: path, type, scope, &members)
    case let other?:
      diagnostics.append(
        ConnectSubset.unsupported("this form of extensions", at: other.position))
    case nil:
      break
    }
    if let message {
      add("message", message, type, scope, message.position, &members)
    }
    return ObjectMapping(fields: members.fields, match: members.match, position: position)
  }

  // MARK: Objects

  private mutating func object(
    _ elements: [NamedSelection], _ type: TypeID, _ scope: Scope, _ position: Position
  ) -> ObjectMapping {
    var members = Members()
    add(elements, type, scope, &members)
    return ObjectMapping(fields: members.fields, match: members.match, position: position)
  }

  private struct Members {
    var fields: [String: FieldMapping] = [:]
    var match: TypeMatch?
  }

  private mutating func add(
    _ elements: [NamedSelection], _ type: TypeID, _ scope: Scope, _ members: inout Members
  ) {
    for element in elements {
      switch element.name {
      case .alias(let name, let position):
        add(name, element.value, type, scope, position, &members)
      case .spread:
        addSpread(element, type, scope, &members)
      case .none:
        guard case .path(let path) = element.value else { continue }
        if let key = path.singleKey {
          add(key, element.value, type, scope, element.position, &members)
        } else {
          addAll(of: path, type, scope, &members)
        }
      }
    }
  }

  private mutating func add(
    _ name: String, _ value: MappingExpression, _ type: TypeID, _ scope: Scope,
    _ position: Position, _ members: inout Members
  ) {
    if name == "__typename" {
      diagnostics.append(
        ConnectSubset.wrong(
          "__typename belongs into the branches of ->match", at: position,
          help: "leave it out: where a type has no branches, its name is known"))
      return
    }
    guard let definition = definition(name, of: type, at: position) else { return }
    if let earlier = members.fields[name] {
      diagnostics.append(
        ConnectSubset.wrong(
          "\"\(name)\" is mapped twice", at: position,
          notes: [.init(earlier.position, "it is mapped here")], help: "keep one of them"))
      return
    }
    members.fields[name] = field(value, "\"\(name)\"", definition.type, scope)
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
    let typeName = symbols[schema.name(of: type).symbol]
    let names = schema[type].fields.map { symbols[$0.name.symbol] }
    diagnostics.append(
      ConnectSubset.wrong(
        "\"\(typeName)\" has no field \"\(name)\"", at: position,
        help: didYouMean(name, among: names)
          ?? "map to the type's own fields, or leave \"\(name)\" out"))
    return nil
  }

  /// Adds the elements of a path's selection as if they were written here.
  private mutating func addAll(
    of path: MappingPath, _ type: TypeID, _ scope: Scope, _ members: inout Members
  ) {
    guard let elements = path.selection else {
      diagnostics.append(
        ConnectSubset.wrong(
          "the path has no name", at: path.position,
          help: "put an alias in front, as in \"name: some.path\", or a selection behind it"))
      return
    }
    guard let found = resolve(path, scope) else { return }
    var inner = scope
    inner.prefix = found.keys
    add(elements, type, inner, &members)
  }

  private mutating func addSpread(
    _ element: NamedSelection, _ type: TypeID, _ scope: Scope, _ members: inout Members
  ) {
    switch element.value {
    case .object(let elements, _):
      add(elements, type, scope, &members)
    case .path(var path):
      guard case .method("match", let branches, let position) = path.steps.last else {
        return addAll(of: path, type, scope, &members)
      }
      path.steps.removeLast()
      guard members.match == nil else {
        diagnostics.append(
          ConnectSubset.wrong("more than one ->match", at: position, help: "keep one ->match")
        )
        return
      }
      members.match = match(path, branches, type, scope, position)
    default:
      diagnostics.append(
        ConnectSubset.unsupported("this spread", at: element.position))
    }
  }

  // MARK: Abstract types

  private mutating func match(
    _ path: MappingPath, _ branches: [MappingExpression], _ type: TypeID, _ scope: Scope,
    _ position: Position
  ) -> TypeMatch? {
    guard schema.kind(of: type).isAbstract else {
      diagnostics.append(
        ConnectSubset.wrong(
          "\"\(symbols[schema.name(of: type).symbol])\" is an object type and cannot use ->match",
          at: position, help: "use a union or an interface"))
      return nil
    }
    guard let found = resolve(path, scope) else { return nil }
    var cases: [TypeMatch.Case] = []
    var otherwise: (name: String, object: ObjectMapping)?
    let known = diagnostics.count
    for branch in branches {
      guard case .array(let pair, let place) = branch, pair.count == 2 else {
        diagnostics.append(
          ConnectSubset.wrong(
            "expected a pair of a value and an object", at: branch.position,
            help: "write [\"value\", { __typename: \"Type\", … }]"))
        continue
      }
      if case .literal(.null, _) = pair[1] { continue }
      guard let object = self.branch(pair[1], type, scope) else { continue }
      switch pair[0] {
      case .literal(let candidate, _):
        cases.append(
          TypeMatch.Case(candidate: candidate, typename: object.name, object: object.mapping))
      case .path(let path) where path.isCurrent:
        otherwise = (object.name, object.mapping)
      default:
        diagnostics.append(
          ConnectSubset.unsupported("a branch for anything but a literal or @", at: place))
      }
    }
    // A branch with an error can be the one that seems to be missing.
    if diagnostics.count == known {
      checkCoverage(
        of: type, Set(cases.map(\.typename) + [otherwise?.name].compactMap { $0 }), position)
    }
    return TypeMatch(
      path: found, cases: cases, otherwise: otherwise?.name, otherwiseObject: otherwise?.object,
      position: position)
  }

  private mutating func checkCoverage(
    of type: TypeID, _ names: Set<String>, _ position: Position
  ) {
    for member in schema.possibleTypes(type) {
      let name = symbols[schema.name(of: member).symbol]
      guard !names.contains(name) else { continue }
      diagnostics.append(
        ConnectSubset.wrong(
          "no branch has the type \"\(name)\"", at: position,
          notes: [.init(schema.name(of: member).position, "the type is here")],
          help: "add a branch with __typename: \"\(name)\""))
    }
  }

  /// Reads an object with a literal `__typename`.
  private mutating func branch(
    _ value: MappingExpression, _ type: TypeID, _ scope: Scope
  ) -> (name: String, mapping: ObjectMapping)? {
    var elements: [NamedSelection]
    switch value {
    case .object(let own, _):
      elements = own
    case .path(let path) where path.isCurrent && path.selection != nil:
      elements = path.selection ?? []
    default:
      diagnostics.append(
        ConnectSubset.unsupported("a branch that is not an object", at: value.position))
      return nil
    }
    let isTypename = { (element: NamedSelection) in
      if case .alias("__typename", _) = element.name { true } else { false }
    }
    guard let element = elements.first(where: isTypename),
      case .literal(.string(let name), let position) = element.value.unwrapped
    else {
      diagnostics.append(
        ConnectSubset.wrong(
          "a branch needs a __typename, and that as a literal", at: value.position,
          help: "write { __typename: \"Type\", … }"))
      return nil
    }
    let members = schema.possibleTypes(type)
    guard let member = members.first(where: { symbols[schema.name(of: $0).symbol] == name }) else {
      let names = members.map { symbols[schema.name(of: $0).symbol] }
      diagnostics.append(
        ConnectSubset.wrong(
          "\"\(name)\" is not one of the types of \"\(symbols[schema.name(of: type).symbol])\"",
          at: position,
          help: didYouMean(name, among: names)
            ?? "they are \(names.map { "\"\($0)\"" }.joined(separator: ", "))"))
      return nil
    }
    elements.removeAll(where: isTypename)
    return (name, object(elements, member, scope, value.position))
  }

  // MARK: Fields

  /// - Parameter name: the name of the field in diagnostics.
  private mutating func field(
    _ value: MappingExpression, _ name: String, _ type: TypeReference, _ scope: Scope
  ) -> FieldMapping? {
    let value = value.unwrapped
    let composite = schema.typeID(type.symbol).flatMap { id in
      schema.kind(of: id).isComposite ? id : nil
    }
    switch value {
    case .object(let elements, let position):
      guard let composite else {
        diagnostics.append(
          ConnectSubset.wrong("\(name) is not an object", at: position, help: "write a path"))
        return nil
      }
      // A group of fields from the same object.
      return FieldMapping(
        paths: [ResponsePath.whole], object: object(elements, composite, scope, position),
        position: position)
    case .path(let path):
      guard let found = resolve(path, scope) else { return nil }
      if found.isHeader, type.isList || [.int, .float, .boolean].contains(type.symbol) {
        diagnostics.append(
          ConnectSubset.wrong(
            "a header is text, and \(name) is not", at: path.position,
            help: "make the field a String, an enum or a scalar that is read from text"))
        return nil
      }
      return field(path, found, name, composite, scope)
    case .chain(let operands, .nullish, let position):
      guard composite == nil else {
        diagnostics.append(ConnectSubset.unsupported("a choice of objects", at: position))
        return nil
      }
      let paths = operands.compactMap { alternative($0, scope) }
      guard paths.count == operands.count else { return nil }
      return FieldMapping(paths: paths, object: nil, position: position)
    case .chain(_, .missing, let position):
      diagnostics.append(
        ConnectSubset.unsupported("?!", at: position, instead: "use ??"))
    case .literal(let literal, let position):
      diagnostics.append(literalInSelection(literal, position))
    case .array(_, let position):
      diagnostics.append(ConnectSubset.unsupported("a list in a selection", at: position))
    }
    return nil
  }

  private mutating func field(
    _ path: MappingPath, _ found: ResponsePath, _ name: String, _ composite: TypeID?,
    _ scope: Scope
  ) -> FieldMapping? {
    guard let composite else {
      if let selection = path.selection {
        diagnostics.append(
          ConnectSubset.wrong(
            "\(name) is not an object, so it has no fields to select",
            at: selection.first?.position ?? path.position, help: "leave the selection out"))
        return nil
      }
      // The whole response is the only value without keys that can be a scalar.
      if found.keys.isEmpty, !scope.isRoot {
        diagnostics.append(
          ConnectSubset.unsupported("the elements of a list as fields", at: path.position))
        return nil
      }
      return FieldMapping(paths: [found], object: nil, position: path.position)
    }
    guard let elements = path.selection else {
      diagnostics.append(needsSelection(name, path.position))
      return nil
    }
    let isSameObject = found.keys == scope.prefix
    let inner = isSameObject ? scope : Scope(isRoot: false)
    return FieldMapping(
      paths: [isSameObject ? ResponsePath.whole : found],
      object: object(elements, composite, inner, path.position), position: path.position)
  }

  private mutating func alternative(
    _ operand: MappingExpression, _ scope: Scope
  ) -> ResponsePath? {
    guard case .path(let path) = operand.unwrapped, path.selection == nil else {
      diagnostics.append(
        ConnectSubset.unsupported("a choice of anything but paths", at: operand.position))
      return nil
    }
    return resolve(path, scope)
  }

  /// Reports a quoted string. It is a value; in earlier versions it was a key.
  private func literalInSelection(
    _ literal: MappingLiteral, _ position: Position
  ) -> Diagnostic {
    var help = "remove it: its value does not depend on the response"
    if case .string(let text) = literal { help = "the key of that name is $.\"\(text)\"" }
    return ConnectSubset.wrong(
      "a selection maps values of the response, and a literal is not one",
      at: position, help: help)
  }

  private func needsSelection(_ name: String, _ position: Position) -> Diagnostic {
    ConnectSubset.wrong(
      "\(name) is an object and requires a selection", at: position,
      help: "write what its fields are made from, in braces")
  }

  // MARK: Paths

  private mutating func resolve(_ path: MappingPath, _ scope: Scope) -> ResponsePath? {
    var keys: [String]
    var steps = path.steps[...]
    switch path.head {
    case .key(let key):
      keys = scope.prefix + [key]
    case .variable(""), .current:
      keys = scope.prefix
    case .variable("status"):
      guard isWithinReach("$status", scope, path.position) else { return nil }
      keys = ResponsePath.status.keys
    case .variable("response"):
      guard let header = header(&steps, scope, path.position) else { return nil }
      keys = header.keys
    case .variable(let name):
      diagnostics.append(
        ConnectSubset.unsupported(
          "$\(name) in a response mapping", at: path.position))
      return nil
    case .expression(.literal(let literal, let position)):
      diagnostics.append(literalInSelection(literal, position))
      return nil
    case .expression(let inner):
      guard case .path(let innerPath) = inner.unwrapped, innerPath.selection == nil,
        let found = resolve(innerPath, scope)
      else {
        diagnostics.append(ConnectSubset.unsupported("this expression", at: path.position))
        return nil
      }
      keys = found.keys
    }
    for step in steps {
      switch step {
      case .key(let key, _): keys.append(key)
      case .optional: break
      case .method(let name, _, let position):
        diagnostics.append(
          ConnectSubset.unsupported("->\(name) in a response mapping", at: position))
        return nil
      }
    }
    return ResponsePath(keys)
  }

  /// Reads `$response.headers.'name'->first`.
  private mutating func header(
    _ steps: inout ArraySlice<MappingPath.Step>, _ scope: Scope, _ position: Position
  ) -> ResponsePath? {
    let named = steps.filter { if case .optional = $0 { false } else { true } }
    guard named.count == 3, case .key("headers", _) = named[0], case .key(let name, _) = named[1],
      case .method("first", let arguments, _) = named[2], arguments.isEmpty
    else {
      diagnostics.append(
        ConnectSubset.unsupported(
          "this part of $response", at: position,
          instead: "write $response.headers.'x-name'->first"))
      return nil
    }
    guard isWithinReach("a header", scope, position) else { return nil }
    steps = []
    return .header(name)
  }

  /// Whether the scope is the whole response, which has the status and headers.
  private mutating func isWithinReach(
    _ what: String, _ scope: Scope, _ position: Position
  ) -> Bool {
    if scope.isRoot { return true }
    diagnostics.append(
      ConnectSubset.unsupported(
        "\(what) inside an object of the response", at: position,
        instead: "map it to a field of the type that the operation's field returns"))
    return false
  }
}

extension MappingExpression {
  /// The expression without `$(…)` around it.
  var unwrapped: MappingExpression {
    guard case .path(let path) = self, case .expression(let inner) = path.head, path.steps.isEmpty,
      path.selection == nil
    else { return self }
    return inner.unwrapped
  }
}

extension MappingPath {
  /// Whether the expression is `$` or `@` without steps.
  var isCurrent: Bool {
    guard steps.isEmpty else { return false }
    return switch head {
    case .current, .variable(""): true
    default: false
    }
  }
}
