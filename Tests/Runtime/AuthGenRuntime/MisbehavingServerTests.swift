// Tests the client over the network against misbehaving servers: each call soon ends with a typed error, and
// no secret appears anywhere.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct MisbehavingServerTests {
  /// Calls a server as a customer and returns the error.
  private func error(
    _ server: LoopbackServer, timeout: Duration = .seconds(20), attempts: Int = 1,
    maximumSize: Int = 16_000_000
  ) async throws -> RequestError {
    var configuration = ClientConfiguration(endpoint: server.url)
    configuration.timeout = timeout
    configuration.maximumResponseSize = maximumSize
    configuration.retry = RetryPolicy(maximumAttempts: attempts, baseDelay: .milliseconds(1))
    let client = GraphQLClient(configuration)
      .authenticated(by: Credential(scheme: "Opaque", token: "t0ken-of-the-customer"))
    let error = await #expect(throws: RequestError.self) {
      try await client.execute(SocialLinksQuery())
    }
    let found = try #require(error)
    var text = "\(found) \(String(reflecting: found))"
    dump(found, to: &text)
    for secret in ["t0ken-of-the-customer", "of the server"] { #expect(!text.contains(secret)) }
    return found
  }

  private func head(_ lines: String...) -> [UInt8] {
    Array(
      (["HTTP/1.1 200 OK", "Connection: close"] + lines + ["", ""]).joined(separator: "\r\n").utf8)
  }

  @Test func cutConnectionIsLostAndTheQueryIsRetried() async throws {
    let arrived = Counter()
    let server = try LoopbackServer { _ in
      arrived.increment()
      return [.reset]
    }
    let error = try await error(server, attempts: 3)
    guard case .transport(let transport) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(transport.reason == .connectionLost)
    #expect(error.progress == .sent)
    #expect(arrived.value == 3)
  }

  @Test func truncatedResponseIsALostConnection() async throws {
    let server = try LoopbackServer { _ in
      [
        .send(
          head("Content-Type: application/json", "Content-Length: 1000")
            + Array(#"{"data": "of the server"#.utf8))
      ]
    }
    guard case .transport(let transport) = try await error(server).reason else {
      Issue.record("no transport error")
      return
    }
    #expect(transport.reason == .connectionLost)
  }

  @Test(arguments: [false, true])
  func slowResponseEndsAtTheDeadline(drips: Bool) async throws {
    let server = try LoopbackServer { _ in
      // A byte from time to time keeps a connection open.
      let drip = Array(repeating: [.send([0x20]), .wait(seconds: 0.2)], count: 3_000).flatMap {
        (steps: [LoopbackServer.Step]) in steps
      }
      return [.send(self.head("Content-Type: application/json"))]
        + (drips ? drip : [.wait(seconds: 600)])
    }
    guard case .transport(let transport) = try await error(server, timeout: .seconds(1)).reason
    else {
      Issue.record("no transport error")
      return
    }
    // The server itself ends after ten minutes, with other errors.
    #expect(transport.reason == .timedOut)
  }

  @Test(arguments: [500, 502, 404])
  func htmlPageIsReportedByItsStatus(_ status: Int) async throws {
    let server = try LoopbackServer { _ in
      LoopbackServer.response("<h1>of the server</h1>", status: status, type: "text/html")
    }
    let error = try await error(server)
    guard case .httpStatus(let failure) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(failure.status == status)
    #expect(failure.mediaType == "text/html")
    #expect(failure.bodySize == 22)
    #expect(error.progress == .responded)
  }

  /// The field may contain anything, also the body of a broken response.
  @Test(arguments: ["", "text", "text/", "text/html/x", #"application/json{"token":"s3cret"}"#])
  func contentTypeThatIsNoMediaTypeIsNotShown(_ type: String) async throws {
    let server = try LoopbackServer { _ in
      LoopbackServer.response("<h1>of the server</h1>", status: 500, type: type)
    }
    let error = try await error(server)
    guard case .httpStatus(let failure) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(failure.mediaType == nil)
    #expect("\(error)".contains("status 500 (no media type, 22 bytes)"))
  }

  @Test func tooManyRequestsAreRetriedAfterTheRequestedWait() async throws {
    let arrived = Counter()
    let server = try LoopbackServer { _ in
      arrived.increment()
      return LoopbackServer.response(
        "of the server", status: 429, type: "text/plain", headers: ["Retry-After: 1"])
    }
    let begin = ContinuousClock.now
    let error = try await error(server, attempts: 2)
    guard case .httpStatus(let failure) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(failure.retryAfter == .seconds(1))
    #expect(arrived.value == 2)
    #expect(ContinuousClock.now - begin >= .seconds(1))
  }

  @Test func invalidUTF8IsADecodingError() async throws {
    let body = Array(#"{"data": {"customer": ""#.utf8) + [0xC3, 0x28, 0xFF] + Array(#""}}"#.utf8)
    let server = try LoopbackServer { _ in
      [.send(head("Content-Type: application/json", "Content-Length: \(body.count)") + body)]
    }
    guard case .decoding = try await error(server).reason else {
      Issue.record("decoded")
      return
    }
  }

  @Test func twoHundredMegabytesAreRejected() async throws {
    let server = try LoopbackServer { _ in
      [
        .send(head("Content-Type: application/json")),
        .flood([UInt8](repeating: 0x20, count: 1 << 20), times: 200),
      ]
    }
    guard case .transport(let transport) = try await error(server).reason else {
      Issue.record("read")
      return
    }
    #expect(transport.reason == .responseTooLarge(limit: 16_000_000))
  }

  @Test(arguments: ["[", #"{"data":"#])
  func deepJSONIsADecodingError(_ opening: String) async throws {
    let server = try LoopbackServer { _ in
      LoopbackServer.response(String(repeating: opening, count: 500_000))
    }
    guard case .decoding = try await error(server).reason else {
      Issue.record("decoded")
      return
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func redirectToAnotherOriginGetsNoCredential(_ status: Int) async throws {
    let seen = Counter()
    let other = try LoopbackServer { _ in
      seen.increment()
      return LoopbackServer.response("{}")
    }
    let location = other.url.absoluteString
    let server = try LoopbackServer { _ in
      LoopbackServer.response("", status: status, headers: ["Location: \(location)"])
    }
    guard case .transport(let transport) = try await error(server).reason else {
      Issue.record("followed")
      return
    }
    #expect(transport.reason == .redirected(status: status))
    #expect(seen.value == 0)
  }

  /// libcurl's texts, as Foundation hands them over on Linux.
  @Test(arguments: [
    ("SSL certificate problem: self-signed certificate", true),
    ("SSL: no alternative certificate subject name matches target host name '127.0.0.1'", true),
    ("TLS connect error: error:0A000438:SSL routines::tlsv1 alert internal error", true),
    ("Empty reply from server", false),
  ]) func failureOfTLSIsNamed(_ text: String, isTLS: Bool) {
    let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])
    let found = TransportError(error, hasBegun: false)
    #expect((found.reason == .secureConnectionFailed) == isTLS && found.wasSent != isTLS)
  }

  /// On Apple platforms, the first one is App Transport Security's error for http.
  @Test(arguments: [
    URLError.Code.appTransportSecurityRequiresSecureConnection, .badURL, .unsupportedURL,
  ]) func refusedURLIsNotSent(_ code: URLError.Code) {
    let found = TransportError(URLError(code), hasBegun: false)
    #expect(found == TransportError(.other(code: code.rawValue), wasSent: false))
  }

  @Test func otherContentTypeIsAnError() async throws {
    let server = try LoopbackServer { _ in
      LoopbackServer.response("<data><customer/></data>", type: "application/xml")
    }
    guard case .httpStatus(let failure) = try await error(server).reason else {
      Issue.record("decoded")
      return
    }
    #expect(failure.mediaType == "application/xml")
  }

  @Test(arguments: ["Basic realm=\"x\"", "Bearer", "Digest realm=\"x\", nonce=\"y\""])
  func challengeIsAStatusAndKeepsItsHeaders(_ challenge: String) async throws {
    let server = try LoopbackServer { _ in
      LoopbackServer.response(
        "of the server", status: 401, type: "text/plain",
        headers: ["WWW-Authenticate: \(challenge)", "Retry-After: 7"])
    }
    guard case .httpStatus(let failure) = try await error(server).reason else {
      Issue.record("no status")
      return
    }
    #expect(failure.status == 401)
    #expect(failure.mediaType == "text/plain")
    #expect(failure.retryAfter == .seconds(7))
  }
}
