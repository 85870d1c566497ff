// Tests that generated declarations belong to no actor in targets whose default is the main actor.

import Testing

extension CompilerTests {
  @Suite struct IsolationTests {
    static let features = [
      ["-swift-version", "5"], ["-swift-version", "6"],
      [
        "-swift-version", "6", "-enable-upcoming-feature", "InferIsolatedConformances",
        "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
      ],
    ]

    @Test(arguments: features)
    func nonisolatedFunctionsUseEveryKindOfDeclaration(flags: [String]) async throws {
      let program = try GeneratedProgram(
        InlineClient.files(
          "Isolation", schema: Self.schema, document: Self.document,
          members: "\"options\": {\"hashable\": true}"))
      try program.add("App.swift", Self.callers)
      let complaints = try await program.typecheck(
        flags + ["-default-isolation", "MainActor", "App.swift"])
      #expect(complaints.isEmpty, "\(complaints)")
    }

    private static let schema = """
      type Query { node(filter: Filter, key: Key): Node! all: [Thing!]! }
      interface Thing { id: String! }
      type Node implements Thing { id: String! \(names) node: Node old: String @deprecated(reason: "Old.") }
      type Leaf implements Thing { id: String! colour: Colour! }
      enum Colour { RED GREEN }
      input Filter { name: String inner: Filter }
      input Key @oneOf { id: ID name: String }
      """
    /// A selection of more fields than are stored inline.
    private static let names = (0..<8).map { "n\($0): String!" }.joined(separator: " ")
    private static let fields = (0..<8).map { "n\($0)" }.joined(separator: " ")
    private static let document = """
      query Node($filter: Filter, $key: Key) { node(filter: $filter, key: $key) { id old node { \(fields) } } }
      query All { all { __typename id ... on Node { ...Parts } ... on Leaf { colour } } }
      fragment Parts on Node { id old }
      """

    /// Each calls what it names from outside the main actor.
    private static let callers = """
      import AuthGenRuntime

      nonisolated func facade(_ client: GraphQLClient) -> GraphQLClient { IsolationClient(client).executor }
      nonisolated func operation(_ query: NodeQuery) -> String? {
        _ = NodeQuery.definition
        return NodeQuery(filter: query.filter, key: .name("a")).filter?.name
      }
      nonisolated func nullable() -> NodeQuery { NodeQuery(explicitNulls: [.filter]) }
      nonisolated func input(_ filter: Filter) -> Filter? {
        var copy = Filter(name: "a", inner: filter, explicitNulls: [.name, .inner])
        copy.inner?.name = nil
        return copy.inner
      }
      nonisolated func response(_ data: NodeQuery.Data) -> String? {
        var copy = data
        copy.node.node?.n0 = "a"
        return NodeQuery.Data.Node(id: copy.node.id, node: copy.node.node).node?.n1
      }
      nonisolated func concrete(_ data: AllQuery.Data) -> [String] {
        data.all.map { thing in
          switch thing.concrete {
          case .node(let node): node.id
          case .leaf(let leaf): leaf.colour.rawValue
          case .other(let typename): typename
          }
        }
      }
      nonisolated func enumeration() -> [String] {
        Colour.graphQLNames + Colour.allCases.map(\\.graphQLName) + [Colour(graphQLName: "RED").rawValue]
      }
      nonisolated func conformances(_ data: NodeQuery.Data) -> Int { Set([data, data]).count }
      nonisolated func key(_ key: Key) -> Set<Key> { [key, .id("a")] }

      """
  }
}
