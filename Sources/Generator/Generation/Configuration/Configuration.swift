// The contents of a configuration file (authgen.json): the clients to generate, their input and
// options.

import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenValidation

package struct Configuration: Sendable {
  /// One client to generate. Its paths are as written in the configuration: absolute, or relative
  /// to the configuration's folder.
  package struct Client: Sendable {
    package var settings: ClientSettings
    /// The schema files, as SDL or introspection JSON; at least one.
    package var schema: [String]
    /// Files or folders of GraphQL documents; at least one.
    package var operations: [String]
    /// The folder for the generated files. Each client has its own. Nil if only builds generate the
    /// client, into the build's folder.
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

  /// The version of the configuration format that this generator reads.
  package static let version = 1

  /// The clients in the order of the file; at least one.
  package var clients: [Client]

  /// Reads a configuration file.
  ///
  /// - Returns: the configuration, unless there is an error, and all problems in the order of their
  ///   positions. If a file is not JSON, or has another version of the format, that is the only
  ///   problem reported.
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

  /// Checks the version first: in another format, diagnostics about the other keys would be
  /// misleading.
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
