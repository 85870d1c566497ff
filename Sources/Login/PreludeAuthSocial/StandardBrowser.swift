// The browser that suits the platform.

import AuthGenWebLogin

enum StandardBrowser {
  /// For apps that bring none of their own.
  static func make() -> any WebAuthenticationSession {
    #if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
      SystemWebAuthenticationSession()
    #else
      LoopbackWebAuthenticationSession()
    #endif
  }
}
