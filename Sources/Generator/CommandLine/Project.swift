// The clients that a command works on, from a configuration or from flags.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenValidation

struct Project {
  /// The folder that relative paths start from.
  let folder: String
  let clients: [Configuration.Client]
  /// The sources that were read: the configuration, which settings refer to.
  let sources: SourceMap

  /// Why loading the project failed.
  struct Problem: Error {
    let diagnostics: [Diagnostic]
    let sources: SourceMap
  }

  /// The default paths of the configuration, in search order.
  static let defaultPaths = ["authgen.json", "Schemas/authgen.json"]

  /// The first of ``defaultPaths`` that exists; nil if none does.
  static var defaultPath: String? { defaultPaths.first { FileSystem.kind(of: $0) != nil } }

  /// - Parameter needsOutput: whether the command writes or compares files.
  static func load(_ arguments: Arguments, needsOutput: Bool) throws -> Project {
    if arguments.schema.isEmpty {
      guard arguments.operations.isEmpty, arguments.output == nil else {
        throw UsageError(
          "--operations and --output go with --schema",
          help: "without --schema, the configuration says where everything is")
      }
      if !needsOutput, arguments.config == nil, defaultPath == nil,
        let project = try ofPackage(arguments)
      {
        return project
      }
      return try fromConfiguration(arguments)
    }
    guard arguments.config == nil else {
      throw UsageError("--schema and --config exclude each other")
    }
    return try fromFlags(arguments, needsOutput: needsOutput)
  }

  private static func fromFlags(
    _ arguments: Arguments, needsOutput: Bool
  ) throws(UsageError) -> Project {
    if needsOutput {
      guard arguments.output != nil, !arguments.operations.isEmpty else {
        throw UsageError("--schema requires --operations and --output")
      }
    }
    guard arguments.clients.count <= 1 else {
      throw UsageError("several clients require a configuration", help: "name one with --client")
    }
    var client = Configuration.Client()
    client.settings.name = arguments.clients.first ?? "API"
    guard SwiftText.isTypeName(client.settings.name) else {
      throw UsageError(
        "\"\(client.settings.name)\" is not a valid client name",
        help: "use a Swift identifier that begins with a capital")
    }
    client.schema = arguments.schema.map { .init($0) }
    client.operations = arguments.operations.map { .init($0) }
    client.output = arguments.output.map { .init($0) }
    return Project(folder: "", clients: [client], sources: SourceMap())
  }

  /// Returns the clients of all targets of the package in this folder. A client has the documents of all
  /// targets that extend it.
  ///
  /// - Returns: nil if there are no configurations.
  private static func ofPackage(_ arguments: Arguments) throws -> Project? {
    let paths = configurationsOfTargets
    guard !paths.isEmpty else { return nil }
    return try reading { sources in
      var found: [(path: String, client: Configuration.Client)] = []
      for path in paths { found += try Self.clients(in: path, &sources).map { (path, $0) } }
      var clients: [Configuration.Client] = []
      for (path, client) in found {
        let isOfOther = found.contains {
          $0.client.extends == nil && client.extends($0.client, at: $0.path, from: path)
        }
        if isOfOther { continue }
        let features = found.filter { $0.client.extends(client, at: path, from: $0.path) }
        let others = features.flatMap { feature in
          feature.client.operations.map { $0.moved(from: FilePath.parent(feature.path)) }
        }
        let folder = FilePath.parent(path)
        clients.append(
          try client.completed(in: folder, sources: &sources).moved(
            from: folder, adding: others))
      }
      return ("", try select(arguments.clients, from: clients))
    }
  }

  /// The configurations of targets, which the build plugin uses.
  private static var configurationsOfTargets: [String] {
    let names = (try? FileSystem.names(in: "Sources")) ?? []
    return names.map { "Sources/\($0)/authgen.json" }.filter { FileSystem.kind(of: $0) != nil }
      .sorted()
  }

