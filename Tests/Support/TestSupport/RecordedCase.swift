// Cases of text files: inputs, each above its output.

import Foundation
import Testing

/// A case of a file. The part before the first `===` is what all its cases begin with.
///
/// `=== NAME` begins a case. Lines with `>` are the output of the lines above them, up to the previous
/// output. In both, `⟨A0⟩` stands for a character that editors do not show, and `⟨⟩` for nothing.
///
/// `UPDATE_SNAPSHOTS=1 swift test` writes the outputs again, and fails once. Write `>` below each of several
/// new inputs.
package struct RecordedCase: CustomTestStringConvertible, Sendable {
  /// The path from the folder of `Package.swift`.
  package let path: String
  package let setUp: String
  package let text: String

  package var testDescription: String { String(text.prefix { $0 != "\n" }) }

  /// The cases of a file. `path` is from the folder of `Package.swift`.
  package static func all(at path: String) -> [RecordedCase] {
    let text = (try? Checkout.text(path)) ?? ""
    let parts = text.components(separatedBy: "\n=== ")
    // A test without cases would pass.
    guard parts.count > 1 else { return [RecordedCase(path: path, setUp: "", text: "no case")] }
    return parts.dropFirst().map { RecordedCase(path: path, setUp: parts[0], text: $0) }
  }

  /// Expects that each input has its output.
  package func expectOutputs(of make: (String) throws -> String) throws {
    try expect(try steps.map { try make(Self.unescaped($0.input.trimmed)) })
  }

  /// Expects that each input has its output.
  package func expectOutputs(of make: (String) async throws -> String) async throws {
    var outputs: [String] = []
    for step in steps { outputs.append(try await make(Self.unescaped(step.input.trimmed))) }
    try expect(outputs)
  }

  private func expect(_ outputs: [String]) throws {
    var replayed: [String] = []
    for (step, output) in zip(steps, outputs.map(Self.escaped)) {
      #expect(output == step.output, "\(step.input.trimmed)")
      let lines = output.components(separatedBy: "\n").map { $0.isEmpty ? ">" : "> \($0)" }
      replayed +=
        output.isEmpty && step.output.isEmpty ? [step.input.trimmed] : [step.input] + lines
    }
    try #require(!replayed.isEmpty, "\(path) has no output in this case")
    try update(with: ([testDescription] + replayed + [""]).joined(separator: "\n"))
  }

  /// Writes the case again, if `UPDATE_SNAPSHOTS` is set.
  package func update(with replayed: String) throws {
    guard Golden.isUpdating, replayed != text else { return }
    try Self.files.withLock { _ in
      let all = try Checkout.text(path).replacing("\n=== " + text, with: "\n=== " + replayed)
      try all.write(to: Checkout.root.appending(path: path), atomically: true, encoding: .utf8)
    }
  }

  /// Cases of one file can be written at the same time.
  private static let files = Shared(())

  private var steps: [(input: String, output: String)] {
    var steps: [(input: [String], output: [String])] = []
    for line in text.components(separatedBy: "\n").dropFirst() {
      if line == ">" || line.hasPrefix("> ") {
        if let last = steps.indices.last { steps[last].output.append(String(line.dropFirst(2))) }
      } else if let last = steps.indices.last, steps[last].output.isEmpty {
        steps[last].input.append(line)
      } else {
        steps.append((input: [line], output: []))
      }
    }
    return steps.filter { !$0.output.isEmpty || $0.input.contains { !$0.isEmpty } }
      .map { ($0.joined(separator: "\n"), $1.joined(separator: "\n")) }
  }

  private static func unescaped(_ text: String) -> String {
    text.replacing(/⟨([0-9A-F]*)⟩/) { match in
      UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
    }
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar.properties.generalCategory {
      case .control where scalar != "\n", .format, .lineSeparator, .paragraphSeparator,
        .spaceSeparator where scalar != " ":
        escaped += "⟨\(String(scalar.value, radix: 16, uppercase: true))⟩"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}

/// The files of an input. `--- NAME` begins each; the lines before the first have the name "".
package struct RecordedFiles {
  package let files: [(name: String, text: String)]

  package init(_ input: String) {
    files = ("--- \n" + input).components(separatedBy: "\n--- ").map { part in
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let name = lines[0].hasPrefix("--- ") ? lines[0].dropFirst(4) : lines[0]
      return (String(name), lines.count > 1 ? String(lines[1]) : "")
    }
  }

  package subscript(name: String) -> String? { files.first { $0.name == name }?.text }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .newlines) }
}
