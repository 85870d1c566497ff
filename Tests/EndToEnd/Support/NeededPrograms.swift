// The programs that some tests require.

import AuthGenTestServers
import AuthGenTestSupport
import Foundation
import Testing

extension Trait where Self == NeededProgram {
  /// The servers of the end-to-end tests.
  static var needsPython: Self {
    NeededProgram("python3-venv") { await PythonEnvironment.canBeMade }
  }

  /// A real OpenID Connect provider.
  static var needsGlewlwyd: Self { NeededProgram("glewlwyd") { PythonServer.hasGlewlwyd } }

  /// A real browser.
  static var needsChromium: Self { NeededProgram("chromium-driver") { PythonServer.hasChromium } }
}

/// Skips a test or suite if a program is missing. In CI, where the variable `CI` is set, a missing
/// program is a failure instead.
struct NeededProgram: TestTrait, SuiteTrait {
  private let name: String
  private let isAvailable: @Sendable () async -> Bool

  /// - Parameters:
  ///   - name: the Debian package that has the program.
  ///   - isAvailable: whether the program is installed.
  init(_ name: String, isAvailable: @escaping @Sendable () async -> Bool) {
    self.name = name
    self.isAvailable = isAvailable
  }

  func prepare(for test: Test) async throws {
    if ProcessInfo.processInfo.environment["CI"] != nil { return }
    if await isAvailable() { return }
    SkippedTests.note(test.name, without: name)
    try await ConditionTrait.disabled("\(name) is missing").prepare(for: test)
  }
}
