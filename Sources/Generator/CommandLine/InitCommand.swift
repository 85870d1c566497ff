// authgen init

import AuthGenGeneration
import AuthGenLanguage

struct InitCommand: Command {
  static let name = "init"
  static let summary = "write a new configuration, a schema stub and one operation"
  static let flags: [Flag] = [.target, .quiet]

  func run(_ arguments: Arguments) throws(Arguments.UsageError) -> ExitCode {
    let files = Self.files(forTarget: arguments.target)
    let present = files.map(\.path).filter(FileSystem.isTaken)
    guard present.isEmpty else {
      return arguments.report(
        [
          Diagnostic(
            rule: .files, message: "\(present.joined(separator: ", ")) already exists",
            help: "authgen init never overwrites files: move it away, or edit it")
        ], sources: SourceMap())
    }
    do throws(FileError) {
      for file in files {
        try FileSystem.makeFolder(FilePath.parent(file.path))
        try FileSystem.write(Array(file.text.utf8), to: file.path)
      }
    } catch {
      return arguments.report([error.diagnostic], sources: SourceMap())
    }
    if !arguments.isQuiet {
      Console.print("Wrote \(files.map(\.path).joined(separator: ", ")).\n")
      Console.print(Self.nextSteps(forTarget: arguments.target))
    }
    return .success
  }

  /// - Parameter target: the target that the build plugin generates the client for. If nil, the
  ///   user runs `authgen generate`.
  private static func files(forTarget target: String?) -> [(path: String, text: String)] {
    let place =
      target == nil
      ? #""output": "Sources/Generated""# : #""options": { "accessLevel": "internal" }"#
    return [
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
              \(place),
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
  }

  private static func nextSteps(forTarget target: String?) -> String {
    guard let target else {
      return """
        Put your schema and operations in their places, then run `authgen generate`. The target that
        compiles Sources/Generated needs the runtime; in Package.swift:

          .target(
            name: "Generated",
            dependencies: [.product(name: "AuthGenRuntime", package: "authgen")])
        """
    }
    return """
      The target needs the runtime and the plugin. If Package.swift lacks them, add to \(target):

        dependencies: [.product(name: "AuthGenRuntime", package: "authgen")],
        plugins: [.plugin(name: "AuthGenBuildPlugin", package: "authgen")]

      Every build then generates code from the documents: \(target) can use HelloQuery. Put
      your schema and operations in their places.
      """
  }
}
