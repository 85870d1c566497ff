// Runs other programs for tests.

package import Foundation

/// The result of a program.
package struct ProcessResult: Sendable {
  package let exitCode: Int32
  package let output: String
  package let errors: String

  /// Both outputs, for programs that forward another program's output to either.
  package var text: String { output + errors }
}

/// Why a run has no result.
package enum ProcessFailure: Error {
  /// The program did not end within ``processLimit``.
  case hangs([String])
  case endedBySignal(Int32, [String])
  case endedByItself([String])
}

/// The maximum time of a program, in seconds. It finds programs that hang, and is wide because tests also run
/// on busy machines.
private let processLimit: Double = 900

/// Runs a program to its end. Its output goes to files, so that neither side waits for the other.
///
/// - Parameters:
///   - program: its path, or its name to look up in `PATH`.
///   - input: its standard input. Default: empty.
///   - environment: variables in addition to those of this process.
package func runProcess(
  _ program: String, _ arguments: [String], in folder: URL, input: String = "",
  environment: [String: String] = [:]
) async throws -> ProcessResult {
  try await withCheckedThrowingContinuation { continuation in
    // On its own thread: tests share two threads, and waiting for a build would block one.
    Thread.detachNewThread {
      continuation.resume(
        with: Result {
          try wait(
            for: program, arguments, in: folder, input: input,
            environment: environment)
        })
    }
  }
}

/// Runs a toolchain command, such as `swift` or `swiftc`. A command that is killed by a signal runs once
/// more, and standard error reports this: rarely, a `swift` process crashes in its own libraries.
///
/// - Throws: as ``runProcess(_:_:in:input:environment:)``, also if a signal kills the second run.
package func runToolchain(
  _ program: String, _ arguments: [String], in folder: URL, environment: [String: String] = [:]
) async throws -> ProcessResult {
  do {
    return try await runProcess(program, arguments, in: folder, environment: environment)
  } catch ProcessFailure.endedBySignal(let signal, let command) {
    FileHandle.standardError.write(
      Data(
        "note: `\(command.joined(separator: " "))` died by signal \(signal); running it once more\n"
          .utf8))
    return try await runProcess(program, arguments, in: folder, environment: environment)
  }
}

/// Starts a program and kills it, so that it cannot clean up.
///
/// - Parameters:
///   - program: its path.
///   - moment: the milliseconds from its first output to the kill.
/// - Returns: its standard output.
package func killProcess(
  _ program: String, _ arguments: [String], in folder: URL, after moment: Double
) async throws -> String {
  let captured = FileManager.default.temporaryDirectory
    .appending(path: "authgen-\(UUID().uuidString).out")
  defer { try? FileManager.default.removeItem(at: captured) }
  try Data().write(to: captured)
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.currentDirectoryURL = folder
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = try FileHandle(forWritingTo: captured)
  try process.run()
  defer { kill(process.processIdentifier, SIGKILL) }
  let end = Date(timeIntervalSinceNow: processLimit)
  while try Data(contentsOf: captured).isEmpty {
    guard process.isRunning, Date() < end else {
      throw ProcessFailure.hangs([program] + arguments)
    }
    try await Task.sleep(for: .milliseconds(1))
  }
  try await Task.sleep(for: .milliseconds(moment))
  guard process.isRunning else { throw ProcessFailure.endedByItself([program] + arguments) }
  kill(process.processIdentifier, SIGKILL)
  while process.isRunning { try await Task.sleep(for: .milliseconds(1)) }
  return String(decoding: try Data(contentsOf: captured), as: UTF8.self)
}

private func wait(
  for program: String, _ arguments: [String], in folder: URL, input: String,
  environment: [String: String]
) throws -> ProcessResult {
  let id = UUID().uuidString
  let files = ["in", "out", "err"].map {
    FileManager.default.temporaryDirectory.appending(path: "authgen-\(id).\($0)")
  }
  defer {
    for url in files { try? FileManager.default.removeItem(at: url) }
  }
  try Data(input.utf8).write(to: files[0])
  let captured = Array(files.dropFirst())
  for url in captured { try Data().write(to: url) }
  let process = Process()
  if program.hasPrefix("/") {
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
  } else {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
  }
  process.currentDirectoryURL = folder
  // Packages that depend on this one must not see the settings of its own manifest.
  process.environment = ProcessInfo.processInfo.environment
    .filter { !["AUTHGEN_TESTS", "AUTHGEN_WARNINGS"].contains($0.key) }
    .merging(environment) { $1 }
  process.standardInput = try FileHandle(forReadingFrom: files[0])
  process.standardOutput = try FileHandle(forWritingTo: captured[0])
  process.standardError = try FileHandle(forWritingTo: captured[1])
  try process.run()
  let end = Date(timeIntervalSinceNow: processLimit)
  while process.isRunning, Date() < end { usleep(2_000) }
  if process.isRunning {
    process.terminate()
    throw ProcessFailure.hangs([program] + arguments)
  }
  process.waitUntilExit()
  guard process.terminationReason == .exit else {
    throw ProcessFailure.endedBySignal(process.terminationStatus, [program] + arguments)
  }
  return ProcessResult(
    exitCode: process.terminationStatus,
    output: String(decoding: try Data(contentsOf: captured[0]), as: UTF8.self),
    errors: String(decoding: try Data(contentsOf: captured[1]), as: UTF8.self))
}

/// The tool from the same build as the tests.
package let builtTool = builtProgram("authgen")

/// The path of a program from the same build as the tests.
package func builtProgram(_ name: String) -> String {
  URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appending(path: name).path
}
