// The schema of a server as SDL. This is a tool of its own, since it links FoundationNetworking, which
// makes programs slow to start and cannot be linked statically everywhere.

import AuthGenCommandLine
import AuthGenSchemaFetch
import Foundation

@main
struct AuthGenFetch {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let environment = ProcessInfo.processInfo.environment
    Console.exit(await SchemaFetchTool.run(arguments, environment: environment))
  }
}
