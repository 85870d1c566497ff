// Runs a server of `Tests/EndToEnd/Server` as a process.

import AuthGenTestSupport
package import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One of the servers, on its own port of this machine, until this value is released.
package final class PythonServer: Sendable {
  /// For example `http://127.0.0.1:54321`.
  package let origin: URL
  /// The file where the server records every secret that it receives or issues, if it does.
  package let ledger: URL
  /// The server's log file.
  package let log: URL
  private let folder: URL
  private let process: Process
  /// The server ends when this pipe closes, also if this process is killed.
  private let lifeline: FileHandle

  /// - Parameters:
  ///   - module: the server's Python module, such as `horizon_server`.
  ///   - arguments: the server's own arguments.
  ///   - seconds: the server's maximum lifetime.
  ///   - keepsLedger: whether it records all secrets, for tests to search for.
  package init(
    _ module: String, _ arguments: [String] = [], seconds: Int = 3600, keepsLedger: Bool = false
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
    let line = await output.fileHandleForReading.nextLine
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
    terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Tells the server to end. Releasing this value waits for the end.
  package func terminate() {
    try? lifeline.close()
    process.terminate()
  }

  /// Kills the server, so that it cannot clean up.
  package func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The secrets that the server has received or issued so far.
  package func secrets() throws -> Set<String> {
    Set(try String(contentsOf: ledger, encoding: .utf8).split(separator: "\n").map(String.init))
  }

  /// Whether the OpenID Connect provider is installed that some servers use.
  package static var hasGlewlwyd: Bool { has("glewlwyd") }

  /// Whether a browser is installed that programs can control.
  package static var hasChromium: Bool { has("chromedriver") }

  private static func has(_ program: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }
}

/// Reads the next byte of a file. For one byte, Foundation's function clears a large buffer.
private func nextByte(of descriptor: Int32) -> UInt8? {
  var byte: UInt8 = 0
  return read(descriptor, &byte, 1) == 1 ? byte : nil
}

extension FileHandle {
  /// The next line, without its end; empty at the end of the file.
  package var nextLine: String {
    get async {
      await withCheckedContinuation { continuation in
        // Reading blocks, so it uses its own thread.
        Thread.detachNewThread {
          var line: [UInt8] = []
          while let byte = nextByte(of: self.fileDescriptor), byte != UInt8(ascii: "\n") {
            line.append(byte)
          }
          continuation.resume(returning: String(decoding: line, as: UTF8.self))
        }
      }
    }
  }
}
