// A stand-in for Foundation's `Process`, so that tests compile on iOS, tvOS, watchOS and visionOS.

#if !os(macOS) && !os(Linux)
  package import Foundation

  /// A program that never runs: these systems run no other programs. It has the members that tests use.
  package final class Process: Sendable {
    package struct Unsupported: Error {}

    package enum TerminationReason: Sendable {
      case exit
      case uncaughtSignal
    }

    package init() {}

    nonisolated(unsafe) package var executableURL: URL?
    nonisolated(unsafe) package var arguments: [String]?
    nonisolated(unsafe) package var currentDirectoryURL: URL?
    nonisolated(unsafe) package var environment: [String: String]?
    nonisolated(unsafe) package var standardInput: Any?
    nonisolated(unsafe) package var standardOutput: Any?
    nonisolated(unsafe) package var standardError: Any?

    package var isRunning: Bool { false }
    /// A number that no process has.
    package var processIdentifier: Int32 { .max }
    package var terminationReason: TerminationReason { .exit }
    package var terminationStatus: Int32 { 0 }

    package func run() throws { throw Unsupported() }
    package func terminate() {}
    package func waitUntilExit() {}
  }
#endif
