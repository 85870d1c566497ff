// Tests the code of MigratingFromAuth0Swift and MigratingFromAppAuth.

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
import Testing

@Suite struct MigrationTests {
  private func login() throws -> OpenIDLogin {
    OpenIDLogin(
      provider: try MigrationSnippets.providerWithFederatedLogout(), clientID: "client-1",
      store: InMemoryStore(), browser: HeadlessWebAuthenticationSession { _, _ in nil })
  }

  /// An archive as Foundation writes it, with an object of a class that is not linked.
  private func archive(className: String) -> Data {
    func object(_ index: Int) -> String {
      "<dict><key>CF$UID</key><integer>\(index)</integer></dict>"
    }
    func classNamed(_ name: String) -> String {
      """
      <dict>
        <key>$classname</key><string>\(name)</string>
        <key>$classes</key><array><string>\(name)</string><string>NSObject</string></array>
      </dict>
      """
    }
    return Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
        <key>$archiver</key><string>NSKeyedArchiver</string>
        <key>$version</key><integer>100000</integer>
        <key>$top</key><dict><key>root</key>\(object(1))</dict>
        <key>$objects</key><array>
          <string>$null</string>
          <dict>
            <key>$class</key>\(object(4))
            <key>refreshToken</key>\(object(2))
            <key>scope</key>\(object(3))
            <key>lastTokenResponse</key>\(object(5))
          </dict>
          <string>refresh-1</string>
          <string>openid offline_access</string>
          \(classNamed(className))
          <dict><key>$class</key>\(object(6))</dict>
          \(classNamed("OIDTokenResponse"))
        </array>
      </dict></plist>
      """.utf8)
  }

  /// The names of the classes and keys are those of Auth0.swift 2 and 3, and of AppAuth-iOS 2.
  @Test(arguments: ["A0Credentials", "OIDAuthState"])
  func archivedSessionIsAdopted(className: String) async throws {
    let item = InMemoryStore(archive(className: className))
    let login = try login()
    try await login.adoptSession(in: item, className: className)
    let session = try #require(await login.sessions.state.session)
    #expect(session.refreshToken?.reveal() == "refresh-1")
    #expect(session.scopes == ["openid", "offline_access"])
    #expect(item.read() == nil)
    // The next start finds nothing.
    try await login.adoptSession(in: item, className: className)
    #expect(await login.sessions.state.session == session)
  }

  @Test func otherContentIsKept() async throws {
    let login = try login()
    for content in [Data("no archive".utf8), archive(className: "OtherClass")] {
      let item = InMemoryStore(content)
      try? await login.adoptSession(in: item, className: "A0Credentials")
      #expect(item.read() == content)
    }
    #expect(await login.sessions.state == .signedOut(.noSession))
  }

  @Test func logoutPageKeepsTheParametersOfItsEndpoint() async throws {
    let page = try await login().logoutPage()
    #expect(
      page?.absoluteString
        == "https://example.eu.auth0.com/v2/logout?federated&client_id=client-1")
  }
}
