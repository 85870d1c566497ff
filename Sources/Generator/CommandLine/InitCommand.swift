// authgen init

import AuthGenGeneration
import AuthGenLanguage
import AuthGenValidation

struct InitCommand: Command {
  static let name = "init"
  static let summary = "write a new configuration and first operations, for a schema or with a stub"
  static let flags: [Flag] = [.schema, .target, .module, .editors, .config, .quiet]

  func run(_ arguments: Arguments) throws -> ExitCode {
    if arguments.isForEditors { return try writeEditorFiles(arguments) }
    guard arguments.config == nil else {
      throw UsageError("--config requires --editors", help: "authgen init writes authgen.json")
    }
    let proposal = arguments.schema.isEmpty ? nil : try Self.proposal(arguments)
    let files =
      proposal?.files(schema: arguments.schema, target: arguments.target)
      ?? Self.files(forTarget: arguments.target)
    let present = files.map(\.path).filter(FileSystem.isTaken)
    guard present.isEmpty else {
      throw Diagnostic(
        rule: .files, message: "\(present.joined(separator: ", ")) already exists",
        help: "authgen init never overwrites files: move it away, or edit it; --editors adds"
          + " the files for editors")
    }
    for file in files {
      try FileSystem.makeFolder(FilePath.parent(file.path))
      try FileSystem.write(Array(file.text.utf8), to: file.path)
    }
    return try addEditorFiles(arguments) { written, kept in
      Self.list("Wrote", files.map(\.path) + written) + Self.list("Kept", kept) + [""]
        + (proposal.map { [$0.summary, ""] } ?? [])
        + [Self.nextSteps(arguments, proposal)]
    }
  }

  /// Reads the schema, and proposes a client for it.
  private static func proposal(_ arguments: Arguments) throws -> ClientProposal {
    var run = try Project.onlyRun(arguments, withOperations: false)
    // The files of a schema of AppSync lack definitions.
    var incomplete = run
    _ = incomplete.schema()
    let definitions = AppSyncDefinitions(missingBy: incomplete.diagnostics).text
    let added = definitions.map {
      InputFile(path: AppSyncDefinitions.path, content: Array($0.utf8))
    }
    guard let schema = run.schema(adding: [added].compactMap(\.self)) else {
      throw Project.Problem(diagnostics: run.diagnostics, sources: run.sources)
    }
    return ClientProposal(
      schema.value, definitions, symbols: run.pipeline.symbols, sources: run.sources)
  }

  /// - Parameter target: the target that the build plugin generates the client for. If nil, the
  ///   user runs `authgen generate`.
  private static func files(forTarget target: String?) -> [(path: String, text: String)] {
    [
      (
        "authgen.json",
        ClientProposal.configuration(
          schema: ["GraphQL/schema.graphql"], target: target,
          authentication: [("authenticated", .texts(["Query.viewer"]))])
      ),
      (
        "GraphQL/schema.graphql",
        """
        type Query {
          "A greeting, which needs no session."
          hello(name: String): String!
          "The logged-in user."
          viewer: Viewer
        }

        type Viewer {
          id: ID!
          name: String
        }

        """
      ),
      (
        "GraphQL/operations/Hello.graphql",
        """
        query Hello($name: String) {
          hello(name: $name)
        }

        """
      ),
    ]
  }

  private static func nextSteps(_ arguments: Arguments, _ proposal: ClientProposal?) -> String {
    let places =
      proposal == nil
      ? "Put your schema and operations in their places."
      : "Add your operations to GraphQL/operations."
    let products = (proposal?.libraries ?? ["AuthGenRuntime"]).filter {
      !arguments.modules.contains($0)
    }
    let dependencies = "dependencies: [\(LibraryProducts.dependencies(products))]"
    guard let target = arguments.target else {
      return """
        \(places) Then run `authgen generate`. The target that
        compiles Sources/Generated needs the products that it imports; in Package.swift:

          .target(
            name: "Generated",
            \(dependencies))
        """
    }
    return """
      The target needs the products that it imports, and the plugin. If Package.swift lacks them, add to \(target):

      \(products.isEmpty ? "" : "  \(dependencies),\n")  plugins: [.plugin(name: "AuthGenBuildPlugin", package: "authgen")]

      Every build then generates code from the documents.\(proposal == nil ? " \(target) can use HelloQuery." : "")
      \(places)

      In an Xcode project, keep only authgen.json in the target's folder: Xcode copies files that it does not compile
      into the app. The article "Using authgen in Xcode" has the commands for that.
      """
  }
}
