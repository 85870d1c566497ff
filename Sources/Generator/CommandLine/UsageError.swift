// An invalid command line.

/// The problem, as a clause without a full stop, and the fix if there is one.
package struct UsageError: Error {
  let message: String
  let help: String?

  package init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }

  /// Prints the error.
  ///
  /// - Parameter tool: the name of the program.
  package func report(tool: String) -> ExitCode {
    Console.printError("\(tool): error: \(message)")
    if let help { Console.printError("  help: \(help)") }
    Console.printError("See `\(tool) --help`.")
    return .usage
  }
}
