// Finds what `authgen diff` compares: two schemas, and the operations that use them.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel

struct DiffInput {
  /// The client; nil without a configuration.
  var client: Configuration.Client?
  let old: [InputFile]
  let new: [InputFile]
  /// Nil if no operations are named and there is no configuration.
  var operations: [InputFile]?
  /// The sources that the client's settings refer to.
  var sources = SourceMap()

  /// The client's settings without doc comments, which the report does not show.
  var settings: ClientSettings {
    var settings = client?.settings ?? ClientSettings(name: "API")
    settings.documentation = .none
    return settings
  }

  /// Returns an input for each client whose schemas are compared. Without a configuration, returns one.
  static func all(_ arguments: Arguments) throws -> [DiffInput] {
    let isNamed = arguments.config != nil || !arguments.clients.isEmpty
    guard arguments.operations.isEmpty || !isNamed else {
      throw UsageError("--operations excludes --config and --client")
    }
    let hasConfiguration = isNamed || Project.defaultPath != nil
    guard hasConfiguration || !arguments.operations.isEmpty || !arguments.failure.needsOperations
    else {
      throw UsageError(
        "--fail-on \(arguments.failure.rawValue) requires operations",
        help: "name them with --operations, or their configuration with --config")
    }
    guard let new = arguments.operands.last else { return try workingCopies(arguments) }
    let old = arguments.operands.count == 2 ? arguments.operands[0] : nil
    guard new != "-" || old != nil && old != "-" else {
      throw UsageError(
        "OLD and NEW cannot both be standard input", help: "name a file for one of them")
    }
    let newFile = try schema(new)
    let oldFile = try old.map { try schema($0) } ?? GitRevision(headOf: newFile.path).read()
    var input = DiffInput(old: [oldFile], new: [newFile])
    if !arguments.operations.isEmpty {
      input.operations = try read(
        arguments.operations.map { .init($0) }, schema: arguments.operands.map { .init($0) },
        in: "", SourceMap())
      return [input]
    }
    guard hasConfiguration else { return [input] }
    let project = try Project.fromConfiguration(arguments)
    let clients =
      arguments.clients.isEmpty
      ? try choose(project, [old, new].compactMap { $0 }) : project.clients
    return try clients.map { try input.completed(with: $0, of: project) }
  }

  /// Returns the clients of the configuration, whose schemas are compared with those of the last commit.
  private static func workingCopies(_ arguments: Arguments) throws -> [DiffInput] {
    guard arguments.operations.isEmpty else {
      throw UsageError("--operations requires a schema", help: "name OLD and NEW")
    }
    let project = try Project.fromConfiguration(arguments)
    return try project.clients.map { client in
      let paths = client.schema.map { FilePath.join(project.folder, $0.value) }
      // A file that the last commit does not have is new.
      let heads = paths.map { path in
        Result { () throws(Diagnostic) in try GitRevision(headOf: path).read() }
      }
      var old = heads.compactMap { try? $0.get() }
      if old.isEmpty { old = try heads.map { try $0.get() } }
      let new = try paths.map { InputFile(path: $0, content: try FileSystem.read($0)) }
      return try DiffInput(old: old, new: new).completed(with: client, of: project)
    }
  }

  private func completed(
    with client: Configuration.Client, of project: Project
  ) throws -> DiffInput {
    var input = self
    input.client = client
    input.sources = project.sources
    input.operations = try Self.read(
      client.operations + client.others, schema: client.schema, in: project.folder,
      project.sources)
    return input
  }

  /// - Parameter operand: a path, a revision and a path, or "-" for standard input.
  private static func schema(_ operand: String) throws -> InputFile {
    if operand == "-" {
      return InputFile(path: "(standard input)", content: try FileSystem.readStandardInput())
    }
    if let revision = GitRevision(operand) { return try revision.read() }
    return InputFile(path: operand, content: try FileSystem.read(operand))
  }

  /// Returns the clients whose schema is one of the two.
  private static func choose(
    _ project: Project, _ schemas: [String]
  ) throws(UsageError) -> [Configuration.Client] {
    guard project.clients.count > 1 else { return project.clients }
    let compared = schemas.map { schema in
      FileSystem.resolved(
        GitRevision(schema) == nil ? schema : String(schema.split(separator: ":")[1]))
    }
    let clients = project.clients.filter { client in
      client.schema.contains {
        compared.contains(FileSystem.resolved(FilePath.join(project.folder, $0.value)))
      }
    }
    guard !clients.isEmpty else {
      throw UsageError(
        "the configuration has several clients, and no client uses either schema",
        help: "name the clients to check with --client")
    }
    return clients
  }

  /// - Parameters:
  ///   - schema: the paths of the schema, which are no operations.
  ///   - sources: the sources that the positions of the paths refer to.
  private static func read(
    _ paths: [Configuration.Path], schema: [Configuration.Path], in folder: String,
    _ sources: SourceMap
  ) throws(Project.Problem) -> [InputFile] {
    let input = ClientInput(
      folder: folder, schema: schema, readsSchema: false, operations: paths, templates: nil)
    guard !input.diagnostics.hasErrors else {
      throw Project.Problem(diagnostics: input.diagnostics, sources: sources)
    }
    return input.operations
  }
}
