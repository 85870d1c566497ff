// Runs the build plugin for a target of an Xcode project, and prints its command.

import Foundation
import PackagePlugin

extension XcodeBuildToolPlugin {
  /// The arguments: the project's folder, the folder for output, the tool, the target, and the files of its
  /// build phases. Prints the command's arguments, inputs and outputs as JSON.
  public static func main() throws {
    let arguments = CommandLine.arguments
    let commands = try Self().createBuildCommands(
      context: XcodePluginContext(
        xcodeProject: XcodeProject(directoryURL: URL(filePath: arguments[1])),
        pluginWorkDirectoryURL: URL(filePath: arguments[2]),
        tool: PluginContext.Tool(url: URL(filePath: arguments[3]))),
      target: XcodeTarget(
        displayName: arguments[4],
        inputFiles: arguments.dropFirst(5).map { File(url: URL(filePath: $0)) }))
    for case .buildCommand(let name, let tool, let arguments, let inputs, let outputs) in commands {
      let command = [
        "name": [name], "arguments": [tool.path] + arguments, "inputs": inputs.map(\.path),
        "outputs": outputs.map(\.path),
      ]
      print(String(decoding: try JSONEncoder().encode(command), as: UTF8.self))
    }
  }
}
