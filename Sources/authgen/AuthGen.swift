// The command-line tool's entry.

import AuthGenCommands
import AuthGenThreads

@main
struct AuthGen {
  static func main() {
    Memory.growInLargeSteps()
    let arguments = Array(CommandLine.arguments.dropFirst())
    Console.exit(Threads.run { CommandLineTool.run(arguments) })
  }
}
