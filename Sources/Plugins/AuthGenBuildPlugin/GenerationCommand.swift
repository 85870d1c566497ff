// The build command for a configuration.

import Foundation
import PackagePlugin

extension Command {
  /// Returns the command that generates all clients of a configuration. The tool reports all
  /// problems, including a missing configuration: an error during planning would stop the command
  /// plugin too, which can fix the problem.
  ///
  /// SwiftPM plans a build again only if files are added to or removed from the target's folder. The outputs
  /// are therefore the names known at planning, and one more file for output that a later configuration adds.
  ///
  /// - Parameters:
  ///   - packageTarget: the target's name if `authgen init` can write its configuration.
  ///   - workFolder: the folder that the plugin may write to for this target.
  static func generation(
    for targetName: String, packageTarget: String? = nil, configuration: URL, tool: URL,
    workFolder: URL
  ) -> Command {
    let files = ClientFiles(configuration)
    return .buildCommand(
      displayName: "Generate GraphQL clients for \(targetName)", executable: tool,
      arguments: ["build", "--config", configuration.path, "--output", workFolder.path]
        + (packageTarget.map { ["--target", $0] } ?? [])
        + files.outputNames.flatMap { ["--output-file", $0] },
      inputFiles: files.inputs,
      outputFiles: files.outputNames.map { workFolder.appending(path: $0) })
  }
}
