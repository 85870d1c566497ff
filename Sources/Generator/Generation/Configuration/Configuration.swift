// The contents of a configuration file (authgen.json): the clients to generate, their input and options.
//
//     {"version": 1, "clients": [{"name": "Library", "schema": "s.graphql", "operations": "Operations"}]}
//
// gives one client with these paths and the defaults of all options. With "options": {"acessLevel":
// "public"}, there is no configuration, and the error is: unknown key "acessLevel".

package import AuthGenLanguage
package import AuthGenSwiftModel
package import AuthGenValidation

package struct Configuration: Sendable {
  /// A path and its position, for problems with the file or folder.
  package typealias Path = ClientSettings.Placed<String>

  /// One client to generate. Its paths are as written in the configuration: absolute, or relative
  /// to the configuration's folder.
  package struct Client: Sendable {
    package var settings = ClientSettings(name: "")
    /// The schema files, as SDL or introspection JSON; at least one.
    package var schema: [Path] = []
    /// Files or folders of GraphQL documents; at least one.
    package var operations: [Path] = []
    /// The configuration of the client that this one extends; nil if it extends none.
    package var extends: Path?
    /// The documents of the targets that extend this client.
    package var usedBy: [Path] = []
    /// The documents of other targets that belong to the client: those of `usedBy`, or of the extended
    /// client.
    package var others: [Path] = []
    /// Whether problems of the other targets' documents are reported, too.
    package var reportsOthers = false
    /// The documents of the targets that extend the same client.
    package var siblings: [Path] = []
    /// The folder for the generated files. Each client has its own. Nil if only builds generate the
    /// client, into the build's folder.
    package var output: Path?
    /// A folder with templates that override the built-in ones of the same name. Default: none.
    package var templates: Path?
    package var validation = ValidationOptions()

    package init() {}
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
    let configuration: Configuration?
    do throws(Diagnostic) {
      let root = try JSONValue.parse(source)
      try checkVersion(root)
      configuration = file.read(root, &diagnostics)
      diagnostics += clashes(of: root["clients"]?.array ?? [])
    } catch {
      return (nil, [error])
    }
    let inOrder = diagnostics.enumerated().sorted {
      ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
    }.map(\.element)
    return (inOrder.hasErrors ? nil : configuration, inOrder)
  }

  /// Checks the version first: in another format, diagnostics about the other keys would be misleading.
  private static func checkVersion(_ root: JSONValue) throws(Diagnostic) {
    guard let value = root["version"], let found = value.integer, found != version else { return }
    throw Diagnostic(
      rule: .configuration, message: "unknown version \(found) of the configuration format",
      at: value.position,
      help: found > version
        ? "this authgen reads version \(version): update authgen, or write \"version\": \(version)"
        : "this authgen reads version \(version): write \"version\": \(version)")
  }

  /// Returns a diagnostic for each client that has the name or the output folder of an earlier one.
  private static func clashes(of clients: [JSONValue]) -> [Diagnostic] {
    repeated(
      "name", of: clients, { $0 }, { "duplicate client name \"\($0)\"" },
      help: "rename one of them")
      + repeated(
        "client", of: clients, { $0 }, { "two entries extend the client \"\($0)\"" },
        help: "list the operations of both in one of them")
      + repeated(
        "output", of: clients, FilePath.normalized,
        { "two clients have the output folder \"\($0)\"" },
        help: "give each client its own folder: authgen removes files of other clients")
  }

  private static func repeated(
    _ key: String, of clients: [JSONValue], _ identity: (String) -> String,
    _ message: (String) -> String, help: String
  ) -> [Diagnostic] {
    var first: [String: Position] = [:]
    return clients.compactMap { client in
      guard let value = client[key], let text = value.string?.text else { return nil }
      guard let earlier = first[identity(text)] else {
        first[identity(text)] = value.position
        return nil
      }
      return Diagnostic(
        rule: .configuration, message: message(text), at: value.position,
        notes: [.init(earlier, "the other one is here")], help: help)
    }
  }
}
