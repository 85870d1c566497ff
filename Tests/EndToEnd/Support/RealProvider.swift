// What tests with a real provider of OpenID Connect need on the machine.

import Foundation
import TestServers
import Testing

extension Trait where Self == ConditionTrait {
  /// Where it must run, a missing provider is a failure and no reason to skip a test.
  static var needsGlewlwyd: Self {
    .enabled("The provider cannot run here: it needs Glewlwyd, a Debian package.") {
      ProcessInfo.processInfo.environment["CI"] != nil || PythonServer.hasGlewlwyd
    }
  }
}
