// The programs that some tests require.

import AuthGenTestServers
import AuthGenTestSupport
import Foundation
import Testing

extension Trait where Self == NeededProgram {
  /// The servers of the end-to-end tests.
  static var needsPython: Self {
    NeededProgram(
      "python3-venv", isAvailable: { await PythonEnvironment.canBeMade },
      prepare: prepareEnvironment)
  }

  /// Creates the servers' Python environment, which takes half a minute the first time. Without the network,
  /// this fails: then the tests are cancelled, except in CI.
  private static func prepareEnvironment(for test: Test) async throws {
    do throws(PythonEnvironment.Unavailable) {
      _ = try await PythonEnvironment.prepare()
    } catch {
      #if compiler(>=6.3)
        if ProcessInfo.processInfo.environment["CI"] == nil {
          SkippedTests.note(test.name, without: "the packages of Tests/EndToEnd/Server")
          try Test.cancel("\(error)")
        }
      #endif
      throw error
    }
  }

  /// The servers that run on newer versions of Python.
  static var needsNewPython: Self {
    NeededProgram("python3 (3.11 or later)") { await PythonEnvironment.runsNewServers }
  }

  /// A real OpenID Connect provider.
  static var needsGlewlwyd: Self { NeededProgram("glewlwyd") { PythonServer.hasGlewlwyd } }

  /// A real browser.
  static var needsChromium: Self { NeededProgram("chromium-driver") { PythonServer.hasChromium } }
}

/// Skips a test or suite if a program is missing. In CI, where the variable `CI` is set, a missing
/// program is a failure instead.
struct NeededProgram: TestTrait, SuiteTrait, TestScoping {
  private let name: String
  private let isAvailable: @Sendable () async -> Bool
  private let prepareSuite: @Sendable (Test) async throws -> Void

  /// - Parameters:
  ///   - name: the Debian package that has the program.
  ///   - isAvailable: whether the program is installed.
  ///   - prepare: runs before the first test of a suite. It does not count for the time limits of the tests.
  init(
    _ name: String, isAvailable: @escaping @Sendable () async -> Bool,
    prepare: @escaping @Sendable (Test) async throws -> Void = { _ in }
  ) {
    self.name = name
    self.isAvailable = isAvailable
    prepareSuite = prepare
  }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { test.isSuite ? self : nil }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await prepareSuite(test)
    try await function()
  }

  func prepare(for test: Test) async throws {
    if ProcessInfo.processInfo.environment["CI"] != nil { return }
    if await isAvailable() { return }
    SkippedTests.note(test.name, without: name)
    try await ConditionTrait.disabled("\(name) is missing").prepare(for: test)
  }
}
