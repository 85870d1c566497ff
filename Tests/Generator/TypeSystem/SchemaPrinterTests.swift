// Tests how schemas are merged and printed.

import AuthGenTestSupport
import AuthGenTypeSystem
import Testing

@Suite struct SchemaPrinterTests {
  @Test(arguments: RecordedCase.all("TypeSystem/Schemas.txt"))
  func schemaIsPrinted(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      let sorted = !text.hasPrefix("# unsorted")
      let workspace = SchemaWorkspace()
      let documents = try RecordedFiles(text).files.map { try workspace.document($0.text) }
      let schema = try Schema(
        documents, symbols: &workspace.symbols, sources: &workspace.sources)
      let printed = workspace.printed(schema, sorted: sorted)
      if !printed.isEmpty {
        #expect(try SchemaWorkspace().printed(printed, sorted: sorted) == printed)
      }
      return printed
    }
  }
}
