import AuthGenLoginTestSupport
import AuthGenRuntime
import AuthGenTestSupport
import AuthGenUploads
import AuthGenWebLogin
import Foundation
import Testing

struct DPoPTransportTests {
  /// Gives these responses in turn, then an empty one; records the requests.
  private final class Server: Transport {
    private let responses: Shared<[Result<HTTPResponse, TransportError>]>
    private let received = Shared<[HTTPRequest]>([])

    convenience init(_ responses: HTTPResponse...) { self.init(sending: responses) }

    init(sending responses: [HTTPResponse]) {
      self.responses = Shared(responses.map { .success($0) })
    }

    init(failing error: TransportError) {
      responses = Shared([.failure(error)])
    }

    var requests: [HTTPRequest] { received.withLock { $0 } }
    var proofs: [OpenedProof] { requests.compactMap { OpenedProof($0) } }
    var nonces: [String?] { proofs.map { $0.claims["nonce"]?.string } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      received.withLock { $0.append(request) }
      return try responses.withLock { $0.isEmpty ? .success(.init(status: 200)) : $0.removeFirst() }
        .get()
    }
  }

  private static let key = OpenSSLKey()
  private let time = Date(timeIntervalSince1970: 1_700_000_000)

  private func transport(
    _ server: Server, key: (any DPoPKey)? = nil, random: any RandomSource = SystemRandomSource()
  ) -> DPoPTransport {
    var environment = LoginEnvironment(transport: server, now: { [time] in time })
    environment.random = random
    return DPoPTransport(key: key ?? Self.key, environment: environment)
  }

  private func request(
    _ url: String = "https://auth.example.com/token", _ headers: HTTPHeaders = [:]
  ) throws -> HTTPRequest {
    HTTPRequest(url: try #require(URL(string: url)), headers: headers, body: Data("body".utf8))
  }

  /// A response with a nonce.
  private func issuing(_ nonce: String, _ status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["DPoP-Nonce": nonce])
  }

  private func refusal(
    _ status: Int = 401, nonce: String? = nil, date: String? = nil,
    body: String = #"{"code":"use_dpop_nonce"}"#
  ) -> HTTPResponse {
    var response = HTTPResponse(status: status, body: Data(body.utf8))
    response.headers["DPoP-Nonce"] = nonce
    response.headers["Date"] = date
    return response
  }

  private let invalid = #"{"code":"invalid_dpop_proof","message":"iat is too far from now."}"#

  // MARK: Proofs

  @Test func everyRequestHasItsOwnProof() async throws {
    let server = Server()
    let transport = transport(server)
    for _ in 0..<3 { _ = try await transport.send(try request()) }
    #expect(server.proofs.count == 3)
    #expect(Set(server.proofs.compactMap { $0.claims["jti"]?.string }).count == 3)
    #expect(server.requests.allSatisfy { $0.body == Data("body".utf8) })
  }

  @Test func bodyStreamIsSentAgainWithTheNextProof() async throws {
    let server = Server(refusal(nonce: "n-1"))
    var request = try request()
    request.bodyStream = RequestBody(length: 4) {
      var parts = [Data("bo".utf8), Data("dy".utf8)]
      return { parts.isEmpty ? nil : parts.removeFirst() }
    }
    _ = try await transport(server).send(request)
    #expect(server.nonces == [nil, "n-1"])
    for request in server.requests {
      let next = try #require(try request.bodyStream?.reader())
      #expect(try [next(), next(), next()] == [Data("bo".utf8), Data("dy".utf8), nil])
    }
  }

  @Test func refreshUsesTheSameKey() async throws {
    let server = Server()
    _ = try await transport(server).send(try request())
    _ = try await transport(server).send(try request("https://auth.example.com/refresh"))
    let publicKey = try await Self.key.publicKey
    #expect(server.proofs.map(\.key) == [publicKey, publicKey])
  }

  @Test func proofHasTheTokensHashOnlyWithAnAccessToken() async throws {
    let server = Server()
    let transport = transport(server)
    let token = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"
    for headers: HTTPHeaders in [
      [:], ["X-Refresh-Token": token], ["Authorization": "DPoP \(token)"],
      ["Authorization": "dpop  \(token) "], ["Authorization": "Opaque \(token)"],
    ] {
      _ = try await transport.send(try request("https://api.example.com/me", headers))
    }
    let hash = "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"
    #expect(server.proofs.map { $0.claims["ath"]?.string } == [nil, nil, hash, hash, nil])
  }

