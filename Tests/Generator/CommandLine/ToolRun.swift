// Runs the built executable in a temporary folder, as users do.

import AuthGenTestSupport

extension Workbench {
  /// Runs the tool in this folder.
  func run(_ arguments: String...) async throws -> ProcessResult { try await run(arguments) }
}

/// Configurations of one client.
enum Sample {
  static func configuration(_ clients: String...) -> String {
    #"{"version": 1, "clients": ["# + clients.joined(separator: ", ") + "]}"
  }

  static func client(
    authentication: String = "{}", options: String = "{}"
  ) -> String {
    """
    {
      "name": "Shop", "schema": "schema.graphql", "operations": "ops", "output": "out",
      "authentication": \(authentication), "options": \(options)
    }
    """
  }
}

extension ProcessResult {
  /// The output of `generate` without its last line, which has the time.
  var untimedOutput: String {
    output.replacing(/(^|\n)Done in \d+\.\d\d s\.\n$/) { String($0.1) }
  }
}
