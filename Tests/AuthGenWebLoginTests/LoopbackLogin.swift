// A login with a listener, for its tests.

import AuthGenWebLogin
import Foundation

let loginPage = URL(string: "https://login.example.com/authorize") ?? URL(fileURLWithPath: "/")

/// A listener that is ready for one login.
///
/// - Parameter browse: what happens in the browser, with the listener's port.
func prepared(
  _ redirectURI: String = "http://127.0.0.1:0/callback", timeout: Duration = .seconds(60),
  limits: LoopbackLimits = LoopbackLimits(),
  browse: @escaping @Sendable (Int) async throws -> Void = { _ in }
) async throws -> any PreparedWebAuthentication {
  let (ports, port) = AsyncStream<Int>.makeStream()
  let session = LoopbackWebAuthenticationSession(timeout: timeout, limits: limits) { _ in
    for await port in ports { return try await browse(port) }
  }
  let prepared = try await session.prepare(RedirectURI(redirectURI, allowsLocalhost: true))
  port.yield(prepared.port)
  return prepared
}

extension PreparedWebAuthentication {
  var port: Int { URL(string: redirectURI.description)?.port ?? 0 }

  func callback() async throws(WebAuthenticationError) -> URL {
    try await callback(from: loginPage, prefersEphemeralSession: false)
  }
}

/// What a browser sends when it is redirected.
func redirect(
  _ target: String = "/callback?code=abc&state=xyz", port: Int, host: String = "127.0.0.1"
) -> String {
  """
  GET \(target) HTTP/1.1\r
  Host: \(host):\(port)\r
  Connection: keep-alive\r
  Sec-Fetch-Mode: navigate\r
  Sec-Fetch-Dest: document\r
  User-Agent: Mozilla/5.0\r
  \r

  """
}
