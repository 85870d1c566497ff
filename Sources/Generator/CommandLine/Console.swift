// Standard output and error, and what kind of place they go to.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How the process ends, in the numbers of `sysexits.h`.
package enum ExitCode: Int32, Sendable {
  /// All is well.
  case success = 0
  /// The input has problems.
  case failure = 1
  /// The command line makes no sense.
  case usage = 64
  /// A defect of the tool itself.
  case defect = 70
}

package enum Console {
  package static func exit(_ code: ExitCode) -> Never {
    #if canImport(Glibc)
      Glibc.exit(code.rawValue)
    #elseif canImport(Musl)
      Musl.exit(code.rawValue)
    #else
      Darwin.exit(code.rawValue)
    #endif
  }

  static func print(_ text: String) {
    write(Array((text + "\n").utf8), to: STDOUT_FILENO)
  }

  static func printError(_ text: String) {
    write(Array((text + "\n").utf8), to: STDERR_FILENO)
  }

  static func write(_ bytes: some Collection<UInt8>, toError: Bool = false) {
    write(Array(bytes), to: toError ? STDERR_FILENO : STDOUT_FILENO)
  }

  /// Whether standard error is a terminal that shows colours (https://no-color.org).
  static var errorShowsColour: Bool {
    isatty(STDERR_FILENO) == 1 && getenv("NO_COLOR") == nil
      && getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  /// Whether standard error is a terminal.
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Seconds on a clock that only goes forward.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// What cannot be written is lost: there is nobody left to tell.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
          Musl.write(descriptor, buffer.baseAddress, buffer.count)
        #else
          Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
