// Runs the built executable in a temporary folder, as users do.

import AuthGenTestSupport
import Foundation
import Testing

/// A temporary folder for one test, removed with this value.
final class Workbench: Sendable {
  let folder: URL

  /// - Parameter files: texts by relative path.
  init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "authgen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, text) in files { try write(text, to: path) }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func url(_ path: String) -> URL { folder.appending(path: path) }

  func write(_ text: String, to path: String) throws {
    try write(Data(text.utf8), to: path)
  }

  func write(_ data: Data, to path: String) throws {
    let url = url(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  /// Replaces a text that the file contains.
  func replace(_ old: String, with new: String, in path: String) throws {
    let text = try text(path)
    try #require(text.contains(old), "\(path) lacks \(old)")
    try write(text.replacing(old, with: new), to: path)
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url(path).path)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: url(path))
  }

  /// The names in a folder, hidden ones too, sorted.
  func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url(path).path).sorted()
  }

  /// The modification date of each file of a folder, by name.
  func modificationDates(_ path: String) throws -> [String: Date] {
    var dates: [String: Date] = [:]
    for name in try names(path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: url(path + "/" + name).path)
      dates[name] = attributes[.modificationDate] as? Date
    }
    return dates
  }

  /// Runs the tool in this folder.
  func run(_ arguments: String...) async throws -> ProcessResult {
    try await run(arguments)
  }

  /// Runs the tool like the method above.
  func run(
    _ arguments: [String], input: String = ""
  ) async throws -> ProcessResult {
    try await runProcess(
      builtTool, arguments, in: folder, input: input,
      environment: ["XDG_CACHE_HOME": url(".cache").path])
  }
}

/// A small project: a schema, two documents and a configuration.
enum Sample {
  static let schema = """
    directive @authenticated on FIELD_DEFINITION
    directive @if(feature: Feature!) on FIELD_DEFINITION | OBJECT
    directive @weight(value: Int!) on FIELD_DEFINITION

    enum Feature { LOYALTY }

    type Query {
      hello(name: String): String!
      viewer: Viewer @authenticated @weight(value: 30)
      orders: [Order!]! @weight(value: 50)
      points: Int @if(feature: LOYALTY)
    }

    type Viewer { id: ID! name: String }

    type Order { id: ID! }

    """

  static func configuration(_ clients: String...) -> String {
    #"{"version": 1, "clients": ["# + clients.joined(separator: ", ") + "]}"
  }

  static func client(
    authentication: String = "{}", options: String = "{}"
  ) -> String {
    """
    {
      "name": "Shop", "schema": "schema.graphql", "operations": "ops", "output": "out",
      "authentication": \(authentication), "options": \(options)
    }
    """
  }

  /// What `generate` prints for ``project(authentication:options:)``, before its time.
  static func summary(_ files: String) -> String {
    "Shop: 2 operations, 1 needs a session (CurrentViewer), no secret values\n  \(files)\n"
  }

  static func project(
    authentication: String = "{}", options: String = "{}"
  ) throws -> Workbench {
    try Workbench([
      "authgen.json": configuration(client(authentication: authentication, options: options)),
      "schema.graphql": schema,
      "ops/Hello.graphql": "query Hello($name: String) { hello(name: $name) }\n",
      "ops/Viewer.graphql": "query CurrentViewer { viewer { id name } }\n",
    ])
  }
}

extension ProcessResult {
  /// The output of `generate` without its last line, which has the time.
  var untimedOutput: String {
    output.replacing(/(^|\n)Done in \d+\.\d\d s\.\n$/) { String($0.1) }
  }
}
