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
    /// The configuration is a file of the target, or beside the project, where Xcode does not copy it into
    /// the app: Xcode targets have no folder.
    func createBuildCommands(
      context: XcodePluginContext, target: XcodeTarget
    ) throws -> [Command] {
      let own = target.inputFiles.map(\.url).filter {
        $0.lastPathComponent == ClientFiles.configurationName
      }
      guard own.count < 2 else {
        Diagnostics.error(
          """
          \(target.displayName) uses AuthGenBuildPlugin and has \(own.count) files named \
          \(ClientFiles.configurationName): give it one, or none to use the project's
          """)
        return []
      }
      let shared = context.xcodeProject.directoryURL.appending(path: ClientFiles.configurationName)
      return [
        .generation(
          for: target.displayName, configuration: own.first ?? shared,
          tool: try context.tool(named: "authgen").url,
          workFolder: context.pluginWorkDirectoryURL)
      ]
    }
  }
#endif
