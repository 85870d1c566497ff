// All tests that use the consumer package. They run one after the other, because they change it.

import AuthGenTestSupport
import Testing

@Suite(.serialized, .defaultIsolationInManifests) enum ConsumerTests {}

extension Trait where Self == ConditionTrait {
  /// Marks tests of a package whose manifest sets the default isolation of a target.
  fileprivate static var defaultIsolationInManifests: Self {
    .enabled("it runs with Swift 6.2 or later") {
      #if compiler(>=6.2)
        return true
      #else
        SkippedTests.note("tests of the consumer package", without: "Swift 6.2")
        return false
      #endif
    }
  }
}
