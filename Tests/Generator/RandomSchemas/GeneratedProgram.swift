// Compiles the generated code of a random schema into a program that reads and writes responses.

import AuthGenGeneration
import AuthGenSwiftModel
import AuthGenTestSupport
import AuthGenValidation
import Foundation

/// A folder with a client's files and the programs compiled from them.
struct GeneratedProgram {
  private let bench: Workbench
  /// The names of the generated files in the folder.
  let files: [String]
  /// The operations' Swift types, by operation name.
  private(set) var types: [String: String] = [:]

  init(_ generated: [GeneratedFile]) throws {
    bench = try Workbench()
    files = generated.map(\.name)
    for file in generated {
      try bench.write(Data(file.content), to: file.name)
      findTypes(String(decoding: file.content, as: UTF8.self))
    }
  }

  /// Finds the operations' types. The operation's name is on the line of code after a type's.
  private mutating func findTypes(_ text: String) {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("  //") }
    for (declaration, line) in zip(lines, lines.dropFirst())
    where line.contains("OperationDefinition {") {
      guard let name = line.firstMatch(of: #/OperationDefinition { \.init\(\.\w+, "(\w+)"/#)?.1,
        let type = declaration.firstMatch(of: #/\bstruct (`?\w+`?):/#)?.1
      else { continue }
      types[String(name)] = String(type)
    }
  }

  /// Adds a file that is not generated.
  func add(_ name: String, _ text: String) throws { try bench.write(text, to: name) }

  /// Returns the compiler's warnings and errors, or an empty string.
  func typecheck(_ flags: [String] = []) async throws -> String {
    try await compile(["-typecheck"] + flags + files)
  }

  /// Builds a program that reads one response per operation and writes it.
  func build() async throws -> String {
    let harness = "PropertyHarness.swift"
    try add(harness, Self.harness)
    let complaints = try await compile(
      [
        "-parse-as-library", "-emit-module", "-emit-module-path", "PropertyHarness.swiftmodule",
        "-c", "-o", "PropertyHarness.o", harness,
      ], module: "PropertyHarness")
    guard complaints.isEmpty else { return complaints }
    let checks = types.sorted { $0.key < $1.key }
      .map { "  check(\"\($0.key)\", \($0.value).Data.self)" }
    let main = """
      import PropertyHarness

      roundTrips { check in
      \(checks.joined(separator: "\n"))
      }

      """
    try add("main.swift", main)
    return try await compile(
      ["-o", "program"] + files + ["main.swift", "PropertyHarness.o"] + Self.runtimeObjects)
  }

  /// - Parameter responses: each an operation's name, the values of its Boolean variables and the `data`
  ///   of a response.
  /// - Returns: the program's output for each response.
  func run(
    _ responses: [(name: String, flags: [String: Bool], json: String)]
  ) async throws -> [String] {
    let input = responses.map { response in
      let flags = response.flags.filter(\.value).keys.joined(separator: ",")
      return "\(response.name)\t\(flags)\t\(response.json)\n"
    }.joined()
    let result = try await runProcess(
      bench.url("program").path, [], in: bench.folder, input: input)
    return result.output.split(separator: "\n").map(String.init)
      + (result.exitCode == 0 ? [] : ["exit code \(result.exitCode): \(result.errors)"])
  }

  private func compile(
    _ arguments: [String], module: String = "Generated"
  ) async throws -> String {
    let result = try await runToolchain(
      "swiftc",
      [
        "-swift-version", "6", "-warnings-as-errors", "-Onone", "-module-name", module,
        "-package-name", "property", "-I", Self.built.appending(path: "Modules").path, "-I", ".",
      ] + arguments, in: bench.folder)
    return result.exitCode == 0 ? result.errors : "exit code \(result.exitCode)\n\(result.errors)"
  }

  private static let built = URL(fileURLWithPath: builtTool).deletingLastPathComponent()

  /// The object files of the runtime's sources, and of those of subscriptions. A build leaves those of
  /// removed sources behind.
  private static var runtimeObjects: [String] {
    ["AuthGenRuntime", "AuthGenStreams"].flatMap { module in
      let objects = built.appending(path: "\(module).build").path
      let sources = Checkout.root.appending(path: "Sources/Runtime/\(module)").path
      let paths =
        FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? []
      return paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
        "\(objects)/\(URL(fileURLWithPath: path).lastPathComponent).o"
      }
    }
  }

  /// In its own module, because generated names may hide any other name.
  private static let harness = #"""
    import AuthGenRuntime
    import Foundation

    public struct Check {
      fileprivate var encode: [String: (Data, [String: Bool]) throws -> Data] = [:]

      /// Reads with the runtime's reader and with Foundation's decoder. Both must give the same.
      public mutating func callAsFunction<Response: ResponseObject & Codable>(
        _ name: String, _ type: Response.Type
      ) {
        encode[name] = { json, variables in
          let encoder = JSONEncoder()
          encoder.outputFormatting = .sortedKeys
          let decoder = JSONDecoder()
          decoder.userInfo[.conditionVariables] = variables
          let value = try Response(json: json, variables: variables)
          let own = try encoder.encode(value)
          let text = try JSONSerialization.jsonObject(with: Data(json: value)) as? NSObject
          guard text == (try JSONSerialization.jsonObject(with: own) as? NSObject) else {
            return try Data("not the same text: ".utf8) + Data(json: value)
          }
          let foundations = try encoder.encode(decoder.decode(Response.self, from: json))
          return own == foundations ? own : Data("not the same: ".utf8) + foundations
        }
      }
    }

    public func roundTrips(_ add: (inout Check) -> Void) {
      var check = Check()
      add(&check)
      while let line = readLine() {
        let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
        let flags = parts[1].split(separator: ",").map { (String($0), true) }
        do {
          let encoded =
            try check.encode[String(parts[0])]?(Data(parts[2].utf8), Dictionary(uniqueKeysWithValues: flags))
            ?? Data("no such type".utf8)
          print(String(decoding: encoded, as: UTF8.self))
        } catch {
          print("error: " + String(describing: error).replacing("\n", with: " "))
        }
      }
    }
    """#
}
