// Tests which schema elements operations depend on.

import AuthGenLanguage
import AuthGenTestSupport
import AuthGenTypeSystem
import AuthGenValidation
import Testing

@Suite struct SchemaReachTests {
  /// Only the elements that the file lists are in the output.
  @Test(arguments: RecordedCase.all("Validation/Reach.txt"))
  func exactlyTheUsedElementsAreReached(_ recorded: RecordedCase) throws {
    let setUp = RecordedFiles(recorded.setUp)
    let elements = try #require(setUp["elements"]).split { " \n".contains($0) }.map(String.init)
    try recorded.expectOutputs { text in
      let workspace = Workspace()
      let parsed = try workspace.parse(setUp.files[0].text)
      let schema = try workspace.schema([parsed])
      let document = ExecutableDocument([try workspace.parse(text)])
      let reach = SchemaReach(of: document, in: schema, documents: [parsed])
      #expect(reach.contains(.schema))
      return try elements.filter {
        reach.contains(try #require(element($0, schema, workspace.symbols)))
      }.joined(separator: " ")
    }
  }

  /// The schema element with a coordinate.
  private func element(
    _ text: String, _ schema: Schema, _ symbols: SymbolTable
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