  @Test(arguments: ["Bearer token", "bearer token", " BEARER  token", "Bearer\ttoken", "Bearer"])
  func tokenIsNeverSentAsBearer(_ authorization: String) async throws {
    let server = Server()
    await #expect(throws: TransportError(.bearerRefused, wasSent: false)) {
      try await transport(server).send(
        try request("https://api.example.com/me", ["Authorization": authorization]))
    }
    #expect(server.requests.isEmpty)
  }

  @Test func nothingIsSentWithoutAProof() async throws {
    struct Locked: DPoPKey {
      var publicKey: DPoPPublicKey { get throws(DPoPKeyError) { throw .unusable } }
      func signature(for message: Data) throws(DPoPKeyError) -> Data { throw .unusable }
      func remove() {}
    }
    let server = Server()
    let expected = TransportError(.proofUnavailable, wasSent: false)
    await #expect(throws: expected) {
      try await transport(server, key: Locked()).send(try request())
    }
    await #expect(throws: expected) {
      try await transport(server, random: FailingRandomSource()).send(try request())
    }
    await #expect(throws: expected) {
      try await transport(server).send(try request("https://ada@auth.example.com/token"))
    }
    #expect(server.requests.isEmpty)
    #expect("\(expected)" == "making a proof of possession failed; nothing was sent")
  }

  // MARK: Nonces

  @Test func nonceIsTakenFromEveryResponse() async throws {
    let server = Server(issuing("one"), HTTPResponse(status: 200), issuing("two", 500))
    let transport = transport(server)
    for _ in 0..<4 { _ = try await transport.send(try request()) }
    #expect(server.nonces == [nil, "one", "one", "two"])
  }

  @Test func nonceIsKeptPerOrigin() async throws {
    let server = Server(issuing("one"), issuing("two"), issuing("three"))
    let transport = transport(server)
    for url in [
      "https://auth.example.com/token", "https://api.example.com/me",
      "https://auth.example.com:8443/token", "http://auth.example.com/token",
      "HTTPS://AUTH.example.com:443/refresh", "https://api.example.com/you",
    ] {
      _ = try await transport.send(try request(url))
    }
    #expect(server.nonces == [nil, nil, nil, nil, "one", "two"])
  }

  @Test(arguments: ["", "with space", "with\"quote", "back\\slash", "naïve", "one, two"])
  func invalidNonceIsIgnored(_ nonce: String) async throws {
    let server = Server(issuing(nonce))
    let transport = transport(server)
    for _ in 0..<2 { _ = try await transport.send(try request()) }
    #expect(server.nonces == [nil, nil])
  }

  /// RFC 9449, sections 8 and 9, and Prelude's own errors.
  @Test(arguments: [
    (400, nil, #"{"error":"use_dpop_nonce","error_description":"…"}"#, true),
    (401, nil, #"{"code":"use_dpop_nonce","message":"…"}"#, true),
    (401, #"DPoP error="use_dpop_nonce""#, "", true),
    (401, #"DPoP algs="ES256 EdDSA" , error = use_dpop_nonce"#, "", true),
    (
      401, #"Bearer realm="a, b", dpop error_description="x=\"y\", z",error="use_dpop_nonce""#, "",
      true
    ),
    (401, #"Negotiate, DPoP algs="ES256",error="use_dpop_nonce", Basic realm="x""#, "<html>", true),
    (403, nil, #"{"code":"use_dpop_nonce"}"#, false),
    (200, #"DPoP error="use_dpop_nonce""#, "", false),
    (401, #"Bearer error="use_dpop_nonce""#, "", false),
    (401, #"DPoP error_description="error=use_dpop_nonce""#, "", false),
    (401, #"Bearer error_description="a, DPoP error=\"use_dpop_nonce\"""#, "", false),
    (401, #"DPoP realm="x", Bearer error="use_dpop_nonce""#, "", false),
    (401, #"DPoP error="invalid_token""#, "", false),
    (400, nil, #"{"error":{"code":"use_dpop_nonce"}}"#, false),
    (400, nil, #"{"error":"invalid_grant","error_description":"use_dpop_nonce"}"#, false),
  ])
  func requestedNonceIsSentOnce(
    _ status: Int, _ challenge: String?, _ body: String, _ isRequested: Bool
  ) async throws {
    var refused = refusal(status, nonce: "one", body: body)
    refused.headers["WWW-Authenticate"] = challenge
    let server = Server(refused)
    let headers: HTTPHeaders = isRequested ? ["Authorization": "DPoP token"] : [:]
    let response = try await transport(server).send(
      try request("https://auth.example.com/token", headers))
    #expect(response.status == (isRequested ? 200 : status))
    #expect(server.nonces == (isRequested ? [nil, "one"] : [nil]))
    #expect(Set(server.proofs.compactMap { $0.claims["jti"]?.string }).count == server.nonces.count)
    #expect(server.proofs.allSatisfy { ($0.claims["ath"] != nil) == isRequested })
    #expect(server.requests.allSatisfy { $0.body == Data("body".utf8) })
  }

  @Test func nonceIsRetriedExactlyOnce() async throws {
    let server = Server(
      refusal(nonce: "one"), refusal(nonce: "two"), HTTPResponse(status: 200))
    let transport = transport(server)
    #expect(try await transport.send(try request()).status == 401)
    #expect(server.nonces == [nil, "one"])
    // The last response's nonce is for the next call.
    #expect(try await transport.send(try request()).status == 200)
    #expect(server.nonces == [nil, "one", "two"])
  }

  /// A status of 401 would end a session that cannot be refreshed.
  @Test func rejectedProofIsNotARejectedToken() async throws {
    let headers: HTTPHeaders = ["Authorization": "DPoP token"]
    let bound = try request("https://api.example.com/me", headers)
    let refused = TransportError(.proofRefused, wasSent: true)
    for responses in [
      [refusal(), HTTPResponse(status: 200)], [refusal(nonce: "one"), refusal(nonce: "two")],
      [refusal(nonce: "one"), refusal(body: invalid)],
    ] {
      let server = Server(sending: responses)
      await #expect(throws: refused) { try await transport(server).send(bound) }
    }
    let server = Server(refusal(nonce: "one"), refusal(body: #"{"error":"invalid_token"}"#))
    #expect(try await transport(server).send(bound).status == 401)
  }

  @Test func unchangedNonceIsNotRetried() async throws {
    let server = Server(refusal(), refusal(nonce: "one"), refusal(nonce: "two"))
    let transport = transport(server)
    #expect(try await transport.send(try request()).status == 401)
    #expect(server.nonces == [nil])
    // The server rejects `one`, and asks for `one`.
    let unchanging = Server(issuing("one"), refusal(nonce: "one"))
    let other = self.transport(unchanging)
    _ = try await other.send(try request())
    #expect(try await other.send(try request()).status == 401)
    #expect(unchanging.nonces == [nil, "one"])
  }

  @Test func failureIsNotRetried() async throws {
    let error = TransportError(.redirected(status: 307), wasSent: true)
    let server = Server(failing: error)
    await #expect(throws: error) { try await transport(server).send(try request()) }
    #expect(server.requests.count == 1)
  }

  // MARK: Clocks

  /// The tests' clock shows 22:13:20.
  @Test func wrongClockIsCorrectedOnceAndRemembered() async throws {
    let server = Server(
      refusal(nonce: "one", date: "Tue, 14 Nov 2023 22:23:20 GMT", body: invalid))
    let transport = transport(server)
    #expect(try await transport.send(try request()).status == 200)
    _ = try await transport.send(try request())
    _ = try await transport.send(try request("https://api.example.com/me"))
    #expect(
      server.proofs.map { $0.claims["iat"] } == [
        .integer(1_700_000_000), .integer(1_700_000_600), .integer(1_700_000_600),
        .integer(1_700_000_000),
      ])
    #expect(server.nonces == [nil, "one", "one", nil])
  }

  @Test(arguments: [
    "Tue, 14 Nov 2023 22:13:20 GMT", "Tue, 14 Nov 2023 22:13:24 GMT",
    "Tue, 14 Nov 2023 22:13:16 GMT", "tomorrow", nil,
  ])
  func correctClockCausesNoRetry(_ date: String?) async throws {
    let server = Server(refusal(nonce: "one", date: date, body: invalid))
    let transport = transport(server)
    #expect(try await transport.send(try request()).status == 401)
    #expect(server.requests.count == 1)
    _ = try await transport.send(try request())
    #expect(server.proofs.last?.claims["iat"] == .integer(1_700_000_000))
  }

  @Test func requestIsRetriedOnceAtMost() async throws {
    let late = refusal(date: "Tue, 14 Nov 2023 21:00:00 GMT", body: invalid)
    for responses in [(refusal(nonce: "one"), late), (late, refusal(nonce: "one")), (late, late)] {
      let server = Server(responses.0, responses.1)
      #expect(try await transport(server).send(try request()).status == 401)
      #expect(server.requests.count == 2)
    }
  }

  /// The device's clock has been corrected in the meantime.
  @Test func clockCorrectionCanBeCorrected() async throws {
    let server = Server(
      refusal(date: "Tue, 14 Nov 2023 22:23:20 GMT", body: invalid), HTTPResponse(status: 200),
      refusal(date: "Tue, 14 Nov 2023 22:13:20 GMT", body: invalid))
    let transport = transport(server)
    for _ in 0..<2 { #expect(try await transport.send(try request()).status == 200) }
    #expect(server.proofs.last?.claims["iat"] == .integer(1_700_000_000))
  }

  @Test func onlyARejectedProofUsesTheServersClock() async throws {
    let date = "Tue, 14 Nov 2023 23:00:00 GMT"
    let server = Server(
      HTTPResponse(status: 200, headers: ["Date": date]), refusal(nonce: "one", date: date))
    let transport = transport(server)
    for _ in 0..<2 { _ = try await transport.send(try request()) }
    #expect(server.proofs.allSatisfy { $0.claims["iat"] == .integer(1_700_000_000) })
  }

  // MARK: Secrecy

  @Test func transportsAreNeverPrinted() async throws {
    let server = Server(issuing("n-secret"))
    let transport = transport(server)
    _ = try await transport.send(
      try request("https://api.example.com/me", ["Authorization": "DPoP t-secret"]))
    for text in shapes(of: transport) { #expect(!text.contains("secret")) }
    let proof = try #require(server.proofs.first)
    #expect(!"\(proof.header)\(proof.claims)".contains("t-secret"))
  }

  // MARK: Streams

  /// Refuses the first proof, and then streams.
  private final class StreamServer: StreamingTransport {
    private let refusals: Shared<[HTTPResponse]>
    private let received = Shared<[HTTPRequest]>([])
    private let sent = Shared(0)

    init(refusing refusals: [HTTPResponse]) {
      self.refusals = Shared(refusals)
    }

    var nonces: [String?] {
      received.withLock { $0 }.map { OpenedProof($0)?.claims["nonce"]?.string }
    }
    /// The number of parts that were read.
    var partCount: Int { sent.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      throw TransportError(.cannotConnect, wasSent: false)
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponseStream {
      received.withLock { $0.append(request) }
      let refusal = refusals.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      let parts = Shared(refusal.map { [$0.body] } ?? [Data("a".utf8), Data("b".utf8)])
      return HTTPResponseStream(
        status: refusal?.status ?? 200, headers: refusal?.headers ?? [:],
        next: { [sent] () async throws(TransportError) in
          sent.withLock { $0 += 1 }
          return parts.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }, cancel: {})
    }
  }

  @Test func streamOpensWithAProof() async throws {
    let server = StreamServer(refusing: [refusal(nonce: "n1")])
    let transport = DPoPTransport(server, key: Self.key)
    let stream = try await transport.open(
      request("https://api.example.com/graphql", ["Authorization": "DPoP token"]))
    #expect(server.nonces == [nil, "n1"] && stream.status == 200)
    // The refusal was read, and nothing of the stream.
    #expect(server.partCount == 2)
    #expect(try await stream.next() == Data("a".utf8))
    #expect(try await stream.next() == Data("b".utf8))
    #expect(try await stream.next() == nil)
  }

  @Test func streamWithARefusedProofIsNoStream() async throws {
    let server = StreamServer(refusing: [refusal(nonce: "n1"), refusal(nonce: "n2")])
    let transport = DPoPTransport(server, key: Self.key)
    let request = try request("https://api.example.com/graphql", ["Authorization": "DPoP token"])
    let error = await #expect(throws: TransportError.self) { try await transport.open(request) }
    #expect(error?.reason == .proofRefused)
    // A response with another status is returned.
    let busy = StreamServer(refusing: [HTTPResponse(status: 503, body: Data("busy".utf8))])
    let response = try await DPoPTransport(busy, key: Self.key).open(request)
    #expect(response.status == 503)
    #expect(try await response.next() == Data("busy".utf8))
  }

  @Test func streamOverATransportWithoutStreamsIsComplete() async throws {
    let server = Server(HTTPResponse(status: 200, body: Data("all".utf8)))
    let stream = try await transport(server).open(try request())
    #expect(try await stream.next() == Data("all".utf8))
    #expect(try await stream.next() == nil)
  }
}
