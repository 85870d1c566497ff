// Declares the parts of Xcode's module that the build plugin uses, so that the plugin's code for Xcode
// projects can be type-checked without Xcode, and run by the program in `PluginHost`. No target of the
// package has this file: a module with this name in a build would change the result of `canImport` there.
//
// The declarations equal those of Xcode 16 and later, reduced to what is used. Xcode's types have no
// initialisers.

import Foundation
import PackagePlugin

/// A build tool plugin that targets of Xcode projects can use.
public protocol XcodeBuildToolPlugin: BuildToolPlugin {
  func createBuildCommands(
    context: XcodePluginContext, target: XcodeTarget
  ) throws -> [Command]
}

/// The context of a plugin that runs for an Xcode project.
public struct XcodePluginContext {
  public let xcodeProject: XcodeProject
  /// The folder where the plugin may write.
  public let pluginWorkDirectoryURL: URL
  let tool: PluginContext.Tool

  /// - Throws: if the plugin depends on no tool with this name.
  public func tool(named name: String) throws -> PluginContext.Tool { tool }
}

/// An Xcode project.
public struct XcodeProject {
  /// The folder of the project.
  public let directoryURL: URL
}

/// A target of an Xcode project. Unlike SwiftPM's, it has no folder.
public struct XcodeTarget {
  /// The displayed name.
  public let displayName: String
  /// The files of all build phases of the target.
  public let inputFiles: FileList
}
