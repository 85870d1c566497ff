// Converts the value of one field: an object, a path, or a choice of paths.

import AuthGenLanguage
import AuthGenTypeSystem

extension ResponseMappingBuilder {
  /// - Parameter name: the name of the field in diagnostics.
  mutating func field(
    _ value: MappingExpression, _ name: String, _ type: TypeReference
  ) -> FieldMapping? {
    let composite = schema.typeID(type.symbol).flatMap { id in
      schema.kind(of: id).isComposite ? id : nil
    }
    switch value.unwrapped {
    case .object(let elements, let position):
      guard let composite else {
        diagnostics.report("\(name) is not an object", at: position, help: "write a path")
        return nil
      }
      // A group of fields from the same object.
      return FieldMapping(
        paths: [ResponsePath.whole],
        object: object(elements, of: composite, in: scope, at: position), position: position)
    case .path(let path):
      guard let found = resolve(path) else { return nil }
      if found.isHeader, type.isList || [.int, .float, .boolean].contains(type.symbol) {
        diagnostics.report(
          "a header is text, and \(name) is not", at: path.position,
          help: "make the field a String, an enum or a scalar that is read from text")
        return nil
      }
      guard let composite else { return leaf(path, found, name) }
      return object(at: path, found, name, type: composite)
    case .chain(let operands, .nullish, let position):
      guard composite == nil else {
        diagnostics.reportUnsupported("a choice of objects", at: position)
        return nil
      }
      let paths = operands.compactMap { alternative($0) }
      guard paths.count == operands.count else { return nil }
      return FieldMapping(paths: paths, object: nil, position: position)
    case .chain(_, .missing, let position):
      diagnostics.reportUnsupported("?!", at: position, instead: "use ??")
    case .literal(let literal, let position):
      reportLiteral(literal, at: position)
    case .array(_, let position):
      diagnostics.reportUnsupported("a list in a selection", at: position)
    }
    return nil
  }

  private mutating func leaf(
    _ path: MappingPath, _ found: ResponsePath, _ name: String
  ) -> FieldMapping? {
    if let selection = path.selection {
      diagnostics.report(
        "\(name) is not an object, so it has no fields to select",
        at: selection.first?.position ?? path.position, help: "leave the selection out")
      return nil
    }
    return scalar(found, at: path.position).map {
      FieldMapping(paths: [$0], object: nil, position: path.position)
    }
  }

  /// Reports a value without keys that is not the whole response.
  private mutating func scalar(_ found: ResponsePath, at position: Position) -> ResponsePath? {
    if found.keys.isEmpty, !scope.isRoot {
      diagnostics.reportUnsupported(
        "an object of the response, or an element of a list, as a scalar", at: position)
      return nil
    }
    return found.ofScalar
  }

  private mutating func object(
    at path: MappingPath, _ found: ResponsePath, _ name: String, type: TypeID
  ) -> FieldMapping? {
    guard let elements = path.selection else {
      reportMissingSelection(of: name, at: path.position)
      return nil
    }
    let isSameObject = found.keys == scope.prefix
    let inner = isSameObject ? scope : Scope(isRoot: false)
    return FieldMapping(
      paths: [isSameObject ? ResponsePath.whole : found],
      object: object(elements, of: type, in: inner, at: path.position), position: path.position)
  }

  private mutating func alternative(_ operand: MappingExpression) -> ResponsePath? {
    guard case .path(let path) = operand.unwrapped, path.selection == nil else {
      diagnostics.reportUnsupported("a choice of anything but paths", at: operand.position)
      return nil
    }
    return resolve(path).flatMap { scalar($0, at: path.position) }
  }

  /// Reports a quoted string. It is a value; in earlier versions it was a key.
  mutating func reportLiteral(_ literal: MappingLiteral, at position: Position) {
    var help = "remove it: its value does not depend on the response"
    if case .string(let text) = literal { help = "the key of that name is $.\"\(text)\"" }
    diagnostics.report(
      "a selection maps values of the response, and a literal is not one", at: position, help: help)
  }

  mutating func reportMissingSelection(of name: String, at position: Position) {
    diagnostics.report(
      "\(name) is an object and requires a selection", at: position,
      help: "write what its fields are made from, in braces")
  }
}
