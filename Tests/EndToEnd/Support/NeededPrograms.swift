// The programs that some tests need on the machine. Where they must run, such as in CI, a program that is
// missing is a failure and no reason to skip a test.

import Foundation
import TestServers
import Testing

extension Trait where Self == ConditionTrait {
  /// A real provider of OpenID Connect.
  static var needsGlewlwyd: Self {
    .enabled("The provider cannot run here: it needs Glewlwyd, a Debian package.") {
      mustRun || PythonServer.hasGlewlwyd
    }
  }

  /// A real browser.
  static var needsChromium: Self {
    .enabled("The login in a browser cannot run here: it needs chromium-driver, a Debian package.")
    {
      mustRun || PythonServer.hasChromium
    }
  }
}

private var mustRun: Bool { ProcessInfo.processInfo.environment["CI"] != nil }
