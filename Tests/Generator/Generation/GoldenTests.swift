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
    "Schemas/authgen.json", "Tests/Fixtures/Backend/authgen.json",
    "Tests/Fixtures/Constructs/authgen.json", "Tests/Fixtures/HostileService/authgen.json",
    "Tests/Fixtures/Uploads/authgen.json",
    "Tests/EndToEnd/Sessions/authgen.json",
  ])
  func generatedSourcesAreUpToDate(_ configurationPath: String) throws {
    let url = Checkout.root.appending(path: configurationPath)
    var sources = SourceMap()
    let source = try sources.add(path: url.path, bytes: Array(Data(contentsOf: url)))
    let configuration = try #require(Configuration.read(source).configuration)
    for client in configuration.clients {
      try expectUpToDate(client, folder: url.deletingLastPathComponent().path, sources)
    }
  }

  private func expectUpToDate(
    _ client: Configuration.Client, folder: String, _ sources: SourceMap
  ) throws {
    let input = ClientInput(
      folder: folder, schema: client.schema, operations: client.operations,
      templates: client.templates)
    var pipeline = Pipeline(sources: sources)
    let generated = pipeline.generate(
      input, settings: client.settings, options: client.validation)
    // One fixture has a scalar that no setting maps.
    #expect(pipeline.diagnostics.allSatisfy { $0.rule == .unmappedScalar })
    #expect(pipeline.diagnostics.count == (client.settings.name == "Constructs" ? 1 : 0))
    let output = OutputFolder(
      path: FilePath.join(folder, try #require(client.output).value),
      marker: ClientRenderer.marker(client.settings.name))
    let changes = try output.changes(to: try #require(generated).files)
    if Golden.isUpdating {
      try output.apply(changes)
    }
    #expect(changes.written.map(\.file.name) == [])
    #expect(changes.removed.isEmpty)
    #expect(changes.unchanged.count > 4)
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
    let url = Checkout.root.appending(path: "Schemas/authgen.json")
    var sources = SourceMap()
    let source = try sources.add(path: url.path, bytes: Array(Data(contentsOf: url)))
    let client = try #require(Configuration.read(source).configuration?.clients.first)
    let input = ClientInput(
      folder: url.deletingLastPathComponent().path, schema: client.schema,
      operations: client.operations,
      templates: nil)
    var pipeline = Pipeline(sources: sources)
    let generated = pipeline.generate(
      input, settings: client.settings, options: client.validation)
    return try #require(generated).files
  }
}
