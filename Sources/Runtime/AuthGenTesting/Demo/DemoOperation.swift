// Reads the part of a GraphQL operation that the demo service needs.

import AuthGenRuntime
import Foundation

/// The root fields of a request's operation, which is the first one of its document.
nonisolated struct DemoOperation {
  struct Field {
    /// The alias, or the name.
    let responseName: String
    let name: String
    let arguments: JSON.Object
  }

  private(set) var fields: [Field] = []
  /// The rest of the document, in tokens.
  private var tokens: ArraySlice<Substring>
  private var variables: JSON.Object = [:]
  /// How many lists and input objects enclose the value that is being read.
  private var depth = 0

  /// - Throws: an error if the request has no document, or one that is unsupported.
  init(_ request: HTTPRequest) throws(GraphQLError) {
    let body = request.body.flatMap { JSON($0) }
    tokens = Self.tokens(of: body?["query"]?.string ?? "")
    while let token = tokens.first, token != "{" {
      switch token {
      case "(": try readVariables()
      case "@": try skipDirectives()
      default: tokens.removeFirst()
      }
    }
    if case .object(let values)? = body?["variables"] {
      variables.merge(values) { $1 }
    }
    try take("{")
    while tokens.first != "}" { try fields.append(field()) }
  }

  /// The tokens of a document, without commas, spaces and comments.
  private static func tokens(of document: String) -> ArraySlice<Substring> {
    let token =
      /#[^\n]*|[_A-Za-z0-9.+-]+|"""(?s:.*?)"""|"(?:[^"\\]|\\.)*"|[!$&():=@\[\]{|}]/
    return document.matches(of: token.matchingSemantics(.unicodeScalar)).map(\.0).filter {
      !$0.hasPrefix("#")
    }[...]
  }

  // MARK: Syntax

  /// Reads the default values of variables.
  private mutating func readVariables() throws(GraphQLError) {
    try take("(")
    while tokens.first != ")" {
      try take("$")
      let name = try next()
      try take(":")
      while let token = tokens.first, !["=", "$", "@", ")"].contains(token) { tokens.removeFirst() }
      if tokens.first == "=" {
        tokens.removeFirst()
        variables[String(name)] = try value()
      }
      try skipDirectives()
    }
    try take(")")
  }

  private mutating func field() throws(GraphQLError) -> Field {
    let responseName = String(try next())
    var name = responseName
    if tokens.first == ":" {
      tokens.removeFirst()
      name = String(try next())
    }
    let arguments = tokens.first == "(" ? try members("(", ")") : [:]
    try skipDirectives()
    if tokens.first == "{" { try skipGroup() }
    return Field(responseName: responseName, name: name, arguments: arguments)
  }

  private mutating func value() throws(GraphQLError) -> JSON {
    guard depth < 64 else { throw GraphQLError(message: "A value is nested too deeply.") }
    depth += 1
    defer { depth -= 1 }
    switch tokens.first {
    case "$":
      tokens.removeFirst()
      return variables[String(try next())] ?? .null
    case "{": return .object(try members("{", "}"))
    case "[":
      var elements: [JSON] = []
      try take("[")
      while tokens.first != "]" { try elements.append(value()) }
      try take("]")
      return .array(elements)
    default:
      let token = try next()
      if token.hasPrefix("\"\"\"") { return .string(String(token.dropFirst(3).dropLast(3))) }
      // The others are JSON, except the values of enums.
      return JSON(Data(token.utf8)) ?? .string(String(token))
    }
  }

  /// Reads arguments, or the fields of an input object.
  private mutating func members(
    _ start: Substring, _ end: Substring
  ) throws(GraphQLError) -> JSON.Object {
    var members: JSON.Object = [:]
    try take(start)
    while tokens.first != end {
      let name = String(try next())
      try take(":")
      members[name] = try value()
    }
    try take(end)
    return members
  }

  private mutating func skipDirectives() throws(GraphQLError) {
    while tokens.first == "@" {
      _ = (try next(), try next())
      if tokens.first == "(" { try skipGroup() }
    }
  }

  /// Skips a group in brackets.
  private mutating func skipGroup() throws(GraphQLError) {
    var depth = 0
    repeat {
      let token = try next()
      if ["(", "{", "["].contains(token) { depth += 1 }
      if [")", "}", "]"].contains(token) { depth -= 1 }
    } while depth > 0
  }

  private mutating func next() throws(GraphQLError) -> Substring {
    guard let token = tokens.popFirst() else {
      throw GraphQLError(message: "Syntax Error: Unexpected end of the document.")
    }
    return token
  }

  private mutating func take(_ expected: Substring) throws(GraphQLError) {
    let token = try next()
    guard token == expected else { throw Self.unsupported(token) }
  }

  /// The message omits the token, which may be a password.
  private static func unsupported(_ token: some StringProtocol) -> GraphQLError {
    GraphQLError(message: "Syntax Error: Unexpected token of \(token.count) characters.")
  }
}
