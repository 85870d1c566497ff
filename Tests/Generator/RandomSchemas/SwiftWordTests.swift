// Tests that each word that Swift or generated code treats specially is usable in each position of GraphQL.

import Testing

@testable import AuthGenSwiftModel

extension CompilerTests {
  @Suite struct SwiftWordTests {
    @Test(arguments: [
      (CaseConversion.camelCase, Words.TypeKind.enum), (.none, .input), (.camelCase, .object),
    ])
    fileprivate func wordsCompileInEveryPosition(
      conversion: CaseConversion, kind: Words.TypeKind
    ) async throws {
      let words = Words(kind: kind)
      let files = try InlineClient.files(
        "Words", schema: words.schema, document: words.operations,
        members: """
          "options": {"caseConversion": "\(conversion)", "encodable": \(conversion == .none)}
          """)
      let program = try GeneratedProgram(files)
      defer { program.remove() }
      let complaints = try await program.typecheck()
      #expect(complaints.isEmpty, "\(complaints)")
    }
  }
}

/// A schema and operations with each word in each position.
private struct Words {
  /// Keywords, contextual keywords, and names that have a meaning in types, closures or accessors.
  private static let lowerCase = """
    actor any as associatedtype async await borrow borrowing break case catch class consume consuming
    continue convenience copy default defer deinit didSet discard distributed do dynamic each else enum
    extension fallthrough false fileprivate final for func get guard hash hashValue if import in indirect
    infix init inout internal is isolated lazy let macro module mutating nil none nonisolated nonmutating of
    open operator optional override package postfix precedencegroup prefix private protocol public rawValue
    repeat required rethrows return self sending set some static struct subscript super switch then throw
    throws true try type typealias types unknown unowned unsafe using var weak where while willSet yield
    allCases concrete data decode definition description document encode executor explicitNulls fields kind
    code conditions newValue oldValue operationName other path request typename value variables
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  /// Types that code refers to, and words that Swift refuses as names of types.
  private static let upperCase = Set(
    """
    Any AnyObject Array Bool Character CodingKeys Codable Concrete Data Date Decodable Decoder Dictionary
    Double Encodable Encoder Error Executor FieldWriter Float Hashable Indirect Int KeyPath Member Never
    NullableField OpenEnum Optional Protocol Protocols RawValue RequestError FieldReader ConcreteObject ExplicitNulls OperationDefinition ResponseObject Result Secret
    Self Sendable Set String Swift Task Type Types URL Void WordsClient
    """.split { $0 == " " || $0 == "\n" }.map(String.init)
  )
  .union(ModuleNames.referredToByResponses).sorted()

  /// The kind of the types that are named after the words.
  enum TypeKind: Sendable {
    case `enum`
    case input
    case object
  }

  let kind: TypeKind
  private let words = lowerCase + upperCase

  var schema: String {
    """
    type Query {
      words(\(each { "\($0): Int" })): Words!
      objects: Objects!
      lists: Lists!
      input(input: Input): Words!
      \(typeField)
    }
    type Words { name: String \(each { "\($0): Value" }) }
    type Objects { \(each { "\($0): Words" }) }
    type Lists { \(plurals.map { "\($0): [Words!]!" }.joined(separator: " ")) }
    enum Value { \(words.filter { !["true", "false", "null"].contains($0) }.joined(separator: " ")) }
    input Input { \(each { "\($0): Int" }) }
    \(types)
    """
  }

  var operations: String {
    kind == .object ? typeOperation : fieldOperations
  }

  private var fieldOperations: String {
    """
    query AllFields { words { \(each { $0 }) } }
    query ObjectFields { objects { \(each { "\($0) { name }" }) } }
    query ListFields { lists { \(plurals.map { "\($0) { name }" }.joined(separator: " ")) } }
    query Aliases {
      words { \(each { "\($0): name" }) }
      objects { \(each { "\($0): class { name }" }) }
    }
    query AllVariables(\(each { "$\($0): Int" })) { words(\(each { "\($0): $\($0)" })) { name } }
    query Inputs($input: Input) { input(input: $input) { name } }
    \(kind == .enum ? definitionsNamedLikeWords : "")
    \(typeOperation)
    """
  }

  private var definitionsNamedLikeWords: String {
    """
    query Spreads { words { name \(definitions.map { "...\($0)" }.joined(separator: " ")) } }
    \(definitions.map { "fragment \($0) on Words { name }" }.joined(separator: "\n"))
    \(definitions.map { "query \($0) { words { name } }" }.joined(separator: "\n"))
    """
  }

  private func each(_ text: (String) -> String) -> String {
    words.map(text).joined(separator: " ")
  }

  /// The names of list fields whose elements have the words as names.
  private var plurals: [String] { Set(words.map { $0 + "s" }).sorted() }

  /// The words that can be the names of fragments, without those that differ in case alone.
  private var definitions: [String] {
    var used: Set = ["on"]
    return words.filter { used.insert($0.lowercased()).inserted }
  }

  // MARK: Names of types

  private var typeNames: [String] {
    words.filter { !["Float", "Int", "String"].contains($0) }
  }

  private var types: String {
    let declarations = typeNames.map { name in
      switch kind {
      case .enum: "enum \(name) { A }"
      case .input: "input \(name) { a: Int }"
      case .object: "type \(name) { a: Int }"
      }
    }
    let all =
      switch kind {
      case .enum: "type Named { \(typeNames.map { "_\($0): \($0)" }.joined(separator: " ")) }"
      case .input: "input Named { \(typeNames.map { "_\($0): \($0)" }.joined(separator: " ")) }"
      case .object: "union Named = \(typeNames.joined(separator: " | "))"
      }
    return (declarations + [all]).joined(separator: "\n")
  }

  private var typeField: String {
    kind == .input ? "named(input: Named): Words" : "named: Named"
  }

  private var typeOperation: String {
    switch kind {
    case .enum: "query Named { named { \(typeNames.map { "_\($0)" }.joined(separator: " ")) } }"
    case .input: "query Named($input: Named) { named(input: $input) { name } }"
    case .object:
      "query Named { named { \(typeNames.map { "... on \($0) { a }" }.joined(separator: " ")) } }"
    }
  }
}
