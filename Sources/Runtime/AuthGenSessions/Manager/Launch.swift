// The launch of a process, which a turn in a store without locks belongs to.

import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// One launch of a program.
nonisolated struct Launch: Codable, Hashable, Sendable {
  /// The program: the identifier of its bundle, or its path.
  let program: String
  let id: UUID
  let process: Int32

  static let current = Launch(
    program: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.arguments.first ?? "",
    id: UUID(), process: ProcessInfo.processInfo.processIdentifier)

  /// Whether this launch has certainly ended.
  ///
  /// - Parameters:
  ///   - current: the launch of this process.
  ///   - isRunning: whether a process is running, or may be running on another machine.
  func hasEnded(
    before current: Launch, isRunning: (Int32) -> Bool = Self.isRunning
  ) -> Bool {
    // An extension is another program, and may be in the middle of its turn.
    program == current.program && id != current.id && !isRunning(process)
  }

  private static func isRunning(_ process: Int32) -> Bool {
    #if os(macOS)
      return kill(process, 0) == 0 || errno != ESRCH
    #elseif canImport(Darwin)
      // The system runs one process of a program.
      return false
    #else
      // The store may be shared with another machine.
      return true
    #endif
  }
}
