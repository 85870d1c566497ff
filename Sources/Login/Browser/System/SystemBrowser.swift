// The user's default browser.

public import AuthGenWebLogin
public import Foundation

/// Opens pages in the user's browser, with `xdg-open` on Linux and `/usr/bin/open` on macOS. The page's
/// address is an argument of these programs, so other users of the machine can see it for a moment.
public struct SystemBrowser: Sendable {
  private let program: String
  private let path: String
  private let patience: Duration

  public init() {
    #if os(macOS)
      self.init(program: "open", path: "/usr/bin", patience: .seconds(2))
    #else
      self.init(
        program: "xdg-open", path: ProcessInfo.processInfo.environment["PATH"] ?? "",
        patience: .seconds(2))
    #endif
  }

  /// Creates a browser that is opened with a program.
  ///
  /// - Parameters:
  ///   - program: the name of a program that opens the URL in its only argument.
  ///   - path: the folders to search for it, in the format of `PATH`.
  ///   - patience: how long to wait for the program to report a failure.
  package init(program: String, path: String, patience: Duration) {
    self.program = program
    self.path = path
    self.patience = patience
  }

  /// Opens a page. Does not wait until the user closes it.
  ///
  /// - Parameter page: an https URL, or an http URL on this machine. Other URLs are refused,
  ///   because they could start other programs.
  /// - Throws: `WebAuthenticationError/noBrowser` if the program is missing or fails at once, or
  ///   if the page is refused.
  public func open(_ page: URL) async throws(WebAuthenticationError) {
    #if os(macOS) || os(Linux)
      guard page.isTrustworthyPage, let executable else { throw .noBrowser }
      let process = Process()
      process.executableURL = executable
      process.arguments = [page.absoluteString]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      let (ends, end) = AsyncStream<Bool>.makeStream()
      process.terminationHandler = { process in
        end.yield(process.terminationReason == .exit && process.terminationStatus == 0)
        end.finish()
      }
      do {
        try Self.withoutBlockedSignals { try process.run() }
      } catch {
        throw .noBrowser
      }
      // Some programs end only when the browser ends.
      let timer = Task { [patience] in
        try? await Task.sleep(for: patience)
        end.finish()
      }
      defer { timer.cancel() }
      for await isFine in ends where !isFine { throw .noBrowser }
    #else
      throw .noBrowser
    #endif
  }

  /// Unblocks signals while a process starts. On Linux, threads of Swift tasks block signals, and
  /// child processes inherit that: the browser could not be stopped with a signal.
  private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    #if canImport(Glibc) || canImport(Musl)
      var none = sigset_t()
      var before = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    #endif
    try body()
  }

  /// The program's file. Skips relative folders, which depend on the current directory.
  private var executable: URL? {
    path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }
      .map { URL(fileURLWithPath: String($0)).appending(path: program) }
      .first { url in
        let isFile = try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
        return isFile == true && FileManager.default.isExecutableFile(atPath: url.path)
      }
  }
}
