// authgen build

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel

/// Generates all clients into one folder, as exactly the files that the build declared at planning.
/// SwiftPM compiles the declared files, and plans again only if files are added to or removed from
/// the target's folder.
struct BuildCommand: Command {
  static let name = "build"
  static let summary = "write the sources of all clients to the named files; for the build plugin"
  static let flags: [Flag] = [
    .config, .output, .outputFile, .target, .xcode, .module, .schemaErrors,
  ]

  func run(_ arguments: Arguments) throws -> ExitCode {
    guard let output = arguments.output, !arguments.outputFiles.isEmpty else {
      throw UsageError(
        "build requires --output and --output-file",
        help: "the build plugin passes them; `authgen generate` is for use by hand")
    }
    if let name = arguments.outputFiles.first(where: { FilePath.name($0) != $0 }) {
      throw UsageError("\"\(name)\" is not a file name")
    }
    let project = try Project.fromConfiguration(arguments)
    var report = ProblemReport(arguments)
    var files: [GeneratedFile] = []
    var target = SharedTarget()
    for client in project.clients {
      var run = ClientRun(client, of: project, arguments: arguments)
      let generated = run.generate(layout: .perDocument(client.settings.filesPerDocument))
      files += generated?.files ?? []
      report.add(
        run.diagnostics + objections(to: client, in: project, arguments)
          + [objection(to: generated?.files ?? [], of: client)].compactMap(\.self)
          + target.add(generated?.model, of: client.settings.name)
          + missingProducts(of: generated?.files ?? [], client, arguments),
        of: run)
    }
    guard report.exitCode == .success else { return report.finish() }
    let folder = OutputFolder(path: output, marker: ClientRenderer.markerPrefix)
    try folder.apply(folder.changes(to: arrange(files, as: arguments.outputFiles)))
    return report.finish()
  }

  /// Reports documents and templates in folders that the build of a package does not watch. Xcode's plugin
  /// declares each folder as an input.
  private func objections(
    to client: Configuration.Client, in project: Project, _ arguments: Arguments
  ) -> [Diagnostic] {
    guard arguments.target != nil else { return [] }
    let home = FileSystem.resolved(project.folder) + "/"
    // The templates of an extended client are in its folder.
    let templates = client.extends == nil ? client.templates : nil
    let paths = client.operations + [templates].compactMap(\.self)
    let elsewhere = paths.filter {
      let path = FilePath.join(project.folder, $0.value)
      return FileSystem.kind(of: path) == .folder
        && !(FileSystem.resolved(path) + "/").hasPrefix(home)
    }
    return elsewhere.map {
      Diagnostic(
        rule: .files,
        message: "the folder \"\($0.value)\" of client \"\(client.settings.name)\" is not below "
          + "\(project.folder): builds cannot detect files that are added to it",
        at: $0.position, help: "move it there, or name its files one by one")
    }
  }

  /// Reports missing dependencies. The target of an Xcode project has no name here, because the plugin cannot
  /// see the packages that it links.
  private func missingProducts(
    of files: [GeneratedFile], _ client: Configuration.Client, _ arguments: Arguments
  ) -> [Diagnostic] {
    guard let target = arguments.target else { return [] }
    return LibraryProducts.objections(
      to: files, of: client.settings.name, inTarget: target, modules: arguments.modules)
  }

  /// The length of a file that costs the compiler much memory.
  private static let maximumLineCount = 4_000

  /// Warns about the longest file, if it is too long.
  private func objection(
    to files: [GeneratedFile], of client: Configuration.Client
  ) -> Diagnostic? {
    let lengths = files.map { file in file.content.count { $0 == UInt8(ascii: "\n") } }
    guard let longest = zip(files, lengths).max(by: { $0.1 < $1.1 }),
      longest.1 > Self.maximumLineCount
    else { return nil }
    // Names decide the files, so some become much longer than others.
    let count = max(lengths.reduce(0, +) / 1_000 + 1, (client.settings.fileCount ?? 0) * 3 / 2)
    return Diagnostic(
      .warning, rule: .files,
      message:
        "\(longest.0.name) of client \"\(client.settings.name)\" has \(longest.1) lines, and"
        + " compiling it takes much memory",
      help:
        "write \"files\": \(min(count, 1_000)) among the client's options, and touch Package.swift"
    )
  }

  /// Returns exactly the named files. Output that belongs in another file goes into the first one.
  /// A file without output contains only the marker.
  private func arrange(_ files: [GeneratedFile], as names: [String]) -> [GeneratedFile] {
    let declared = Set(names)
    let groups = Dictionary(grouping: files) { declared.contains($0.name) ? $0.name : names[0] }
    let empty = Array((ClientRenderer.markerPrefix + "a build. Do not edit.\n").utf8)
    return declared.sorted().map {
      GeneratedFile(name: $0, content: groups[$0].map(JoinedFile.content) ?? empty)
    }
  }
}
