// Declares the parts of SwiftPM's module that the build plugin uses, with initialisers, so that a program can
// run the plugin as Xcode does.

import Foundation

public protocol Plugin {
  init()
}

public protocol BuildToolPlugin: Plugin {
  func createBuildCommands(
    context: PluginContext, target: any Target
  ) async throws -> [Command]
}

public struct PluginContext {
  public struct Tool {
    public let url: URL

    public init(url: URL) {
      self.url = url
    }
  }

  public let pluginWorkDirectoryURL: URL
  let tool: Tool

  public func tool(named name: String) throws -> Tool { tool }
}

public protocol Target {
  var name: String { get }
  var directoryURL: URL { get }
  var recursiveTargetDependencies: [any Target] { get }
}

public protocol SourceModuleTarget: Target {
  var moduleName: String { get }
}

public struct File {
  public let url: URL

  public init(url: URL) {
    self.url = url
  }
}

public typealias FileList = [File]

public enum Command {
  case buildCommand(
    displayName: String, executable: URL, arguments: [String], inputFiles: [URL],
    outputFiles: [URL])
}

public enum Diagnostics {
  /// Prints the error, and ends the program.
  public static func error(_ text: String) {
    print("error: \(text)")
    exit(1)
  }
}
