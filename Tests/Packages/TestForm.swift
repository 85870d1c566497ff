// Selects how many of the tests that build packages run.

import AuthGenTestSupport
import Foundation
import Testing

/// `swift test` builds one target of a package, with the generator that the tests were built with.
/// `AUTHGEN_TESTS=full swift test`, as in `.ci/run`, builds whole packages and the generator with them.
enum TestForm {
  static let isFull = ProcessInfo.processInfo.environment["AUTHGEN_TESTS"] == "full"
}

extension Trait where Self == ConditionTrait {
  /// Marks a test that builds a whole package.
  static var fullForm: Self {
    .enabled("it runs where AUTHGEN_TESTS is \"full\"") {
      if !TestForm.isFull {
        SkippedTests.note("tests that build whole packages", without: "AUTHGEN_TESTS=full")
      }
      return TestForm.isFull
    }
  }
}
