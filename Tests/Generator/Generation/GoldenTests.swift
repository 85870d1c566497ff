// Tests that the checked-in output equals the generated output for the checked-in input.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct GoldenTests {
  /// `UPDATE_SNAPSHOTS=1 swift test` writes the output again, and fails once.
  @Test(arguments: [
    "Schemas/authgen.json", "Tests/Documentation/SampleApp/authgen.json",
    "Tests/Fixtures/Backend/authgen.json", "Tests/Fixtures/Golden/authgen.json",
  ])
  func generatedSourcesAreUpToDate(_ configurationPath: String) throws {
    for generated in try GeneratedClient.all(configurationPath) {
      let name = generated.client.settings.name
      #expect(generated.diagnostics.isEmpty, "\(name)")
      let output = OutputFolder(
        path: try #require(generated.outputPath), marker: ClientRenderer.marker(name))
      let changes = try output.changes(to: generated.files)
      if Golden.isUpdating {
        try output.apply(changes)
      }
      #expect(changes.written.map(\.file.name) == [], "\(name)")
      #expect(changes.removed.isEmpty, "\(name)")
      #expect(!changes.unchanged.isEmpty, "\(name)")
    }
  }

  @Test func equalInputGivesEqualBytes() throws {
    #expect(try generateHorizon() == generateHorizon())
  }

  @Test func headerOfEachFileNamesTheFileThatExplainsTheCode() throws {
    let files = try generateHorizon().filter { $0.name.hasSuffix(".swift") }
    #expect(files.contains { $0.name == "Horizon.Client.swift" })
    for file in files {
      let lines = String(decoding: file.content, as: UTF8.self).split(separator: "\n")
      let header = lines.prefix { $0.hasPrefix("//") }
      #expect(header.allSatisfy { $0.count <= 110 }, "\(file.name)")
      let text =
        file.name == "Horizon.Client.swift"
        ? "`extension SomeQuery.Data: Equatable {}`" : "// The file of `HorizonClient` says why"
      #expect(header.contains { $0.contains(text) }, "\(file.name)")
    }
  }

  private func generateHorizon() throws -> [GeneratedFile] {
    try #require(GeneratedClient.all("Schemas/authgen.json").first).files
  }
}
