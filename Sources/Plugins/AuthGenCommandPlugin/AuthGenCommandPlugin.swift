// Runs authgen in packages that depend on it: `swift package authgen generate`.

import Foundation
import PackagePlugin

/// Runs one command of authgen for each target that has a configuration.
///
/// SwiftPM turns every failure of a plugin into exit code 1. To get the tool's own exit code, use
/// `swift run authgen`.
@main struct AuthGenCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    do {
      try perform(context: context, arguments: arguments)
    } catch {
      Diagnostics.error("\(error)")
    }
  }

  private func perform(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let targetNames = extractor.extractOption(named: "target")
    let rest = extractor.remainingArguments
    let tool = Tool(url: try context.tool(named: "authgen").url)
    let targets = try targetNames.isEmpty ? nil : context.package.targets(named: targetNames)

    if rest.first == "fetch" {
      throw PluginFailure(
        description: "this plugin has no permission to use the network: run "
          + "`swift run authgen-fetch` with the same arguments")
    } else if rest.first == "init", !rest.contains(where: ["--help", "-h"].contains) {
      try initialize(targets ?? [], rest, tool, in: context.package)
    } else if rest.isEmpty || rest.first == "help" || rest.contains(where: isForTheToolAlone) {
      try tool.run(rest, in: context.package.directoryURL)
    } else {
      try run(rest, tool, targets: targets, of: context.package)
    }
  }

  /// Whether an argument names the input or asks for help, so that the plugin passes all arguments
  /// to the tool unchanged.
  private func isForTheToolAlone(_ argument: String) -> Bool {
    let name = argument.prefix { $0 != "=" }
    return ["--help", "-h", "--version", "-v", "--config", "--operations", "--schema"]
      .contains(name)
  }

  /// Writes the files into the folder of one target. Paths of schemas are relative to the package's folder.
  private func initialize(
    _ targets: [any Target], _ arguments: [String], _ tool: Tool, in package: Package
  ) throws {
    guard let target = targets.first, targets.count == 1 else {
      throw PluginFailure(description: "authgen init requires one target: name it with --target")
    }
    var extractor = ArgumentExtractor(arguments)
    let schemas = extractor.extractOption(named: "schema").flatMap { path in
      ["--schema", URL(filePath: path, relativeTo: package.directoryURL).standardized.path]
    }
    let modules = target.recursiveTargetDependencies
      .compactMap { ($0 as? any SourceModuleTarget)?.moduleName }
      .filter { $0.hasPrefix("AuthGen") }
    try tool.run(
      extractor.remainingArguments + schemas + ["--target", target.name]
        + modules.flatMap { ["--module", $0] }, in: target.directoryURL)
  }

  /// Runs the command once for each configuration. Throws after the last run if any run failed.
  private func run(
    _ arguments: [String], _ tool: Tool, targets: [any Target]?, of package: Package
  ) throws {
    let found = try targets.map(configurations(of:)) ?? configurations(of: package)
    var failed = false
    for configuration in found {
      do {
        try tool.run(
          arguments + ["--config", configuration.path], in: package.directoryURL)
      } catch is PluginFailure {
        failed = true
      }
    }
    if failed {
      throw PluginFailure(description: "authgen \(arguments.joined(separator: " ")) found problems")
    }
  }
}

/// Returns the configurations of the named targets. Throws if a target has none.
private func configurations(of targets: [any Target]) throws -> [URL] {
  try targets.map { target in
    let configuration = target.directoryURL.appending(path: "authgen.json")
    guard configuration.exists else {
      throw PluginFailure(
        description:
          "no authgen.json in the target \(target.name) (\(target.directoryURL.path)): run "
          + initialization(ofTarget: target.name))
    }
    return configuration
  }
}

/// The command that writes a target's configuration.
private func initialization(ofTarget name: String) -> String {
  "`swift package --allow-writing-to-package-directory authgen init --target \(name)`"
}

/// Returns the configurations of a package: `authgen.json` or `Schemas/authgen.json` at its root,
/// and those of its targets.
private func configurations(of package: Package) throws -> [URL] {
  let atRoot = ["authgen.json", "Schemas/authgen.json"].map {
    package.directoryURL.appending(path: $0)
  }
  let inTargets = package.targets.map { $0.directoryURL.appending(path: "authgen.json") }
  let found = atRoot.filter(\.exists).prefix(1) + inTargets.filter(\.exists)
  guard !found.isEmpty else {
    throw PluginFailure(
      description:
        "\(package.displayName) has no authgen.json, neither at its root, nor in Schemas, nor in one of "
        + "its targets: run \(initialization(ofTarget: "NAME"))")
  }
  return Array(found)
}

private struct Tool {
  let url: URL

  /// Runs the tool with the plugin's standard output and error.
  func run(_ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw PluginFailure(description: "authgen \(arguments.joined(separator: " ")) failed")
    }
  }
}

struct PluginFailure: Error, CustomStringConvertible {
  let description: String
}

extension URL {
  fileprivate var exists: Bool { FileManager.default.fileExists(atPath: path) }
}
