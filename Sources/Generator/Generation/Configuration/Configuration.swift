// What a configuration file (authgen.json) says: which clients to generate, from what, and how.

import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenValidation

package struct Configuration: Sendable {
  /// One client to generate. Its paths are as they were written: relative to the configuration's
  /// folder, unless absolute.
  package struct Client: Sendable {
    package var settings: ClientSettings
    /// Files with the schema, SDL or introspection JSON; one at least.
    package var schema: [String]
    /// Files or folders of GraphQL documents; one at least.
    package var operations: [String]
    /// The folder that the generated files go to. No two clients share one. Nil where only builds
    /// generate the client, into a folder of theirs.
    package var output: String?
    /// A folder with templates that override the built-in ones of the same name. Default: none.
    package var templates: String?
    package var validation: ValidationOptions

    package init(
      settings: ClientSettings, schema: [String], operations: [String], output: String?,
      templates: String? = nil, validation: ValidationOptions = ValidationOptions()
    ) {
      self.settings = settings
      self.schema = schema
      self.operations = operations
      self.output = output
      self.templates = templates
      self.validation = validation
    }
  }

  /// The version of the format that this generator reads.
  package static let version = 1

  /// In the order of the file; one at least.
  package var clients: [Client]

  /// Reads a configuration file.
  ///
  /// - Returns: the configuration, unless there is an error, and all problems at once in the order
  ///   of their places. A file that is no JSON, or of another version of the format, has that one
  ///   problem only.
  package static func read(
    _ source: Source
  ) -> (configuration: Configuration?, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    var clients: [Client] = []
    do throws(Diagnostic) {
      let root = try JSONValue.parse(source)
      try checkVersion(root)
      ObjectReader.read(root, &diagnostics) { root in
        root.ignore("$schema", .text)
        root.requireVersion()
        clients = root.readClients()
      }
    } catch {
      return (nil, [error])
    }
    let inOrder = diagnostics.enumerated().sorted {
      ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
    }.map(\.element)
    return (inOrder.hasErrors ? nil : Configuration(clients: clients), inOrder)
  }

  /// Complaints about the rest of a file in another format would lead astray.
  private static func checkVersion(_ root: JSONValue) throws(Diagnostic) {
    guard let value = root["version"], let found = value.integer, found != version else { return }
    throw Diagnostic(
      rule: ObjectReader.rule, message: "unknown version \(found) of the configuration format",
      at: value.position,
      help: found > version
        ? "this authgen reads version \(version): update authgen, or write \"version\": \(version)"
        : "this authgen reads version \(version): write \"version\": \(version)")
  }
}

extension ObjectReader {
  fileprivate mutating func requireVersion() {
    _ = require("version", .wholeNumber, example: "\(Configuration.version)")
  }

  fileprivate mutating func readClients() -> [Configuration.Client] {
    guard let values = require("clients", .nonEmptyList(of: .anything), example: "[{ … }]") else {
      return []
    }
    var names: [String: Position] = [:]
    var outputs: [String: Position] = [:]
    return values.compactMap { value in
      read(value) { client in
        client.readClient(names: &names, outputs: &outputs)
      }.flatMap { $0 }
    }
  }
}
