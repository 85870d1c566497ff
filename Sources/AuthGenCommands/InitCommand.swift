// authgen init

import AuthGenCore
import AuthGenLanguage

struct InitCommand: Command {
  static let name = "init"
  static let summary = "begin: write a configuration, a schema stub and one operation"
  static let flags: [Flag] = [.quiet]

  private static let files = [
    (
      "authgen.json",
      """
      {
        "version": 1,
        "clients": [
          {
            "name": "Example",
            "schema": "GraphQL/schema.graphql",
            "operations": "GraphQL/operations",
            "output": "Sources/Generated",
            "authentication": { "authenticated": ["Query.viewer"] }
          }
        ]
      }

      """
    ),
    (
      "GraphQL/schema.graphql",
      """
      type Query {
        "A greeting, for anyone."
        hello(name: String): String!
        "Who is logged in."
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

  func run(_ arguments: Arguments) throws(Arguments.UsageError) -> ExitCode {
    let present = Self.files.map(\.0).filter(FileSystem.isTaken)
    guard present.isEmpty else {
      return arguments.report(
        [
          Diagnostic(
            rule: "files", message: "\(present.joined(separator: ", ")) is there already",
            help: "authgen init begins anew and overwrites nothing: move it away, or edit it")
        ], sources: SourceMap())
    }
    do throws(FileError) {
      for (path, text) in Self.files {
        try FileSystem.makeFolder(FilePath.parent(path))
        try FileSystem.write(Array(text.utf8), to: path)
      }
    } catch {
      return arguments.report([error.diagnostic], sources: SourceMap())
    }
    if !arguments.isQuiet { Console.print(Self.nextSteps) }
    return .success
  }

  private static let nextSteps = """
    Wrote \(files.map(\.0).joined(separator: ", ")).

    Put your schema and operations in their places, then run `authgen generate`. The target that
    compiles Sources/Generated needs the runtime; in Package.swift:

      .target(
        name: "Generated",
        dependencies: [.product(name: "AuthGenRuntime", package: "authgen")])
    """
}
