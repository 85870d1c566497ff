// Tests how schemas are merged and printed.

import AuthGenTestSupport
import AuthGenTypeSystem
import Testing

@Suite struct SchemaPrinterTests {
  @Test(arguments: RecordedCase.all("TypeSystem/Schemas.txt"))
  func schemaIsPrinted(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      let sorted = !text.hasPrefix("# unsorted")
      let workspace = Workspace()
      let documents = try RecordedFiles(text).files.map { try workspace.document($0.text) }
      let printed = workspace.printed(try workspace.schema(documents), sorted: sorted)
      if !printed.isEmpty {
        let other = Workspace()
        #expect(other.printed(try other.schema(printed), sorted: sorted) == printed)
      }
      return printed
    }
  }
}
