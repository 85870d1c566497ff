// The command-line tool's entry.

import AuthGenCommandLine
import AuthGenSupport

@main
struct AuthGen {
  static func main() {
    Memory.growInLargeSteps()
    let arguments = Array(CommandLine.arguments.dropFirst())
    Console.exit(Threads.run { CommandLineTool.run(arguments) })
  }
}
