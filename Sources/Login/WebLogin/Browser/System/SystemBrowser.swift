// The browser that the user has chosen.

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Opens pages in the user's browser: with `xdg-open` on Linux, with `/usr/bin/open` on macOS. Other users
/// of the machine can see the page's address for a moment, as an argument of these programs.
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

  /// - Parameters:
  ///   - program: opens the URL that is its one argument.
  ///   - path: the folders to look for it in, as `PATH` has them.
  ///   - patience: how long the program may take to say that it failed.
  package init(program: String, path: String, patience: Duration) {
    self.program = program
    self.path = path
    self.patience = patience
  }

  /// Opens a page. It does not wait until the user has closed it.
  ///
  /// - Parameter page: https, or http on this machine. Anything else could start other programs.
  /// - Throws: ``WebAuthenticationError/noBrowser``, where there is no such program, it fails at once,
  ///   or the page is none of these.
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
      // Some end with the browser that they have started.
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

  /// On Linux, threads of Swift's tasks block signals, and so would what they start: a browser that
  /// nobody could end.
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

  /// The program's file. Folders that depend on where the process happens to be do not count.
  private var executable: URL? {
    path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }
      .map { URL(fileURLWithPath: String($0)).appending(path: program) }
      .first { url in
        let isFile = try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
        return isFile == true && FileManager.default.isExecutableFile(atPath: url.path)
      }
  }
}
