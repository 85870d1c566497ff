// Tests what apps build with interceptors and signers: a logger, a metrics collector, a signature over
// headers, and a queue for mutations without a connection.

@_spi(Generated) import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

@Suite struct InterceptorTests {
  private let login = LoginMutation(
    input: LoginInput(username: "ada@example.com", password: "correct horse"))
  private let credential = Credential(scheme: "Opaque", token: "t0ken")

  private func client(
    _ transport: any Transport, interceptors: [any Interceptor] = [],
    signer: (any RequestSigner)? = nil
  ) throws -> GraphQLClient {
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    return GraphQLClient(
      ClientConfiguration(endpoint: endpoint), transport: transport, interceptors: interceptors,
      signer: signer, clock: InstantClock())
  }

  /// A server that sends the same response to each request, and keeps the requests.
  private func server(
    _ body: String, status: Int = 200, _ log: Shared<[HTTPRequest]> = Shared([])
  ) -> InMemoryTransport {
    InMemoryTransport { request in
      log.withLock { $0.append(request) }
      return HTTPResponse(
        status: status, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
    }
  }

  // MARK: A logger

  private struct Logger: Interceptor {
    let lines: Shared<[String]>

    func intercept(
      _ request: HTTPRequest, _ call: CallContext, next: Next
    ) async throws -> HTTPResponse {
      let body =
        call.sendsSecrets ? "<secret>" : String(decoding: request.body ?? Data(), as: UTF8.self)
      lines.withLock {
        $0.append("\(call.operationName) #\(call.attempt) \(request.headers) \(body)")
      }
      let response = try await next(request)
      lines.withLock { $0.append("\(call.operationName): \(response.status)") }
      return response
    }
  }

  @Test func loggerSeesEverythingButTheCredential() async throws {
    let lines = Shared<[String]>([])
    let client = try client(
      server(#"{"data":{"customer":null}}"#), interceptors: [Logger(lines: lines)])
    _ = try await client.authenticated(by: credential).execute(
      SocialLinksQuery(status: .linked), options: CallOptions(headers: ["X-Trace": "1"]))
    _ = try? await client.execute(login)
    let all = lines.withLock { $0 }
    #expect(all.count == 4)
    #expect(all[0].hasPrefix("SocialLinks #1") && all[0].contains(#""status":"LINKED""#))
    #expect(all[1] == "SocialLinks: 200")
    #expect(!all.joined().contains("t0ken") && !all.joined().contains("correct horse"))
  }

  /// The token of a session can be a variable. Then it is added to the body after the interceptors.
  @Test func credentialInAVariableIsAddedAfterTheInterceptors() async throws {
    struct Rewriter: Interceptor {
      let seen: Shared<[Data]>

      func intercept(
        _ request: HTTPRequest, _ call: CallContext, next: Next
      ) async throws -> HTTPResponse {
        seen.withLock { $0.append(request.body ?? Data()) }
        var request = request
        request.body = Data(
          String(decoding: request.body ?? Data(), as: UTF8.self)
            .replacing(#""LINKED""#, with: #""PENDING""#).utf8)
        return try await next(request)
      }
    }
    struct TokenVariable: AuthenticatedOperation {
      static let definition = OperationDefinition(
        .query, "Links", credentialVariable: "token", document: "query Links($token:String!){a}")

      func encode(into fields: FieldWriter) { fields.string("status", "LINKED") }

      typealias Data = SocialLinksQuery.Data
    }
    let (seen, sent) = (Shared<[Data]>([]), Shared<[HTTPRequest]>([]))
    let client = try client(
      server(#"{"data":{"customer":null}}"#, sent), interceptors: [Rewriter(seen: seen)]
    ).authenticated(by: Credential(.variable, token: "t0ken"))
    _ = try await client.execute(TokenVariable())
    let before = String(decoding: try #require(seen.withLock { $0.first }), as: UTF8.self)
    #expect(before.contains("LINKED") && !before.contains("t0ken"))
    let body = try #require(sent.withLock { $0.first?.body })
    let json = try JSONDecoder().decode(JSON.self, from: body)
    #expect(
      json["variables"] == .object(["status": .string("PENDING"), "token": .string("t0ken")]))
    #expect(json["query"]?.string == TokenVariable.document)
  }

  // MARK: A metrics collector

  private struct Metrics: Interceptor {
    let counts: Shared<[String: Int]>

    func intercept(
      _ request: HTTPRequest, _ call: CallContext, next: Next
    ) async throws -> HTTPResponse {
      let response = try await next(request)
      counts.withLock { $0["\(call.kind.rawValue) \(response.status)", default: 0] += 1 }
      return response
    }
  }

  @Test func metricsCountEachAttempt() async throws {
    let counts = Shared<[String: Int]>([:])
    let client = try client(
      server("", status: 503), interceptors: [Metrics(counts: counts)])
    _ = try? await client.execute(GetSocialProvidersQuery())
    _ = try? await client.execute(
      GetSocialProvidersQuery(), options: CallOptions(retry: RetryPolicy(maximumAttempts: 2)))
    _ = try? await client.execute(GetSocialProvidersQuery(), options: CallOptions(retry: .never))
    _ = try? await client.execute(login)
    let total: [String: Int] = counts.withLock { $0 }
    #expect(total == ["query 503": 6, "mutation 503": 1])
  }

  // MARK: A signer

  private struct Signer: RequestSigner {
    var name = "X-Signature"

    func headers(
      for request: HTTPRequest, _ call: CallContext, credential: Credential?
    ) async throws -> HTTPHeaders {
      let length = credential?.token.reveal().count ?? 0
      return [
        name:
          "\(request.url.path) \(request.body?.count ?? 0) \(length) \(request.headers["X-Stamp"] ?? "")"
      ]
    }
  }

  private struct Stamp: Interceptor {
    func intercept(
      _ request: HTTPRequest, _ call: CallContext, next: Next
    ) async throws -> HTTPResponse {
      var request = request
      request.headers["X-Stamp"] = "s"
      return try await next(request)
    }
  }

  @Test func signerRunsLastWithTheCredential() async throws {
    let sent = Shared<[HTTPRequest]>([])
    let client = try client(
      server(#"{"data":{"customer":null}}"#, sent), interceptors: [Stamp()], signer: Signer()
    ).authenticated(by: credential)
    _ = try await client.execute(SocialLinksQuery())
    let request = try #require(sent.withLock { $0.first })
    #expect(request.headers["X-Signature"] == "/graphql \(request.body?.count ?? 0) 5 s")
    #expect(request.headers["Authorization"] == "Opaque t0ken")
  }

  @Test(arguments: ["Authorization", "x-stamp", "X-Signature\r\n"])
  func signerOnlyAddsHeaders(_ name: String) async throws {
    let sent = Shared<[HTTPRequest]>([])
    let client = try client(
      server(#"{"data":{"customer":null}}"#, sent), interceptors: [Stamp()],
      signer: Signer(name: name)
    ).authenticated(by: credential)
    let error = await #expect(throws: RequestError.self) {
      try await client.execute(SocialLinksQuery())
    }
    switch error?.reason {
    case .notSent(.repeatedHeader(let repeated)): #expect(repeated == name.lowercased())
    case .notSent(.invalidHeader): #expect(name.contains("\n"))
    default: Issue.record("\(error as Any)")
    }
    #expect(sent.withLock { $0.isEmpty })
  }

  @Test func signerIsNotCalledForAnotherServer() async throws {
    struct Trap: RequestSigner {
      func headers(
        for request: HTTPRequest, _ call: CallContext, credential: Credential?
      ) async throws -> HTTPHeaders {
        Issue.record("the signer got a request to \(request.url)")
        return [:]
      }
    }
    let client = try client(server("{}"), interceptors: [Diversion()], signer: Trap())
      .authenticated(by: credential)
    await #expect(throws: RequestError.self) { try await client.execute(SocialLinksQuery()) }
  }

  @Test func failingSignerSendsNothing() async throws {
    struct NoKey: Error {}
    struct Broken: RequestSigner {
      func headers(
        for request: HTTPRequest, _ call: CallContext, credential: Credential?
      ) async throws -> HTTPHeaders { throw NoKey() }
    }
    let sent = Shared<[HTTPRequest]>([])
    let client = try client(server("{}", sent), signer: Broken())
    let error = await #expect(throws: RequestError.self) {
      try await client.execute(GetSocialProvidersQuery())
    }
    guard case .interceptor(let cause) = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(cause is NoKey && error?.progress == .notSent && sent.withLock { $0.isEmpty })
  }

  // MARK: A queue for mutations without a connection

  /// Keeps mutations that could not be sent, and sends them later. It keeps no secret, and no login.
  private actor OfflineQueue: Interceptor {
    private var waiting: [HTTPRequest] = []

    func intercept(
      _ request: HTTPRequest, _ call: CallContext, next: Next
    ) async throws -> HTTPResponse {
      do {
        return try await next(request)
      } catch let error as RequestError where error.progress == .notSent {
        if call.kind == .mutation, !call.sendsSecrets, !call.returnsSecrets {
          waiting.append(request)
        }
        throw error
      }
    }

    /// Sends the kept requests in their order.
    func flush(_ send: (HTTPRequest) async throws -> Void) async rethrows -> Int {
      let count = waiting.count
      for request in waiting { try await send(request) }
      waiting = []
      return count
    }
  }

  @Test func queueKeepsNoSecretsAndNoLogins() async throws {
    let offline = InMemoryTransport { _ throws(TransportError) in
      throw TransportError(.cannotConnect, wasSent: false)
    }
    let queue = OfflineQueue()
    let client = try client(offline, interceptors: [queue]).authenticated(by: credential)
    await #expect(throws: RequestError.self) { try await client.execute(login) }
    await #expect(throws: RequestError.self) {
      try await client.execute(
        ExchangeSocialTokenMutation(
          input: AppBasedSocialLoginInput(providerCode: "google", accessToken: "s3cret")))
    }
    await #expect(throws: RequestError.self) { try await client.execute(GetSocialProvidersQuery()) }
    await #expect(throws: RequestError.self) {
      try await client.execute(
        RemoveSocialLinkMutation(input: RemoveSocialLinkInput(socialLinkId: "7")))
    }
    let sent = Shared<[HTTPRequest]>([])
    let count = await queue.flush { request in sent.withLock { $0.append(request) } }
    #expect(count == 1)
    let request = try #require(sent.withLock { $0.first })
    #expect(String(decoding: request.body ?? Data(), as: UTF8.self).contains("RemoveSocialLink"))
    #expect(request.headers["Authorization"] == nil)
  }

  @Test func loginsReturnSecrets() {
    #expect(LoginMutation.definition.returnsSecrets)
    #expect(ExchangeSocialTokenMutation.definition.returnsSecrets)
    #expect(!GetSocialProvidersQuery.definition.returnsSecrets)
  }
}
