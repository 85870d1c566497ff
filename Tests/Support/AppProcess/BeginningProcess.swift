// Begins logins at an OpenID Connect provider, and never completes them.

import AuthGenOpenID
import AuthGenSessions
import AuthGenWebLogin
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

struct BeginningProcess {
  /// The store of the session. The pending logins are in its companion.
  let file: URL
  let redirectURI: String

  /// Begins a login after the other. Prints the page of each one that is stored.
  func run() async throws {
    let login = OpenIDLogin(
      provider: try .auth0(domain: "login.example"), clientID: "client-1",
      redirectURI: try RedirectURI(redirectURI), store: FileStore(url: file),
      browser: HeadlessWebAuthenticationSession { _, _ in nil })
    let options = LoginOptions(scopes: ["read"])
    let parent = getppid()
    // Ends with the test that started it, even if that is killed.
    while getppid() == parent {
      let page = try await login.begin(options).page
      try FileHandle.standardOutput.write(contentsOf: Data("\(page)\n".utf8))
    }
  }
}
