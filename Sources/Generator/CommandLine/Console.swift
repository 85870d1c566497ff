// Standard output and standard error, and their capabilities.

import AuthGenGeneration

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The exit code of the process, with the values of `sysexits.h`.
package enum ExitCode: Int32, Sendable {
  /// Success.
  case success = 0
  /// The input has problems.
  case failure = 1
  /// The command line is invalid.
  case usage = 64
  /// A bug in the tool itself.
  case bug = 70
}

package enum Console {
  /// Ends the process.
  package static func end(_ code: ExitCode) -> Never { exit(code.rawValue) }

  package static func print(_ text: String) {
    write((text + "\n").utf8)
  }

  package static func printError(_ text: String) {
    write((text + "\n").utf8, toError: true)
  }

  /// Ignores write errors: there is no other stream to report them on.
  package static func write(_ bytes: some Collection<UInt8>, toError: Bool = false) {
    _ = FileSystem.write(Array(bytes), to: toError ? STDERR_FILENO : STDOUT_FILENO)
  }

  /// Whether standard error is a terminal that supports colours (https://no-color.org).
  static var errorShowsColour: Bool {
    isatty(STDERR_FILENO) == 1 && getenv("NO_COLOR") == nil
      && getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  /// The seconds of a monotonic clock.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
