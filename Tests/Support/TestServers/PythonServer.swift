// A server of `Tests/EndToEnd/Server`, as a process.

import Foundation

/// One of the servers, on a port of its own of this machine, until it is let go.
package final class PythonServer: Sendable {
  /// Such as `http://127.0.0.1:54321`.
  package let origin: URL
  /// Where the server writes down every secret that it sees or gives, if it does.
  package let ledger: URL
  /// What the server logs.
  package let log: URL
  private let folder: URL
  private let process: Process
  /// The server ends with its input, also where this process is killed.
  private let lifeline: FileHandle

  /// - Parameters:
  ///   - module: the server's Python module, such as `horizon_server`.
  ///   - arguments: of its own.
  ///   - seconds: when the server ends at the latest.
  ///   - keepsLedger: whether it writes down all secrets, for tests to search for.
  package init(
    _ module: String, _ arguments: [String] = [], seconds: Int = 600, keepsLedger: Bool = false
  ) async throws {
    let environment = try await PythonEnvironment.prepare()
    folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-\(module)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    ledger = folder.appending(path: "ledger")
    log = folder.appending(path: "log")
    try Data().write(to: log)
    process = Process()
    process.executableURL = environment.interpreter
    process.arguments =
      ["-m", module, "--seconds", "\(seconds)"] + arguments
      + (keepsLedger ? ["--ledger", ledger.path] : [])
    process.currentDirectoryURL = PythonEnvironment.server
    process.environment = ProcessInfo.processInfo.environment
      .merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: log)
    lifeline = input.fileHandleForWriting
    try process.run()
    let line = await Self.firstLine(of: output.fileHandleForReading)
    guard let address = line.split(separator: " ").last, line.hasPrefix("listening on "),
      let origin = URL(string: String(address))
    else {
      process.terminate()
      let log = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
      throw PythonEnvironment.Unavailable(description: "\(module) did not start. \(log)")
    }
    self.origin = origin
  }

  deinit {
    try? lifeline.close()
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The secrets that the server has seen or given so far.
  package func secrets() throws -> Set<String> {
    Set(try String(contentsOf: ledger, encoding: .utf8).split(separator: "\n").map(String.init))
  }

  /// Whether the provider of OpenID Connect is installed that some servers are in front of.
  package static var hasGlewlwyd: Bool { has("glewlwyd") }

  /// Whether a browser is installed that programs can drive.
  package static var hasChromium: Bool { has("chromedriver") }

  private static func has(_ program: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }

  private static func firstLine(of handle: FileHandle) async -> String {
    await withCheckedContinuation { continuation in
      // Reading waits, on a thread of its own.
      Thread.detachNewThread {
        var line = Data()
        while let byte = try? handle.read(upToCount: 1), byte.count == 1, byte != Data("\n".utf8) {
          line += byte
        }
        continuation.resume(returning: String(decoding: line, as: UTF8.self))
      }
    }
  }
}
