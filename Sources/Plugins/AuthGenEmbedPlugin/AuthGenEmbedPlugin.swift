// Embeds the templates and the runtime's sources in the generator, so that its binary needs no other files.

import Foundation
import PackagePlugin

/// Makes a Swift file with the enum `EmbeddedFiles`. Each of its constants has the files of one folder by name:
///
/// ```swift
/// package enum EmbeddedFiles {
///   package static let templates: [(name: String, text: String)] = [
///     ("client", ####"""
///     …
///     """####),
///   ]
/// }
/// ```
@main
struct AuthGenEmbedPlugin: BuildToolPlugin {
  /// The constants, with their folders and the names of files in these.
  private static let constants = [
    ("templates", "Templates/text", ".mustache"),
    ("runtime", "Sources/Runtime/AuthGenRuntime", ".swift"),
    ("sessions", "Sources/Runtime/AuthGenSessions", ".swift"),
    ("catching", "Sources/Runtime/AuthGenCatching", ".swift"),
  ]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let output = context.pluginWorkDirectoryURL.appending(path: "Embedded.swift")
    var arguments = [output.path]
    var inputs: [URL] = []
    for (name, folder, ending) in Self.constants {
      let files = try Self.files(in: root.appending(path: folder), ending: ending)
      inputs += files
      arguments += [":\(name)"] + files.map(\.path)
    }
    let script = root.appending(path: "Sources/Plugins/AuthGenEmbedPlugin/embed.sh")
    return [
      .buildCommand(
        displayName: "Embedding templates and the runtime",
        executable: URL(fileURLWithPath: "/bin/sh"), arguments: [script.path] + arguments,
        inputFiles: inputs + [script], outputFiles: [output])
    ]
  }

  /// The files below a folder, in the order of their names.
  private static func files(in folder: URL, ending: String) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(ending) }.map { folder.appending(path: $0) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
