// Generates a target's Swift sources during a build.

import Foundation
import PackagePlugin

/// Adds one command to the build of a target that has an `authgen.json`. The inputs are the
/// configuration, schemas, documents and overriding templates. The outputs are the generated Swift
/// files. The command runs only if an input has changed.
@main struct AuthGenBuildPlugin: BuildToolPlugin {
  func createBuildCommands(
    context: PluginContext, target: any Target
  ) async throws -> [Command] {
    [
      .generation(
        for: target.name, packageTarget: PackageTarget(target),
        configuration: target.directoryURL.appending(path: ClientFiles.configurationName),
        tool: try context.tool(named: "authgen").url,
        workFolder: context.pluginWorkDirectoryURL)
    ]
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension AuthGenBuildPlugin: XcodeBuildToolPlugin {
    /// Xcode targets have no folder. The plugin looks for the configuration among the target's files.
    func createBuildCommands(
      context: XcodePluginContext, target: XcodeTarget
    ) throws -> [Command] {
      let configurations = target.inputFiles.map(\.url).filter {
        $0.lastPathComponent == ClientFiles.configurationName
      }
      guard let configuration = configurations.first, configurations.count == 1 else {
        Diagnostics.error(
          """
          \(target.displayName) uses AuthGenBuildPlugin and has \(configurations.count) files \
          named \(ClientFiles.configurationName): give it exactly one
          """)
        return []
      }
      return [
        .generation(
          for: target.displayName, configuration: configuration,
          tool: try context.tool(named: "authgen").url,
          workFolder: context.pluginWorkDirectoryURL)
      ]
    }
  }
#endif
