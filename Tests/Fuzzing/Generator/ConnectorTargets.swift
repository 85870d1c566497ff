// Fuzzes the mapping language of connectors.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenValidation

extension Target {
  /// A selection, a body, a path and a success condition, in an otherwise valid schema.
  static func readConnectors(_ input: [UInt8]) {
    let parts = parts(input, 4).map(quoted)
    let schema = """
      schema
        @link(url: "https://specs.apollo.dev/connect/v0.4", import: ["@source", "@connect"])
        @source(name: "api", http: { baseURL: "https://api.example.com" })
      { query: Query }
      type Query {
        a(id: ID!, word: String, filter: Filter!): Outcome
          @connect(
            source: "api"
            http: { POST: \(parts[2]), body: \(parts[1]), queryParams: \(parts[1]) }
            isSuccess: \(parts[3])
            selection: \(parts[0])
          )
        b(id: ID!): [User!]
          @connect(source: "api", http: { GET: \(parts[2]) }, selection: \(parts[0]))
      }
      union Outcome = User | Detour
      type User { id: ID! name: String address: Address friends: [User!] tags: [String!] }
      type Address { city: String street: String }
      type Detour { url: String! }
      input Filter { word: String inner: Filter }
      """
    let operations = """
      query A($id: ID!, $word: String, $filter: Filter!) {
        a(id: $id, word: $word, filter: $filter) { ... on User { ...User } ... on Detour { url } }
      }
      query B { b(id: "x/y") { ...User } }
      fragment User on User { id name address { city } tags }
      """
    var settings = ClientSettings(name: "Fuzz")
    settings.authenticated = []
    var pipeline = Pipeline()
    let input = ClientInput(
      schema: [InputFile(path: "schema.graphql", content: Array(schema.utf8))],
      operations: [InputFile(path: "a.graphql", content: Array(operations.utf8))],
      outputNames: ["a.swift"])
    let generated = pipeline.generate(input, settings: settings, options: ValidationOptions())
    require(
      generated != nil || pipeline.diagnostics.contains { $0.severity == .error },
      "the run returned neither files nor an error")
    render(pipeline.diagnostics, pipeline.sources)
  }

  /// The bytes as a quoted GraphQL string.
  private static func quoted(_ bytes: [UInt8]) -> String {
    var text = "\""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
