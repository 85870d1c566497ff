// A real browser, which a script controls.

import AuthGenTestServers
import AuthGenTestSupport
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A headless Chromium, in which a user does what pages ask for. It stays logged in, until this value is
/// released.
actor Chromium {
  /// The browser did not do what a page asks for. The description is the script's.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let process = Process()
  private let input: FileHandle
  private let output: FileHandle
  private let errors: URL
  private var last: Task<Void, any Error>?

  init() async throws {
    let environment = try await PythonEnvironment.prepare()
    errors = FileManager.default.temporaryDirectory
      .appending(path: "authgen-chromium-\(UUID().uuidString)")
    try Data().write(to: errors)
    process.executableURL = environment.interpreter
    process.arguments = ["-B", "-m", "support.chromium"]
    process.currentDirectoryURL = PythonEnvironment.server
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    self.input = input.fileHandleForWriting
    self.output = output.fileHandleForReading
    try process.run()
  }

  deinit {
    try? input.close()
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: errors)
  }

  /// Opens a page, and continues until the browser is back at the app, also if the task is cancelled.
  func open(_ page: URL) async throws {
    let task = Task { [last, input, output, errors] in
      _ = await last?.result
      await Self.write("\(page.absoluteString)\n", to: input)
      guard await output.nextLine == "done" else {
        let text = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
        throw Failure(description: text.isEmpty ? "the script ended" : text)
      }
    }
    last = task
    try await task.value
  }

  /// Writes a line, unless the script has ended. On a thread of its own, which the end of the script does not
  /// stop: the signal SIGPIPE would end all tests.
  private static func write(_ line: String, to file: FileHandle) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        try? file.write(contentsOf: Data(line.utf8))
        continuation.resume()
      }
    }
  }

  /// Opens a page of the provider in another browser, and does what it asks for.
  static func finish(_ page: URL) async throws {
    let python = try await PythonEnvironment.prepare().interpreter.path
    let result = try await runProcess(
      python, ["-B", "-m", "support.chromium", "--stays", page.absoluteString],
      in: PythonEnvironment.server)
    guard result.exitCode == 0 else { throw Failure(description: result.errors) }
  }
}
