// Tests logins on another device (RFC 8628).

import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import OpenIDAPI
import Testing

struct DeviceLoginTests {
  private let waits = Shared<[Double]>([])
  /// When requests for tokens came: the sums of the waits.
  private let times = Shared<[Double]>([])

  private func pretend(_ response: [String: any Sendable] = [:]) async throws -> PretendLogin {
    let pretend = try await PretendLogin(waits: waits)
    var code: [String: any Sendable] = [
      "device_code": "device-s3cret", "user_code": "WDJB-MJHT",
      "verification_uri": "https://login.example/device",
      "verification_uri_complete": "https://login.example/device?user_code=WDJB-MJHT",
      "expires_in": 100, "interval": 5,
    ]
    code.merge(response) { $1 }
    try await pretend.server.respond(to: "/oauth/device/code", code)
    return pretend
  }

  /// Responds to the requests for tokens in this order, and grants tokens afterwards.
  private func respond(
    _ pretend: PretendLogin, _ responses: [(Int, String)]
  ) async {
    await pretend.grant()
    let granted = await pretend.server.handler(for: "/oauth/token")
    let rest = Shared(responses)
    let waits = self.waits
    let times = self.times
    await pretend.server.respond(to: "/oauth/token") { request throws(TransportError) in
      times.withLock { $0.append(waits.withLock { $0.reduce(0, +) }.rounded()) }
      guard let (status, code) = rest.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
        return try await granted?(request) ?? PretendServer.response(404)
      }
      if status == 0 { throw TransportError(.connectionLost, wasSent: true) }
      let body = Data((code.isEmpty ? "<html>" : #"{"error": "\#(code)"}"#).utf8)
      return PretendServer.response(status, body)
    }
  }

  @Test func userLogsInOnAnotherDevice() async throws {
    let pretend = try await pretend()
    let code = try await pretend.login.requestDeviceCode(
      scopes: ["openid offline_access"], audience: "https://api.example")
    #expect(code.userCode == "WDJB-MJHT" && code.page.path == "/device" && code.lifetime == 100)
    #expect(code.completePage?.query == "user_code=WDJB-MJHT")
    let sent = await pretend.server.lastBody("/oauth/device/code")
    #expect(
      sent == [
        "client_id": PretendServer.clientID, "scope": "openid offline_access",
        "audience": "https://api.example",
      ])
    await respond(pretend, [(400, "authorization_pending"), (400, "authorization_pending")])
    let user = try await pretend.login.finish(code)
    #expect(user.claims?.subject == "user-1" && user.warning == nil && user.storeError == nil)
    #expect(await pretend.session == user.session)
    #expect(times.withLock { $0 } == [5, 10, 15])
    #expect(
      await pretend.server.lastBody("/oauth/token") == [
        "client_id": PretendServer.clientID, "device_code": "device-s3cret",
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
      ])
    await expectFailure("noSuchAttempt") { try await pretend.login.finish(code) }
    #expect(await pretend.server.count("/oauth/token") == 3)
    #expect(try await pretend.login.sessions.refreshedSession()?.subject == "user-1")
  }

  /// RFC 8628, section 3.5: five more seconds for `slow_down`, and a longer pause after a failure. Only the
  /// pauses after failures have a limit, a minute.
  @Test(
    arguments: [
      (
        2,
        [
          (400, "authorization_pending"), (400, "slow_down"), (400, "authorization_pending"),
          (0, ""), (503, ""), (500, "server_error"), (0, ""),
        ], [2, 4, 11, 18, 32, 60, 116, 176]
      ),
      (
        120, [(400, "authorization_pending"), (400, "slow_down"), (503, "")], [120, 240, 365, 490]
      ),
    ] as [(Int, [(Int, String)], [Double])])
  func pollingKeepsTheProvidersPace(
    _ interval: Int, _ responses: [(Int, String)], _ expected: [Double]
  ) async throws {
    let pretend = try await pretend(["interval": interval, "expires_in": 1000])
    await respond(pretend, responses)
    _ = try await pretend.login.finish(try await pretend.login.requestDeviceCode())
    #expect(times.withLock { $0 } == expected)
  }

  /// The members of the response with the code, the responses to the requests for tokens, and their times.
  @Test(
    arguments: [
      ([:], [(400, "access_denied")], "refused", [5]),
      ([:], [(400, "authorization_pending"), (400, "expired_token")], "noSuchAttempt", [5, 10]),
      ([:], [(400, "invalid_grant")], "refused", [5]),
      ([:], [(400, "unauthorized_client")], "refused", [5]),
      ([:], [(400, "unsupported_grant_type")], "refused", [5]),
      // The last request is at the end.
      (["expires_in": 12], pending, "noSuchAttempt", [5, 10, 12]),
      // A page in place of a response.
      ([:], [(404, "")], "request(", [5]),
      (["verification_uri": "http://login.example/device"], [], "insecureEndpoint", []),
    ] as [([String: any Sendable], [(Int, String)], String, [Double])])
  func failureEndsTheLogin(
    _ code: [String: any Sendable], _ responses: [(Int, String)], _ reason: String,
    _ expected: [Double]
  ) async throws {
    let pretend = try await pretend(code)
    await respond(pretend, responses)
    await expectFailure(reason) {
      try await pretend.login.finish(try await pretend.login.requestDeviceCode())
    }
    #expect(times.withLock { $0 } == expected)
    #expect(await pretend.session == nil)
  }

  private static let pending = Array(repeating: (400, "authorization_pending"), count: 9)

  /// The code is used up, so a failed verification ends the polling.
  @Test(arguments: [true, false]) func tokensThatAreNotVerifiedEndTheLogin(isOffline: Bool)
    async throws
  {
    let pretend = try await pretend()
    await pretend.grant(idToken: ["aud": isOffline ? PretendServer.clientID : "another"])
    if isOffline { await pretend.server.disconnect("/.well-known/jwks.json") }
    let code = try await pretend.login.requestDeviceCode()
    let reason = isOffline ? "request(" : "idToken(\(IDTokenError.wrongAudience)"
    await expectFailure(reason) { try await pretend.login.finish(code) }
    #expect(await pretend.server.count("/oauth/token") == 1)
    #expect(await pretend.session == nil)
  }

  @Test func codeIsNotSentToAnotherProvider() async throws {
    let pretend = try await pretend()
    let code = try await pretend.login.requestDeviceCode()
    for other in try await PretendLogin.elsewhere() {
      await expectFailure("noSuchAttempt") { try await other.login.finish(code) }
      #expect(await other.server.requests.isEmpty)
    }
    let without = try await PretendLogin { $0.deviceAuthorizationEndpoint = nil }
    await expectFailure("unsupported") { try await without.login.requestDeviceCode() }
  }

  @Test func cancelledTaskStopsTheRequests() async throws {
    let pretend = try await pretend()
    let code = try await pretend.login.requestDeviceCode()
    await expectFailure("cancelled") {
      let task = Task { try await pretend.login.finish(code) }
      task.cancel()
      _ = try await task.value
    }
    #expect(await pretend.server.count("/oauth/token") == 0)
  }

  /// django-allauth sends the first ID token with a refresh.
  @Test func firstIDTokenMayComeWithARefresh() async throws {
    let pretend = try await pretend()
    await pretend.grant(["id_token": NSNull()])
    let code = try await pretend.login.requestDeviceCode()
    let user = try await pretend.login.finish(code)
    #expect(user.claims == nil && user.session.subject == nil)
    await pretend.grant(["refresh_token": "refresh-2"], idToken: ["name": "Ada"])
    let session = try #require(try await pretend.login.sessions.refreshedSession())
    #expect(session.subject == "user-1" && session.claims?.name == "Ada")
    await pretend.grant(idToken: ["sub": "user-2"])
    #expect(try await pretend.login.sessions.refreshedSession() == nil)
  }

  /// Google's name, a missing interval, and a number as text.
  @Test func otherFormsOfTheResponseAreRead() async throws {
    let pretend = try await pretend([
      "verification_uri": NSNull(), "verification_uri_complete": NSNull(),
      "verification_url": "https://login.example/d", "interval": NSNull(), "expires_in": "1800",
    ])
    let code = try await pretend.login.requestDeviceCode()
    #expect(code.page.path == "/d" && code.completePage == nil && code.lifetime == 1800)
    await respond(pretend, [])
    _ = try await pretend.login.finish(code)
    #expect(times.withLock { $0 } == [5])
  }

  @Test func codeOfAnotherDeviceIsNeverPrinted() async throws {
    let code = try await pretend().login.requestDeviceCode()
    for text in shapes(of: code) { #expect(!text.contains("s3cret") && !text.contains("WDJB")) }
  }
}
