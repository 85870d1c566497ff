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
  /// For a target of an Xcode project, the folders of documents and templates are inputs too, so that the
  /// command also runs after a file is added to them.
  ///
  /// - Parameters:
  ///   - packageTarget: the target, if it is a package's.
  ///   - workFolder: the folder that the plugin may write to for this target.
  static func generation(
    for targetName: String, packageTarget: PackageTarget? = nil, configuration: URL, tool: URL,
    workFolder: URL
  ) -> Command {
    let files = ClientFiles(configuration)
    return .buildCommand(
      displayName: "Generate GraphQL clients for \(targetName)", executable: tool,
      arguments: ["build", "--config", configuration.path, "--output", workFolder.path]
        + (packageTarget?.arguments ?? ["--xcode", targetName])
        + files.outputNames.flatMap { ["--output-file", $0] },
      inputFiles: files.inputs + (packageTarget == nil ? files.folders : []),
      outputFiles: files.outputNames.map { workFolder.appending(path: $0) })
  }
}

/// A package's target. `authgen init` can write its configuration, and the tool can name the products that
/// it lacks.
struct PackageTarget {
  private let name: String
  /// The modules of authgen that the target can import.
  private let modules: [String]

  init(_ target: any Target) {
    name = target.name
    modules = target.recursiveTargetDependencies
      .compactMap { ($0 as? any SourceModuleTarget)?.moduleName }
      .filter { $0.hasPrefix("AuthGen") }
  }

  var arguments: [String] {
    ["--target", name] + modules.sorted().flatMap { ["--module", $0] }
  }
}
