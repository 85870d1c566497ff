// The default browser of the platform.

import AuthGenBrowser
import AuthGenWebLogin

enum StandardBrowser {
  /// The browser for apps that pass none.
  static func make() -> any WebAuthenticationSession {
    #if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
      SystemWebAuthenticationSession()
    #else
      LoopbackWebAuthenticationSession()
    #endif
  }
}
