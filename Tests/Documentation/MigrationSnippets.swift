// The code of MigratingFromAuth0Swift and MigratingFromAppAuth. `.ci/apple-platforms` type-checks the part
// for Apple platforms.

import AuthGenBrowser
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation

/// The part of another library's archive that a login can adopt.
final class ArchivedSession: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  let refreshToken: String?
  let scope: String?

  init?(coder: NSCoder) {
    refreshToken = coder.decodeObject(of: NSString.self, forKey: "refreshToken").map { String($0) }
    scope = coder.decodeObject(of: NSString.self, forKey: "scope").map { String($0) }
  }

  func encode(with coder: NSCoder) {}

  /// Reads an archive without the library that has written it.
  ///
  /// - Parameter className: the name of the library's class in the archive.
  static func read(_ archive: Data, className: String) throws -> ArchivedSession? {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archive)
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.setClass(ArchivedSession.self, forClassName: className)
    return unarchiver.decodeObject(of: ArchivedSession.self, forKey: NSKeyedArchiveRootObjectKey)
  }
}

extension OpenIDLogin {
  /// Adopts the session in another library's item, and removes the item.
  func adoptSession(in item: any SecretStore, className: String) async throws {
    guard let archive = try item.read(),
      let session = try ArchivedSession.read(archive, className: className)
    else { return }
    if let refreshToken = session.refreshToken {
      try await adopt(
        refreshToken: Secret(refreshToken), scopes: [session.scope ?? "openid"])
    }
    try item.remove()
  }
}

enum MigrationSnippets {
  static func logIn(_ login: OpenIDLogin) async throws {
    let user = try await login.logIn(
      LoginOptions(
        scopes: ["openid", "profile", "email", "offline_access"],
        audience: "https://api.example.com", parameters: ["screen_hint": "signup"]))
    _ = user
  }

  static func providerWithFederatedLogout() throws -> OpenIDProvider {
    var provider = try OpenIDProvider.auth0(domain: "example.eu.auth0.com")
    provider.logoutEndpoint = URL(string: "https://example.eu.auth0.com/v2/logout?federated")
    return provider
  }

  static func adopt(
    _ refreshToken: String, or item: any SecretStore, in login: OpenIDLogin
  ) async throws {
    try await login.adopt(
      refreshToken: Secret(refreshToken), scopes: ["openid", "profile", "offline_access"])
    try await login.adoptSession(in: item, className: "OIDAuthState")
  }

  #if canImport(AuthenticationServices) && canImport(Security)
    static func makeLogin() throws -> OpenIDLogin {
      let callback = try RedirectURI(
        "com.example.shop://example.eu.auth0.com/ios/com.example.shop/callback")
      let login = OpenIDLogin(
        provider: try .auth0(domain: "example.eu.auth0.com"), clientID: "YOUR_CLIENT_ID",
        redirectURI: callback,
        store: KeychainStore(service: "com.example.shop", account: "authgen"),
        browser: SystemWebAuthenticationSession())
      return login
    }

    static func adoptSessionOfAuth0Swift(in login: OpenIDLogin) async throws {
      let item = KeychainStore(
        service: Bundle.main.bundleIdentifier ?? "", account: "credentials")
      try await login.adoptSession(in: item, className: "A0Credentials")
    }
  #endif
}
