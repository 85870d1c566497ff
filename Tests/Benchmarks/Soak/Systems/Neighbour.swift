// The second client process. It shares the store of a session, and is killed.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation

/// `authgen-soak neighbour FILE ORIGIN`: obeys the lines of standard input, and ends with it.
enum NeighbourProgram {
  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 2 else {
      throw SoakFailure("usage: authgen-soak neighbour FILE ORIGIN")
    }
    let login = try DjangoProvider.login(
      at: arguments[1], store: FileStore(url: URL(fileURLWithPath: arguments[0])),
      interceptors: [Mark()])
    for await command in lines(endsProcess: true, of: .standardInput) {
      let reply: String
      switch command {
      case "refresh":
        do {
          reply = try await login.sessions.refreshedSession() == nil ? "signed out" : "signed in"
        } catch {
          reply = "unavailable"
        }
      case "log out":
        await login.logOut()
        reply = "signed out"
      default: throw SoakFailure("unknown command")
      }
      try FileHandle.standardOutput.write(contentsOf: Data("\(reply)\n".utf8))
    }
  }

  /// Marks requests for the proxy.
  private struct Mark: Interceptor {
    func intercept(
      _ request: HTTPRequest, _ call: CallContext, next: Next
    ) async throws -> HTTPResponse {
      var request = request
      request.headers[Sender.header] = "1"
      return try await next(request)
    }
  }
}

/// The running process, as the soak sees it.
final class Neighbour: Sendable {
  private let process = Process()
  private let input: FileHandle
  private let replies: AsyncStream<String>

  init(_ file: URL, origin: String) throws {
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: SoakProgram.path)
    process.arguments = ["neighbour", file.path, origin]
    process.standardInput = input
    process.standardOutput = output
    self.input = input.fileHandleForWriting
    replies = lines(endsProcess: false, of: output.fileHandleForReading)
    try process.run()
    try? input.fileHandleForReading.close()
    try? output.fileHandleForWriting.close()
  }

  deinit { kill() }

  func send(_ command: String) throws {
    try input.write(contentsOf: Data("\(command)\n".utf8))
  }

  /// The reply to the last command; nil if the process ends.
  func reply() async -> String? {
    await replies.first { _ in true }
  }

  /// Stops the process until ``resume()``, as iOS does with an app in the background.
  func freeze() { Foundation.kill(process.processIdentifier, SIGSTOP) }

  func resume() { Foundation.kill(process.processIdentifier, SIGCONT) }

  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? input.close()
  }
}
