// Finds the operations that schema changes can affect: the named ones, or those of the project.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel

extension Arguments {
  /// - Parameter schemas: the paths of the compared schemas. They select one of several clients.
  /// - Returns: nil if no operations are named and there is no configuration.
  func diffOperations(schemas: [String]) throws -> [InputFile]? {
    if !operations.isEmpty {
      guard config == nil, clients.isEmpty else {
        throw UsageError("--operations excludes --config and --client")
      }
      return try read([("", operations.map { .init($0) })], SourceMap())
    }
    let isNamed = config != nil || !clients.isEmpty
    guard isNamed || Project.defaultPath != nil else { return nil }
    let project = try Project.fromConfiguration(self)
    let chosen = clients.isEmpty ? try choose(project, schemas) : project.clients
    return try read(chosen.map { (project.folder, $0.operations + $0.others) }, project.sources)
  }

  /// Returns the clients whose schema is one of the two.
  private func choose(
    _ project: Project, _ schemas: [String]
  ) throws(UsageError) -> [Configuration.Client] {
    guard project.clients.count > 1 else { return project.clients }
    let compared = schemas.map { FileSystem.resolved($0) }
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

  /// Reads each file once.
  ///
  /// - Parameter sources: the sources that the positions of the paths refer to.
  private func read(
    _ groups: [(folder: String, paths: [Configuration.Path])], _ sources: SourceMap
  ) throws(Project.Problem) -> [InputFile] {
    var files: [InputFile] = []
    var paths: Set<String> = []
    for group in groups {
      let input = ClientInput(
        folder: group.folder, schema: [], operations: group.paths, templates: nil)
      guard input.diagnostics.isEmpty else {
        throw Project.Problem(diagnostics: input.diagnostics, sources: sources)
      }
      files += input.operations.filter { paths.insert($0.path).inserted }
    }
    return files
  }
}
