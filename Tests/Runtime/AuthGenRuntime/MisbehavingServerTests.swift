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
    _ server: LoopbackServer, timeout: Duration = .seconds(20), attempts: Int = 1
  ) async throws -> RequestError {
    let retry = RetryPolicy(maximumAttempts: attempts, baseDelay: .milliseconds(1))
    let client = GraphQLClient(
      ClientConfiguration(endpoint: server.url, timeout: timeout, retry: retry)
    ).authenticated(by: Credential(scheme: "Opaque", token: "t0ken-of-the-customer"))
    let found = try #require(await failure { try await client.execute(SocialLinksQuery()) })
    let text = printedForms(of: found)
    for secret in ["t0ken-of-the-customer", "of the server", "s3cret"] {
      #expect(!text.contains(secret))
    }
    return found
  }

  /// What a server sends, and the error of the call.
  struct Misbehavior: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [LoopbackServer.Step]
    let error: String

    init(_ name: String, _ steps: [LoopbackServer.Step], _ error: String) {
      (testDescription, self.steps, self.error) = (name, steps, error)
    }

    init(
      _ name: String, _ body: String, status: Int = 200, type: String = "application/json",
      headers: [String] = [], _ error: String
    ) {
      self.init(
        name, LoopbackServer.response(body, status: status, type: type, headers: headers), error)
    }
  }

  private static func head(_ lines: String...) -> [UInt8] {
    Array(
      (["HTTP/1.1 200 OK", "Connection: close"] + lines + ["", ""]).joined(separator: "\r\n").utf8)
  }

  private static let json = "Content-Type: application/json"
  private static let part =
    head(json, "Content-Length: 1000") + Array(#"{"data": "of the server"#.utf8)
  private static let invalidUTF8 =
    Array(#"{"data": {"customer": ""#.utf8) + [0xC3, 0x28, 0xFF] + Array(#""}}"#.utf8)
  private static let page = "<h1>of the server</h1>"

  private static let misbehaviors =
    [
      Misbehavior("a response that is cut", [.send(part), .reset], "connectionLost"),
      Misbehavior("a response that ends early", [.send(part)], "connectionLost"),
      Misbehavior(
        "invalid UTF-8", [.send(head(json, "Content-Length: \(invalidUTF8.count)") + invalidUTF8)],
        "invalidJSON"),
      Misbehavior(
        "two hundred megabytes",
        [.send(head(json)), .flood([UInt8](repeating: 0x20, count: 1 << 20), times: 200)],
        "responseTooLarge(limit: 16000000)"),
      Misbehavior("deep lists", String(repeating: "[", count: 500_000), "invalidJSON"),
      Misbehavior("deep objects", String(repeating: #"{"data":"#, count: 500_000), "invalidJSON"),
      Misbehavior("XML", "<data/>", type: "application/xml", "status 200 application/xml"),
    ]
    + [500, 502, 404].map {
      Misbehavior("a page", page, status: $0, type: "text/html", "status \($0) text/html")
    }
    // The field may contain anything, also the body of a broken response.
    + ["", "text", "text/", "text/html/x", #"application/json{"token":"s3cret"}"#].map {
      Misbehavior("no media type", page, status: 500, type: $0, "status 500 -")
    }
    + ["Basic realm=\"x\"", "Bearer", "Digest realm=\"x\", nonce=\"y\"", "Negotiate"].map {
      Misbehavior(
        "a challenge", page, status: 401, type: "text/plain",
        headers: ["WWW-Authenticate: \($0)", "Retry-After: 7"], "status 401 text/plain")
    }

  @Test(arguments: misbehaviors)
  func misbehaviorIsATypedError(_ misbehavior: Misbehavior) async throws {
    let error = try await error(LoopbackServer { _ in misbehavior.steps })
    #expect(error.short == misbehavior.error)
    guard let failure = error.httpFailure else { return }
    #expect(error.progress == .responded && (failure.bodySize == 22 || failure.status == 200))
    #expect(failure.retryAfter == (failure.status == 401 ? .seconds(7) : nil))
  }

  @Test func cutConnectionIsLostAndTheQueryIsRetried() async throws {
    let arrived = Counter()
    let server = try LoopbackServer { _ in
      arrived.increment()
      return [.reset]
    }
    let error = try await error(server, attempts: 3)
    #expect(error.short == "connectionLost" && error.progress == .sent && arrived.value == 3)
  }

  @Test(arguments: [false, true])
  func slowResponseEndsAtTheDeadline(drips: Bool) async throws {
    let server = try LoopbackServer { _ in
      // A byte from time to time keeps a connection open.
      let drip = Array(repeating: [.send([0x20]), .wait(seconds: 0.2)], count: 3_000).flatMap {
        (steps: [LoopbackServer.Step]) in steps
      }
      return [.send(Self.head(Self.json))] + (drips ? drip : [.wait(seconds: 600)])
    }
    // The server itself ends after ten minutes, with other errors.
    #expect(try await error(server, timeout: .seconds(1)).short == "timedOut")
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
    #expect(error.httpFailure?.retryAfter == .seconds(1) && arrived.value == 2)
    #expect(ContinuousClock.now - begin >= .seconds(1))
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
    #expect(try await error(server).short == "redirected(status: \(status))" && seen.value == 0)
  }

  /// libcurl's messages, as Foundation hands them over on Linux.
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
}
