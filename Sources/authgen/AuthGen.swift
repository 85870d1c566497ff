// The command-line tool's entry.

import AuthGenCommands

@main
struct AuthGen {
  static func main() {
    Console.exit(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())))
  }
}
