// authgen manifest

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel

/// Prints all operations with their documents and hashes, for servers that accept only registered
/// operations. The format is Apollo's persisted query manifest, which other servers also read.
struct ManifestCommand: Command {
  static let name = "manifest"
  static let summary = "print a client's operations and their hashes, for servers to register"
  static let flags: [Flag] = [
    .config, .client, .schema, .operations, .format, .schemaErrors, .strict,
  ]

  func run(_ arguments: Arguments) throws -> ExitCode {
    var run = try Project.onlyRun(arguments, withOperations: true)
    let model = run.validate(withOthers: run.client.extends == nil)?.model
    var report = ProblemReport(arguments)
    report.add(run.diagnostics, of: run)
    let exitCode = report.finish()
    if let model, exitCode == .success { Console.write(manifest(of: model)) }
    return exitCode
  }

  private func manifest(of client: ClientModel) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("format", "apollo-persisted-query-manifest")
      writer.member("version", 1)
      writer.name("operations")
      writer.array { writer in
        for operation in client.documents.flatMap(\.operations) {
          writer.object { writer in
            writer.member("id", operation.hash)
            writer.member("name", operation.operationName)
            writer.member("type", operation.kind.keyword)
            writer.member("body", operation.document)
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}
