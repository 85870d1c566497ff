// Tests that each word that Swift or generated code treats specially is usable in each position of GraphQL.

import AuthGenTestSupport
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
      let complaints = try await program.typecheck()
      #expect(complaints.isEmpty, "\(complaints)")
    }
  }
}

/// A schema and operations with each word in each position.
private struct Words {
  /// Keywords and names with a meaning, and types.
  private static let listed = TextCase.words(in: "Generator/RandomSchemas/swift-words.txt")

  /// The kind of the types that are named after the words.
  enum TypeKind: Sendable {
    case `enum`
    case input
    case object
  }

  let kind: TypeKind
  private let words =
    listed[0] + Set(listed[1]).union(ModuleNames.referredToByResponses).sorted()

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
