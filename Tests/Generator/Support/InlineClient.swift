// What is generated for schemas and documents that tests contain.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenValidation
import Testing

struct InlineClient {
  /// Empty after an error.
  let files: [GeneratedFile]
  /// Errors and warnings with their positions.
  let problems: String

  /// - Parameters:
  ///   - documents: documents by the names of their files.
  ///   - members: members of the client's configuration.
  init(
    _ name: String = "Shop", schema: String, documents: KeyValuePairs<String, String>,
    members: String = "\"options\": {}"
  ) throws {
    let configuration = """
      {"version": 1, "clients": [
        {"name": "\(name)", "schema": "s", "operations": "o", "output": "out", \(members)}]}
      """
    var sources = SourceMap()
    let file = try sources.add(path: "authgen.json", bytes: Array(configuration.utf8))
    var settings = try #require(Configuration.read(file).configuration?.clients.first).settings
    if settings.authenticated == nil { settings.authenticated = [] }
    var pipeline = Pipeline(sources: sources)
    let generated = pipeline.generate(
      ClientInput(
        schema: [InputFile(path: "", content: Array(schema.utf8))],
        operations: documents.map {
          InputFile(path: "\($0.key).graphql", content: Array($0.value.utf8))
        },
        outputNames: documents.map { "\($0.key).graphql.swift" }),
      settings: settings, options: ValidationOptions())
    #expect((generated == nil) == pipeline.diagnostics.hasErrors)
    files = generated?.files ?? []
    problems = pipeline.sources.text(of: pipeline.diagnostics)
  }

  /// The files for a document without problems.
  static func files(
    _ name: String = "Shop", schema: String, document: String, members: String = "\"options\": {}"
  ) throws -> [GeneratedFile] {
    let client = try InlineClient(
      name, schema: schema, documents: ["All": document], members: members)
    #expect(client.problems == "")
    return client.files
  }

  /// All files.
  var text: String { files.map { String(decoding: $0.content, as: UTF8.self) }.joined() }

  /// The problems, and the accepted lines of the documents' files and of this other one.
  func output(and other: String = "", where isIncluded: (Substring) -> Bool) -> String {
    let lines = files.filter { $0.name.hasPrefix("All") || $0.name == other }.flatMap {
      String(decoding: $0.content, as: UTF8.self).split(separator: "\n").filter(isIncluded)
    }
    return ((problems.isEmpty ? [] : [problems[...]]) + lines).joined(separator: "\n")
  }
}
