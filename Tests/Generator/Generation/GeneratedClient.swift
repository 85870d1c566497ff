// What authgen generates for the clients of a configuration of this checkout.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenTestSupport
import Foundation
import Testing

struct GeneratedClient {
  let client: Configuration.Client
  let files: [GeneratedFile]
  let diagnostics: [Diagnostic]
  /// The folder that the configuration names; nil if it names none.
  let outputPath: String?

  /// Generates all clients.
  ///
  /// - Parameter path: the path of the configuration, from the folder of Package.swift.
  static func all(_ path: String) throws -> [GeneratedClient] {
    let url = Checkout.root.appending(path: path)
    let folder = url.deletingLastPathComponent().path
    var sources = SourceMap()
    let source = try sources.add(path: url.path, bytes: Array(Data(contentsOf: url)))
    return try #require(Configuration.read(source).configuration).clients.map { client in
      let input = ClientInput(
        folder: folder, schema: client.schema, operations: client.operations,
        templates: client.templates)
      var pipeline = Pipeline(sources: sources)
      let generated = pipeline.generate(
        input, settings: client.settings, options: client.validation)
      return GeneratedClient(
        client: client, files: try #require(generated).files, diagnostics: pipeline.diagnostics,
        outputPath: client.output.map { FilePath.join(folder, $0.value) })
    }
  }
}
