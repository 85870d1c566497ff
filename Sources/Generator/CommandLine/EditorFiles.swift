// The files that editors read, beside a configuration: its JSON Schema, and the graphql-config file
// that tells language servers which schema the documents use. authgen reads neither.
// https://the-guild.dev/graphql/config/docs/user/usage

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel

struct EditorFiles {
  /// The value of `$schema`. The JSON Schema is a file beside the configuration: a path works
  /// offline and on each machine, and editors resolve it from the configuration's folder. Some
  /// editors do so only for a path with "./".
  static let schemaReference = "./\(schemaName)"
  private static let schemaName = "authgen.schema.json"
  private static let languageServerName = ".graphqlrc.yml"

  let project: Project

  /// Writes the files that do not exist.
  ///
  /// - Returns: the paths of the written files, and those of existing files.
  func write() throws(FileError) -> (written: [String], kept: [String]) {
    var written: [String] = []
    var kept: [String] = []
    let files = [
      (Self.schemaName, ConfigurationSchema.text), (Self.languageServerName, languageServerText),
    ]
    for (name, text) in files {
      let path = FilePath.join(project.folder, name)
      if let existing = existing(name) {
        kept.append(existing)
      } else {
        try FileSystem.write(Array(text.utf8), to: path)
        written.append(path)
      }
    }
    return (written, kept)
  }

  /// Returns the existing file with this purpose. A language server reads one graphql-config file,
  /// which has one of many names.
  private func existing(_ name: String) -> String? {
    let path = FilePath.join(project.folder, name)
    if FileSystem.isTaken(path) { return path }
    guard name == Self.languageServerName,
      let names = try? FileSystem.names(in: project.folder),
      let other = names.first(where: {
        $0.hasPrefix(".graphqlrc") || $0.hasPrefix("graphql.config.")
      })
    else { return nil }
    return FilePath.join(project.folder, other)
  }

  // MARK: graphql-config

  private var languageServerText: String {
    var lines = [
      "# The schema and the documents, for the language servers of editors (graphql-config)."
    ]
    if project.clients.count == 1 {
      lines += self.lines(of: project.clients[0])
    } else {
      lines.append("projects:")
      for client in project.clients {
        lines.append("  \(Self.quoted(client.settings.name)):")
        lines += self.lines(of: client).map { "    " + $0 }
      }
    }
    return (lines + [""]).joined(separator: "\n")
  }

  private func lines(of client: Configuration.Client) -> [String] {
    let documents = (client.operations + client.others).map(\.value).map { path in
      FileSystem.kind(of: FilePath.join(project.folder, path)) == .folder
        ? FilePath.join(path, "**/*.{graphql,gql}") : path
    }
    return ["schema:"] + client.schema.map { "  - \(Self.quoted($0.value))" } + ["documents:"]
      + documents.map { "  - \(Self.quoted($0))" }
  }

  /// Returns a YAML scalar in double quotes. Each JSON string is one, and means the same
  /// (https://yaml.org/spec/1.2.2/#1.3-relation-to-json).
  private static func quoted(_ text: String) -> String { JSONLayout.text(text).text() }
}
