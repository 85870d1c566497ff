// authgen init

import AuthGenGeneration
import AuthGenLanguage
import AuthGenValidation

struct InitCommand: Command {
  static let name = "init"
  static let summary = "write a new configuration and first operations, for a schema or a demo"
  static let flags: [Flag] = [.schema, .target, .xcode, .module, .editors, .config, .quiet]

  func run(_ arguments: Arguments) throws -> ExitCode {
    if arguments.isForEditors { return try writeEditorFiles(arguments) }
    guard arguments.config == nil else {
      throw UsageError("--config requires --editors", help: "authgen init writes authgen.json")
    }
    guard arguments.target == nil || arguments.xcodeTarget == nil else {
      throw UsageError(
        "--target and --xcode exclude each other", help: "--target is for a target of a package")
    }
    let isDemo = arguments.schema.isEmpty
    let proposal = try isDemo ? Self.demoProposal() : Self.proposal(arguments)
    var files = proposal.files(
      schema: isDemo ? [Self.demoSchema.path] : arguments.schema,
      target: arguments.buildTarget)
    if isDemo { files.insert(contentsOf: Self.demoFiles, at: 1) }
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
        + (isDemo ? [] : [proposal.summary, ""]) + [Self.nextSteps(arguments, proposal)]
    }
  }

  private static func demoProposal() throws(Project.Problem) -> ClientProposal {
    try ClientProposal(InputFile(path: demoSchema.path, content: Array(demoSchema.text.utf8)))
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

  private static func nextSteps(_ arguments: Arguments, _ proposal: ClientProposal) -> String {
    let isDemo = arguments.schema.isEmpty && arguments.buildTarget != nil
    let showsProgram = isDemo && !FileSystem.isTaken("main.swift")
    let products = (proposal.libraries + (isDemo ? ["AuthGenTesting"] : [])).filter {
      !arguments.modules.contains($0)
    }
    let dependencies = "dependencies: [\(LibraryProducts.dependencies(products))]"
    let places = "Add your operations to GraphQL/operations."
    if let target = arguments.xcodeTarget {
      return """
        In Xcode, add the package of authgen to the project, and these products to the target \(target):
        \(products.joined(separator: ", ")).
        Under Build Phases of \(target), add AuthGenBuildPlugin to Run Build Tool Plug-ins.

        Every build then generates code from the documents. \(places) Leave authgen.json and
        GraphQL beside the project. Do not add them to a target, because Xcode then copies them into the app.
        """
    }
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

      Every build then generates code from the documents. \(places)\
      \(showsProgram ? "\n\n\(demoProgram)" : "")\(isDemo ? "\n\nRun it: swift run \(target.quotedForShell)" : "")
      """
  }
}
