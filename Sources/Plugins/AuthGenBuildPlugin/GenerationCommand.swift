// From a configuration to a command of a build.

import Foundation
import PackagePlugin

extension Command {
  /// Generates all clients of a configuration. Everything that is wrong, a missing configuration
  /// included, is left to the tool to say: an error while a build is planned would keep the command
  /// plugin from mending it.
  ///
  /// SwiftPM plans a build anew only where files come and go in the target's folder. So the outputs
  /// are those known when it does, and one more for whatever else the configuration comes to ask for.
  ///
  /// - Parameter workFolder: where the plugin may write for this target.
  static func generation(
    for targetName: String, configuration: URL, tool: URL, workFolder: URL
  ) -> Command {
    let files = ClientFiles(configuration)
    return .buildCommand(
      displayName: "Generate GraphQL clients for \(targetName)", executable: tool,
      arguments: ["build", "--config", configuration.path, "--output", workFolder.path]
        + files.outputNames.flatMap { ["--output-file", $0] },
      inputFiles: files.inputs,
      outputFiles: files.outputNames.map { workFolder.appending(path: $0) })
  }
}
