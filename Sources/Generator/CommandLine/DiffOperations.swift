// Finds the operations that schema changes can affect: the named ones, or those of the project.

import AuthGenGeneration
import AuthGenLanguage

struct DiffOperations {
  private(set) var files: [InputFile] = []

  /// - Parameter schemas: the paths of the compared schemas. They select one of several clients.
  /// - Returns: nil if no operations are named and there is no configuration.
  static func find(
    _ arguments: Arguments, schemas: [String]
  ) throws(Arguments.UsageError) -> Result<DiffOperations?, Project.Problem> {
    if !arguments.operations.isEmpty {
      guard arguments.config == nil, arguments.clients.isEmpty else {
        throw Arguments.UsageError(
          message: "--operations excludes --config and --client", help: nil)
      }
      return read([("", arguments.operations.map { .init($0) })], SourceMap())
    }
    let isNamed = arguments.config != nil || !arguments.clients.isEmpty
    guard isNamed || Project.defaultPath != nil else { return .success(nil) }
    switch Project.fromConfiguration(arguments) {
    case .failure(let problem):
      return .failure(problem)
    case .success(let project):
      let clients =
        arguments.clients.isEmpty ? try choose(project, schemas) : project.clients
      return read(clients.map { (project.folder, $0.operations + $0.others) }, project.sources)
    }
  }

  /// Returns the clients whose schema is one of the two.
  private static func choose(
    _ project: Project, _ schemas: [String]
  ) throws(Arguments.UsageError) -> [Configuration.Client] {
    guard project.clients.count > 1 else { return project.clients }
    let compared = schemas.map { FileSystem.resolved($0) }
    let clients = project.clients.filter { client in
      client.schema.contains {
        compared.contains(FileSystem.resolved(FilePath.join(project.folder, $0.value)))
      }
    }
    guard !clients.isEmpty else {
      throw Arguments.UsageError(
        message: "the configuration has several clients, and no client uses either schema",
        help: "name the clients to check with --client")
    }
    return clients
  }

  /// Reads each file once.
  ///
  /// - Parameter sources: the sources that the positions of the paths refer to.
  private static func read(
    _ groups: [(folder: String, paths: [Configuration.Path])], _ sources: SourceMap
  ) -> Result<DiffOperations?, Project.Problem> {
    var operations = DiffOperations()
    var paths: Set<String> = []
    do throws(ClientInput.InputErrors) {
      for group in groups {
        let input = try ClientInput(
          folder: group.folder, schema: [], operations: group.paths, templates: nil)
        for file in input.operations where paths.insert(file.path).inserted {
          operations.files.append(file)
        }
      }
    } catch {
      return .failure(Project.Problem(diagnostics: error.diagnostics, sources: sources))
    }
    return .success(operations)
  }
}
