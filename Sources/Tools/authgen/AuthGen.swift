// The entry point of the command-line tool.

import AuthGenCommandLine
import AuthGenSupport

@main
struct AuthGen {
  static func main() {
    Memory.growInLargeSteps()
    let arguments = Array(CommandLine.arguments.dropFirst())
    Console.end(Threads.run { CommandLineTool.run(arguments) })
  }
}
