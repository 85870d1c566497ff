// Fetches the schema of a server as SDL. This is a separate tool because it links FoundationNetworking, which
// makes programs start slowly and does not link statically on every platform.

import AuthGenCommandLine
import AuthGenSchemaFetch
import Foundation

@main
struct AuthGenFetch {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let environment = ProcessInfo.processInfo.environment
    Console.end(await SchemaFetchTool.run(arguments, environment: environment))
  }
}
