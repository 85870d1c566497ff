// The textual form of a schema element, such as `User.name` or `@deprecated(reason:)`.
// https://spec.graphql.org/September2025/#sec-Schema-Coordinates

import AuthGenLanguage

/// A parsed coordinate. The schema need not contain the element.
package enum SchemaCoordinate: Hashable, Sendable {
  /// `Type`
  case type(String)
  /// `Type.member`: a field, input field or enum value.
  case member(type: String, name: String)
  /// `Type.field(argument:)`
  case argument(type: String, field: String, name: String)
  /// `@directive`
  case directive(String)
  /// `@directive(argument:)`
  case directiveArgument(directive: String, name: String)

  /// Why a text is not a schema coordinate.
  package struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expected syntax, such as "a name".
    package let expected: String
    /// The character found; nil for the end.
    package let found: Character?
    /// The offset from the start of the text, in characters (all of which are ASCII up to here).
    package let offset: Int

    package var description: String {
      let found = found.map { "\"\($0)\"" } ?? "the end"
      let place = self.found == nil ? "" : " at character \(offset + 1)"
      return "expected \(expected), found \(found)\(place); a coordinate is Type, Type.member, "
        + "Type.field(argument:), @directive or @directive(argument:), without spaces"
    }
  }

  /// - Throws: an error if the text is not a coordinate. White space is not allowed.
  package init(_ text: String) throws(SyntaxError) {
    var scanner = Scanner(text)
    if scanner.skip("@") {
      let directive = try scanner.name()
      if try scanner.isAtEnd(or: "(") {
        self = .directive(directive)
      } else {
        self = .directiveArgument(directive: directive, name: try scanner.argument())
      }
      return
    }
    let type = try scanner.name("a name or \"@\"")
    if try scanner.isAtEnd(or: ".") {
      self = .type(type)
      return
    }
    let member = try scanner.name()
    if try scanner.isAtEnd(or: "(") {
      self = .member(type: type, name: member)
    } else {
      self = .argument(type: type, field: member, name: try scanner.argument())
    }
  }
}

/// Scans the text of a coordinate.
private struct Scanner {
  private var rest: Substring.UTF8View
  private var offset = 0

  init(_ text: String) {
    rest = text[...].utf8
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, character.value == UInt32(first) else { return false }
    rest.removeFirst()
    offset += 1
    return true
  }

  /// Whether the text ends here; otherwise skips `character`.
  mutating func isAtEnd(
    or character: Unicode.Scalar
  ) throws(SchemaCoordinate.SyntaxError) -> Bool {
    if rest.isEmpty { return true }
    guard skip(character) else { throw error("\"\(character)\" or the end") }
    return false
  }

  mutating func name(
    _ expected: String = "a name"
  ) throws(SchemaCoordinate.SyntaxError) -> String {
    let name = Name.prefix(of: rest)
    guard !name.isEmpty else { throw error(expected) }
    offset += name.count
    rest.removeFirst(name.count)
    return String(decoding: name, as: UTF8.self)
  }

  /// Scans `name:)` and the end.
  mutating func argument() throws(SchemaCoordinate.SyntaxError) -> String {
    let name = try name()
    guard skip(":") else { throw error("\":\"") }
    guard skip(")") else { throw error("\")\"") }
    guard rest.isEmpty else { throw error("the end") }
    return name
  }

  private func error(_ expected: String) -> SchemaCoordinate.SyntaxError {
    .init(expected: expected, found: Substring(rest).first, offset: offset)
  }
}
