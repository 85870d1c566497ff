// Tests that the runs of `Recorded/Runs` print what they printed when they were recorded.

import AuthGenTestSupport
import Foundation
import Testing

/// A case of a file in `Recorded/Runs`. Drop a file in to add cases. The part before the first `===` has the
/// files that all cases begin with. These lines have a meaning:
///
/// - `=== NAME`: begins a case, in its own folder.
/// - `--- PATH`: writes the lines below to a file.
/// - `~ PATH: OLD => NEW`: replaces a text of a file, where `\n` is the end of a line.
/// - `$ COMMAND`: runs a command of the shell. Below it are its output (`>`), its standard error (`!`) and
///   its exit code if it is not 0 (`?`).
struct Transcript: CustomTestStringConvertible, Sendable {
  static let all: [Transcript] = {
    let folder = "Tests/Generator/CommandLine/Recorded/Runs"
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: Checkout.root.appending(path: folder).path)
    return (names ?? []).sorted().flatMap { name in
      RecordedCase.all(at: "\(folder)/\(name)").map { Transcript(file: name, recorded: $0) }
    }
  }()

  /// A folder with the files that all cases of a file begin with.
  static func setUp(of file: String) async throws -> Workbench {
    let transcript = try #require(all.first { $0.file == file })
    let bench = try Workbench()
    _ = try await transcript.replay(transcript.recorded.setUp, in: bench)
    return bench
  }

  let file: String
  let recorded: RecordedCase

  var testDescription: String { "\(file): \(recorded.testDescription)" }

  /// Runs the commands again, and returns the case with their outputs.
  func replayed() async throws -> String {
    try await replay(recorded.text, in: Self.setUp(of: file))
  }

  private func replay(_ text: String, in bench: Workbench) async throws -> String {
    var replayed: [String] = []
    var file: (path: String, lines: [String])?
    for line in text.components(separatedBy: "\n") + ["$ "] {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      let rest = words.count > 1 ? words[1] : ""
      let beginsStep = ["---", "~", "$"].contains(words.first)
      if let written = file, beginsStep {
        let text = written.lines.joined(separator: "\n")
        try bench.write(text.trimmingCharacters(in: .newlines) + "\n", to: written.path)
        file = nil
      }
      if file == nil, let mark = words.first, [">", "!", "?"].contains(mark) { continue }
      replayed.append(line)
      switch words.first {
      case "---": file = (rest, [])
      case "~": try edit(rest, in: bench)
      case "$" where !rest.isEmpty: replayed += try await output(of: rest, in: bench)
      default: file?.lines.append(line)
      }
    }
    return replayed.dropLast().joined(separator: "\n")
  }

  private func edit(_ step: String, in bench: Workbench) throws {
    let match = try #require(step.wholeMatch(of: /([^:]+): (.+) => ?(.*)/), "\(step)")
    func unescaped(_ text: Substring) -> String { String(text).replacing("\\n", with: "\n") }
    try bench.replace(unescaped(match.2), with: unescaped(match.3), in: String(match.1))
  }

  private func output(of command: String, in bench: Workbench) async throws -> [String] {
    let environment = ProcessInfo.processInfo.environment
    let tools = URL(fileURLWithPath: builtTool).deletingLastPathComponent().path
    let hadOutput = bench.exists("out")
    let result = try await runProcess(
      "/bin/sh", ["-c", command], in: bench.folder,
      environment: [
        "PATH": "\(tools):\(environment["PATH"] ?? "")", "CHECKOUT": Checkout.root.path,
        "LC_ALL": "C", "XDG_CACHE_HOME": bench.url(".cache").path,
      ])
    // An error writes no generated code. Only `generate` prints its time, if it succeeds and is not quiet.
    let isQuiet = command.contains("--quiet") || !command.contains("generate")
    #expect(result.exitCode == 0 || hadOutput || !bench.exists("out"), "\(command)")
    #expect(
      result.output == result.untimedOutput || result.exitCode == 0 && !isQuiet, "\(command)")
    func marked(_ mark: String, _ text: String) -> [String] {
      var lines = text.replacing(bench.folder.path, with: "FOLDER").components(separatedBy: "\n")
      if lines.last == "" { lines.removeLast() }
      return lines.map { $0.isEmpty ? mark : "\(mark) \($0)" }
    }
    // A run on a busy machine says that it still works.
    let errors = result.errors.replacing(/[^\n]+: still working after \d+ s\n/, with: "")
    return marked(">", result.untimedOutput) + marked("!", errors)
      + (result.exitCode == 0 ? [] : ["? \(result.exitCode)"])
  }
}

@Suite struct TranscriptTests {
  /// `UPDATE_SNAPSHOTS=1 swift test` writes the outputs again, and fails once.
  @Test(arguments: Transcript.all) func runsEqualTheirTranscript(
    _ transcript: Transcript
  ) async throws {
    let replayed = try await transcript.replayed()
    #expect(replayed == transcript.recorded.text, "\(transcript.file) is stale")
    try transcript.recorded.update(with: replayed)
  }
}