  static func fromConfiguration(_ arguments: Arguments) throws -> Project {
    try reading { sources in
      let path = try path(of: arguments)
      let folder = FilePath.parent(path)
      var clients: [Configuration.Client] = []
      for client in try select(arguments.clients, from: try Self.clients(in: path, &sources)) {
        clients.append(try client.completed(in: folder, sources: &sources))
      }
      try checkOutputs(of: clients, in: folder)
      return (folder, clients)
    }
  }

  /// Returns the clients that `body` reads. Throws diagnostics together with the sources that they refer to.
  private static func reading(
    _ body: (inout SourceMap) throws -> (folder: String, clients: [Configuration.Client])
  ) throws -> Project {
    var sources = SourceMap()
    do {
      let (folder, clients) = try body(&sources)
      return Project(folder: folder, clients: clients, sources: sources)
    } catch let error as Diagnostic {
      throw Problem(diagnostics: [error], sources: sources)
    }
  }

  /// Returns the clients of a configuration.
  ///
  /// - Parameter sources: the map to add the configuration to.
  static func clients(
    in path: String, _ sources: inout SourceMap
  ) throws -> [Configuration.Client] {
    let result = Configuration.read(try sources.add(path: path, bytes: try FileSystem.read(path)))
    guard let configuration = result.configuration else {
      throw Problem(diagnostics: result.diagnostics, sources: sources)
    }
    return configuration.clients
  }

  /// Checks that no two output folders are one folder through a link.
  private static func checkOutputs(
    of clients: [Configuration.Client], in folder: String
  ) throws(Diagnostic) {
    var first: [String: Configuration.Path] = [:]
    for case let output? in clients.map(\.output) {
      let path = FileSystem.resolved(FilePath.join(folder, output.value))
      guard let earlier = first.updateValue(output, forKey: path) else { continue }
      throw Diagnostic(
        rule: .configuration,
        message: "the output folders \"\(earlier.value)\" and \"\(output.value)\" are one folder",
        at: output.position, notes: [.init(earlier.position, "the other one is here")],
        help: "give each client its own folder: authgen removes files of other clients")
    }
  }

  private static let missingHelp =
    "`authgen init` writes one; use --config for another file, or --schema for none"

  private static func path(of arguments: Arguments) throws(Diagnostic) -> String {
    if let named = arguments.config {
      guard FileSystem.kind(of: named) == nil else { return named }
      if let target = arguments.xcodeTarget {
        throw Diagnostic(
          rule: .files,
          message:
            "no \(FilePath.name(named)) among the files of the target \(target), nor beside its "
            + "project (\(FilePath.parent(named)))",
          help: "run `authgen init --xcode \(target)` in that folder")
      }
      if let target = arguments.target {
        throw Diagnostic(
          rule: .files,
          message: "no \(FilePath.name(named)) in the target \(target) (\(FilePath.parent(named)))",
          help: "run `swift package --allow-writing-to-package-directory authgen init --target "
            + "\(target)`")
      }
      throw Diagnostic(
        rule: .files, message: "there is no \(named)",
        help: missingHelp)
    }
    if let path = defaultPath { return path }
    throw Diagnostic(
      rule: .files,
      message: "there is neither \(defaultPaths.joined(separator: " nor ")) here",
      help: helpWithTargets ?? missingHelp)
  }

  /// Names the configurations of targets.
  private static var helpWithTargets: String? {
    let paths = configurationsOfTargets
    guard !paths.isEmpty else { return nil }
    return "use --config \(paths.prefix(3).joined(separator: " or --config "))"
  }

  private static func select(
    _ names: [String], from clients: [Configuration.Client]
  ) throws(Diagnostic) -> [Configuration.Client] {
    guard !names.isEmpty else { return clients }
    let known = clients.map(\.settings.name)
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw Diagnostic(
        rule: .configuration, message: "unknown client \"\(unknown)\"",
        help: didYouMean(unknown, among: known)
          ?? "the clients are \(known.joined(separator: ", "))")
    }
    return clients.filter { names.contains($0.settings.name) }
  }
}
