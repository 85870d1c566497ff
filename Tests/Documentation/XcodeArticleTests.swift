// Tests what the article about Xcode says, as far as it can be tested without Xcode.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct XcodeArticleTests {
  private let article: String

  init() throws {
    article = try Checkout.text("Sources/Tools/authgen/Documentation.docc/Generate/Xcode.md")
  }

  /// The commands of the article after `swift run --package-path FOLDER authgen`, in their order.
  private var commands: [[String]] {
    article.matches(of: /\n *swift run --package-path [.\/]+authgen authgen ([^\n]+)/)
      .map { $0.1.split(separator: " ").map(String.init) }
  }

  /// The command that the plugin adds to a build in Xcode. The plugin runs in a program that acts as Xcode.
  private struct PluginCommand: Decodable {
    let arguments: [String]
    let inputs: [String]
    let outputs: [String]

    /// - Parameter files: the files of the target's build phases, from the project's folder.
    init(in project: URL, files: [String], host: URL, output: URL) async throws {
      let result = try await runProcess(
        host.path,
        [project.path, output.path, builtTool, "Shop"]
          + files.map { project.appending(path: $0).path }, in: project)
      try #require(result.exitCode == 0, "\(result.text)")
      self = try JSONDecoder().decode(Self.self, from: Data(result.output.utf8))
    }

    /// Runs the command, and type-checks its outputs with a file that uses the client.
    func run(in project: URL, with use: String) async throws {
      let result = try await runProcess(arguments[0], Array(arguments.dropFirst()), in: project)
      #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.text)")
      let app = project.appending(path: "Shop/App.swift")
      try Data("import AuthGenRuntime\n\(use)\n".utf8).write(to: app)
      let modules = URL(filePath: builtTool).deletingLastPathComponent().appending(path: "Modules")
      let compiled = try await runToolchain(
        "swiftc",
        ["-typecheck", "-swift-version", "6", "-module-name", "Shop", "-I", modules.path, app.path]
          + outputs, in: project)
      #expect(compiled.exitCode == 0, "\(compiled.errors)")
    }
  }

  private func host(in folder: URL) async throws -> URL {
    let stubs = Checkout.root.appending(path: "Tests/AppleStubs")
    let script = try await runProcess(
      stubs.appending(path: "PluginHost/build").path, [folder.path], in: folder)
    try #require(script.exitCode == 0, "\(script.text)")
    return folder.appending(path: "host")
  }

  /// Runs the article's commands, and then what Xcode runs, also after a document is changed or added.
  @Test func stepsMakeAClientInXcode() async throws {
    try #require(commands.map(\.first) == ["init", "validate"])
    try await withFolder { folder in
      let project = folder.appending(path: "Shop")
      try FileManager.default.createDirectory(
        at: project.appending(path: "Shop"), withIntermediateDirectories: true)
      for command in commands {
        let result = try await runProcess(builtTool, command, in: project)
        #expect(result.exitCode == 0, "\(result.errors)")
      }
      let operations = project.appending(path: "GraphQL/operations")
      let command = try await PluginCommand(
        in: project, files: ["Shop/App.swift"], host: try await host(in: folder),
        output: folder.appending(path: "output"))
      let isInput = { (file: URL) in command.inputs.contains(file.path) }
      #expect(isInput(operations) && isInput(project.appending(path: "authgen.json")))
      #expect(!command.outputs.contains { $0.hasPrefix(project.path + "/") })
      try await command.run(
        in: project, with: "func hello(_ data: HelloQuery.Data) -> String { data.hello }")
      let hello = operations.appending(path: "Hello.graphql")
      #expect(isInput(hello))
      try Data("query Hello { greeting: hello }".utf8).write(to: hello)
      try Data("query Me { me { name } }".utf8).write(to: operations.appending(path: "New.graphql"))
      try FileManager.default.removeItem(at: operations.appending(path: "Query.graphql"))
      try await command.run(
        in: project,
        with: """
          func hello(_ data: HelloQuery.Data) -> String { data.greeting }
          func name(_ data: MeQuery.Data) -> String { data.me.name }
          """)
    }
  }

  /// A file of the target takes precedence, and may name folders beside the target's.
  @Test func targetMayHaveAConfigurationOfItsOwn() async throws {
    try await withFolder { folder in
      let (project, host) = (folder.appending(path: "Shop"), try await host(in: folder))
      try FileManager.default.createDirectory(
        at: project.appending(path: "Shop"), withIntermediateDirectories: true)
      let made = try await runProcess(builtTool, ["init", "--xcode", "Shop"], in: project)
      #expect(made.exitCode == 0, "\(made.errors)")
      let shared = project.appending(path: "authgen.json")
      let text = try String(contentsOf: shared, encoding: .utf8)
        .replacing("\"GraphQL/", with: "\"../GraphQL/").replacing("\"./", with: "\"../")
      try Data(text.utf8).write(to: project.appending(path: "Shop/authgen.json"))
      try FileManager.default.removeItem(at: shared)
      let output = folder.appending(path: "output")
      let command = try await PluginCommand(
        in: project, files: ["Shop/authgen.json"], host: host, output: output)
      try await command.run(
        in: project, with: "func hello(_ data: HelloQuery.Data) -> String { data.hello }")
      let missing = try await PluginCommand(in: project, files: [], host: host, output: output)
      let result = try await runProcess(
        builtTool, Array(missing.arguments.dropFirst()), in: project)
      let quoted = "no authgen.json among the files of the target Shop, nor beside its project"
      #expect(result.exitCode == 1 && result.text.contains(quoted) && article.contains(quoted))
      #expect(result.text.contains("authgen init --xcode Shop"))
    }
  }

  @Test func quotedNameOfTheCommandIsThePlugins() throws {
    let source = try Checkout.text("Sources/Plugins/AuthGenBuildPlugin/GenerationCommand.swift")
    #expect(source.contains(#""Generate GraphQL clients for \(targetName)""#))
    #expect(article.contains("`Generate GraphQL clients for Shop`"))
  }

  /// Xcode does not know the name without its typing error.
  @Test func defaultOfXcodeIsSpelledAsInXcode() {
    let names = article.matches(of: /IDESkip\w+/).map { String($0.0) }
    #expect(names == ["IDESkipPackagePluginFingerprintValidatation"])
  }
}
