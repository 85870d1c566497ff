// Tests which schema elements operations depend on.

import AuthGenLanguage
import AuthGenTypeSystem
import AuthGenValidation
import Testing

@Suite struct SchemaReachTests {
  private static let schema = """
    directive @live(every: Rate) on FIELD
    directive @mark(level: Level) on FIELD_DEFINITION | ENUM_VALUE
    directive @other on FIELD_DEFINITION
    scalar Rate
    enum Level { HIGH }
    enum Colour { RED @mark GREEN }
    input Filter { text: String, range: Range }
    input Range { from: Date = 1 }
    scalar Date
    interface Node { id: ID, at(zone: String, day: Day): Date }
    scalar Day
    type User implements Node { id: ID, at(zone: String, day: Day): Date, age: Int @other }
    type Shop implements Node { id: ID @mark, at(zone: String, day: Day): Date, colour: Colour }
    type Lone { id: ID }
    union Thing = User | Lone
    type Query { node(id: ID): Node, thing: Thing, find(filter: Filter, limit: Int): [User], me: User }
    type Mutation { save(colour: Colour): Int }
    """

  static let elements = [
    "schema.query", "schema.mutation", "Query", "Query.node", "Query.find", "Query.find(filter:)",
    "Query.find(limit:)", "Node", "Node.id", "Node.at", "Node.at(zone:)", "User", "User.id",
    "User.age", "User.at(zone:)", "User.at(day:)", "Shop", "Shop.id", "Shop.colour", "Lone",
    "Lone.id", "Thing", "Colour", "Colour.GREEN", "Filter", "Filter.text", "Range.from", "Date",
    "Day", "@live", "@live(every:)", "Rate", "@mark", "Level", "Level.HIGH", "@other",
  ]

  struct Case: CustomTestStringConvertible, Sendable {
    let operations: String
    let reached: [String]
    var testDescription: String { operations }
  }

  static let cases = [
    Case(
      operations: "{ me { age } }",
      reached: ["schema.query", "Query", "User", "User.age", "@other"]
    ),
    Case(operations: "{ wrong { age } nothing }", reached: ["schema.query", "Query"]),
    Case(
      operations: "{ node { id } }",
      reached: [
        "schema.query", "Query", "Query.node", "Node", "Node.id", "User", "User.id", "Shop",
        "Shop.id", "@mark", "Level", "Level.HIGH",
      ]),
    Case(
      operations: "{ node { at(zone: \"\") } }",
      reached: [
        "schema.query", "Query", "Query.node", "Node", "Node.at", "Node.at(zone:)", "User",
        "User.at(zone:)", "Shop", "Date",
      ]),
    Case(
      operations: "{ thing { __typename } } fragment F on Shop { colour }",
      reached: [
        "schema.query", "Query", "Thing", "User", "Lone", "Shop", "Shop.colour", "Colour",
        "Colour.GREEN", "@mark", "Level", "Level.HIGH",
      ]),
    Case(
      operations: "query Q($f: Filter) { find(filter: $f) { __typename } }",
      reached: [
        "schema.query", "Query", "Query.find", "Query.find(filter:)", "User", "Filter",
        "Filter.text", "Range.from", "Date",
      ]),
    Case(
      operations: "mutation @live { save(colour: RED) }",
      reached: [
        "schema.mutation", "Colour", "Colour.GREEN", "@mark", "Level", "Level.HIGH", "@live",
        "@live(every:)", "Rate",
      ]),
  ]

  @Test(arguments: cases)
  func exactlyTheUsedElementsAreReached(_ this: Case) throws {
    var symbols = SymbolTable()
    var sources = SourceMap()
    let source = try sources.add(path: "s.graphql", bytes: Array(Self.schema.utf8))
    let parsed = try Document.parse(source, symbols: &symbols)
    let schema = try Schema([parsed], symbols: &symbols, sources: &sources)
    let operations = try sources.add(path: "o.graphql", bytes: Array(this.operations.utf8))
    let document = ExecutableDocument([try Document.parse(operations, symbols: &symbols)])
    let reach = SchemaReach(of: document, in: schema, documents: [parsed])
    let reached = Self.elements.filter { text in
      element(text, schema, &symbols).map(reach.contains) ?? false
    }
    #expect(reached == Self.elements.filter(this.reached.contains))
    #expect(Set(this.reached).isSubset(of: Self.elements))
    #expect(reach.contains(.schema))
  }

  /// The schema element with a coordinate.
  private func element(
    _ text: String, _ schema: Schema, _ symbols: inout SymbolTable
  ) -> SchemaElement? {
    func symbol(_ name: some StringProtocol) -> Symbol? { symbols.find(String(name)) }
    if text == "schema.query" { return .root(.query) }
    if text == "schema.mutation" { return .root(.mutation) }
    let names = text.split { "@.(:)".contains($0) }.compactMap(symbol)
    if text.hasPrefix("@") {
      return names.count == 1 ? .directive(names[0]) : .directiveArgument(names[1], of: names[0])
    }
    switch names.count {
    case 1: return .type(names[0])
    case 2:
      switch schema.typeID(names[0]).map(schema.kind(of:)) {
      case .enum: return .enumValue(names[1], of: names[0])
      case .inputObject: return .inputField(names[1], of: names[0])
      default: return .field(names[1], of: names[0])
      }
    case 3: return .argument(names[2], field: names[1], of: names[0])
    default: return nil
    }
  }
}
