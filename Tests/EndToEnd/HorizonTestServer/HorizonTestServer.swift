// A Horizon of one's own: the server in `Tests/EndToEnd/Server`, as a process.

import AuthGenRuntime
import Foundation

/// Horizon's API on this machine, until it is let go: GraphQL by an engine of others, customers and
/// provider tokens by a script.
package final class HorizonTestServer: Sendable {
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
  ///   - seconds: when the server ends at the latest.
  ///   - keepsLedger: whether it writes down all secrets, for tests to search for.
  package init(seconds: Int = 600, keepsLedger: Bool = false) async throws {
    let environment = try await PythonEnvironment.prepare()
    folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-horizon-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    ledger = folder.appending(path: "ledger")
    log = folder.appending(path: "log")
    try Data().write(to: log)
    process = Process()
    process.executableURL = environment.interpreter
    process.arguments =
      [
        "-m", "horizon_server", "--seconds", "\(seconds)", "--schema",
        PythonEnvironment.package.appending(path: "Schemas/Horizon/schema.graphql").path,
      ] + (keepsLedger ? ["--ledger", ledger.path] : [])
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
      throw PythonEnvironment.Unavailable(description: "The server did not start. \(log)")
    }
    self.origin = origin
  }

  deinit {
    try? lifeline.close()
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The GraphQL endpoint of a site. Sites share nothing.
  package func endpoint(site: String, subsite: String = "en") -> URL {
    origin.appending(path: "\(site)/\(subsite)/graphql")
  }

  /// The tokens of the emails that a site has sent, the oldest first.
  package func emailedTokens(
    site: String, subsite: String = "en", to address: String
  ) async throws -> [Secret] {
    let request = HTTPRequest(
      method: .get, url: origin.appending(path: "\(site)/\(subsite)/emails"))
    let emails = try JSONDecoder().decode(
      [Email].self, from: try await URLSessionTransport().send(request).body)
    return emails.filter { $0.to == address }.map(\.verificationToken)
  }

  private struct Email: Decodable {
    let to: String
    let verificationToken: Secret
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
