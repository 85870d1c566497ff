// What the build plugin uses of Xcode's module of this name, so that the plugin's half for Xcode
// projects can be type-checked where there is no Xcode. `.ci/run` does so; no target of the package
// has this file, since a module of this name in a build would change what `canImport` answers there.
//
// The declarations are those of Xcode 16 and later, reduced to what is used. Nothing runs them: the
// types have no initialisers.

import Foundation
import PackagePlugin

/// A build tool plugin that targets of Xcode projects can use.
public protocol XcodeBuildToolPlugin: BuildToolPlugin {
  func createBuildCommands(
    context: XcodePluginContext, target: XcodeTarget
  ) throws -> [Command]
}

/// What Xcode tells a plugin that runs for one of its projects.
public struct XcodePluginContext {
  /// Where the plugin may write.
  public let pluginWorkDirectoryURL: URL

  /// - Throws: where the plugin depends on no tool of this name.
  public func tool(named name: String) throws -> PluginContext.Tool {
    throw NoXcode()
  }
}

/// A target of an Xcode project. Unlike SwiftPM's, it has no folder.
public struct XcodeTarget {
  /// The name that people see.
  public let displayName: String
  /// The files of all of its build phases.
  public let inputFiles: FileList
}

private struct NoXcode: Error {}
