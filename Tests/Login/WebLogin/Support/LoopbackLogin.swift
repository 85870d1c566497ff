// A login with a listener, for the listener's tests.

import AuthGenBrowser
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation

let loginPage = URL(string: "https://login.example.com/authorize") ?? URL(fileURLWithPath: "/")

/// A redirect URI with a port that no other test gets. The system may give a free port to the next process at
/// once.
func withPortOfItsOwn() async throws -> String {
  while true {
    let port = ports.withLock { port in
      port += 1
      return port
    }
    let text = "http://127.0.0.1:\(port)/callback"
    do {
      _ = try await LoopbackWebAuthenticationSession().prepare(RedirectURI(text))
      return text
    } catch WebAuthenticationError.portInUse {}
  }
}

private let ports = Shared(Int.random(in: 15_000..<25_000))

/// Limits for a busy machine.
private var patientLimits: LoopbackLimits {
  var limits = LoopbackLimits()
  limits.requestTime = .seconds(60)
  return limits
}

/// A listener that is ready for one login.
///
/// - Parameter browse: the browser's actions, given the listener's port.
func prepared(
  _ redirectURI: String = "http://127.0.0.1:0/callback", timeout: Duration = .seconds(60),
  limits: LoopbackLimits? = nil,
  browse: @escaping @Sendable (Int) async throws -> Void = { _ in }
) async throws -> any PreparedWebAuthentication {
  let (ports, port) = AsyncStream<Int>.makeStream()
  let session = LoopbackWebAuthenticationSession(timeout: timeout, limits: limits ?? patientLimits)
  { _ in
    for await port in ports { return try await browse(port) }
  }
  let prepared = try await session.prepare(RedirectURI(redirectURI, allowsLocalhost: true))
  port.yield(prepared.port)
  return prepared
}

extension PreparedWebAuthentication {
  var port: Int { URL(string: redirectURI.description)?.port ?? 0 }

  func callback(
    accepting isExpected: @escaping @Sendable (URL) -> Bool = { _ in true }
  ) async throws(WebAuthenticationError) -> URL {
    try await callback(
      from: loginPage, prefersEphemeralSession: false, accepting: isExpected)
  }
}

/// The request of a redirected browser.
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
