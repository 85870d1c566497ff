// authgen init --editors, and the files for editors of a new configuration

import AuthGenGeneration
import AuthGenLanguage

extension InitCommand {
  /// Writes the files for editors of an existing configuration.
  func writeEditorFiles(_ arguments: Arguments) throws -> ExitCode {
    guard arguments.schema.isEmpty else {
      throw UsageError(
        "--schema and --editors exclude each other",
        help: "--editors uses an existing configuration")
    }
    return try addEditorFiles(arguments) { written, kept in
      Self.list("Wrote", written) + Self.list("Kept", kept)
    }
  }

  /// Writes the files for editors, and prints a text about them.
  ///
  /// - Parameter text: makes the lines of the text from the written and the existing files.
  func addEditorFiles(
    _ arguments: Arguments, _ text: (_ written: [String], _ kept: [String]) -> [String]
  ) throws -> ExitCode {
    let files = try EditorFiles(project: try Project.fromConfiguration(arguments)).write()
    let lines = text(files.written, files.kept)
    if !arguments.isQuiet, !lines.isEmpty { Console.print(lines.joined(separator: "\n")) }
    return .success
  }

  /// Returns a line about files, or nothing without files.
  static func list(_ verb: String, _ paths: [String]) -> [String] {
    paths.isEmpty ? [] : ["\(verb) \(paths.map { $0.harmless() }.joined(separator: ", "))."]
  }
}
