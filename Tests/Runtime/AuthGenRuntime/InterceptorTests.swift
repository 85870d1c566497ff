// Tests what interceptors and signers see and change, and what they must not.

@_spi(Generated) import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

@Suite struct InterceptorTests {
  private let login = LoginMutation(
    input: LoginInput(username: "ada@example.com", password: "correct horse"))
  private let credential = Credential(scheme: "Opaque", token: "t0ken")

  private let sent = RequestLog()
  private let noCustomer = #"{"data":{"customer":null}}"#

  /// A client of a server that sends the same response to each request.
  private func client(
    _ body: String, status: Int = 200, interceptors: [any Interceptor] = [],
    signer: (any RequestSigner)? = nil
  ) throws -> GraphQLClient {
    try scriptedClient(
      [.json(body, status: status)], log: sent, interceptors: interceptors, signer: signer)
  }

  // MARK: Interceptors

  /// Records what an interceptor sees of each attempt.
  private struct Observer: Interceptor {
    let seen = Shared<[String]>([])

    func intercept(
      _ request: HTTPRequest, _ call: CallContext, next: Next
    ) async throws -> HTTPResponse {
      #expect(request.headers["Authorization"] == nil)
      let secrets = (call.sendsSecrets ? ", sends" : "") + (call.returnsSecrets ? ", returns" : "")
      let attempt = "\(call.kind) \(call.operationName) #\(call.attempt)\(secrets)"
      do {
        let response = try await next(request)
        seen.withLock { $0.append("\(attempt): \(response.status)") }
        return response
      } catch let error as RequestError {
        seen.withLock { $0.append("\(attempt): \(error.progress)") }
        throw error
      }
    }
  }

  @Test func interceptorSeesEachAttemptWithoutItsCredential() async throws {
    let observer = Observer()
    let client = try client("", status: 503, interceptors: [observer])
      .authenticated(by: credential)
    let query = GetSocialProvidersQuery()
    #expect(await failure { try await client.execute(query) } != nil)
    for retry in [RetryPolicy(maximumAttempts: 2), .never] {
      let options = CallOptions(retry: retry)
      #expect(await failure { try await client.execute(query, options: options) } != nil)
    }
    let attempts = [1, 2, 3, 1, 2, 1].map { "query GetSocialProviders #\($0): 503" }
    #expect(observer.seen.withLock { $0 } == attempts)
  }

  /// A queue for calls without a connection must keep no secrets and no logins.
  @Test func interceptorSeesWhichCallsHaveSecrets() async throws {
    let observer = Observer()
    let offline = InMemoryTransport { _ throws(TransportError) in
      throw TransportError(.cannotConnect, wasSent: false)
    }
    let client = try scriptedClient(offline, interceptors: [observer]) { $0.retry = .never }
      .authenticated(by: credential)
    let input = AppBasedSocialLoginInput(providerCode: "google", accessToken: "s3cret")
    let removal = RemoveSocialLinkMutation(input: RemoveSocialLinkInput(socialLinkId: "7"))
    _ = try? await client.execute(login)
    _ = try? await client.execute(ExchangeSocialTokenMutation(input: input))
    _ = try? await client.execute(GetSocialProvidersQuery())
    _ = try? await client.execute(removal)
    #expect(
      observer.seen.withLock { $0 } == [
        "mutation Login #1, sends, returns: notSent",
        "mutation ExchangeSocialToken #1, sends, returns: notSent",
        "query GetSocialProviders #1: notSent", "mutation RemoveSocialLink #1: notSent",
      ])
  }

  /// The token of a session can be a variable. Then it is added to the body after the interceptors.
  @Test func credentialInAVariableIsAddedAfterTheInterceptors() async throws {
    let seen = Shared("")
    let rewriter = Change { request, _ in
      seen.withLock { $0 = request.text }
      request.body = Data(
        request.text.replacing(#""LINKED""#, with: #""PENDING""#).utf8)
    }
    struct TokenVariable: AuthenticatedOperation {
      static let definition = OperationDefinition(
        .query, "Links", credentialVariable: "token", document: "query Links($token:String!){a}")

      func encode(into fields: FieldWriter) { fields.string("status", "LINKED") }

      typealias Data = SocialLinksQuery.Data
    }
    let client = try client(noCustomer, interceptors: [rewriter])
      .authenticated(by: Credential(.variable, token: "t0ken"))
    _ = try await client.execute(TokenVariable())
    let before = seen.withLock { $0 }
    #expect(before.contains("LINKED") && !before.contains("t0ken"))
    let json = sent.requests.first?.json
    #expect(
      json?["variables"] == .object(["status": .string("PENDING"), "token": .string("t0ken")]))
    #expect(json?["query"]?.string == TokenVariable.document)
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

  private let stamp = Change { request, _ in request.headers["X-Stamp"] = "s" }

  @Test func signerRunsLastWithTheCredential() async throws {
    let client = try client(noCustomer, interceptors: [stamp], signer: Signer())
      .authenticated(by: credential)
    _ = try await client.execute(SocialLinksQuery())
    let request = try #require(sent.requests.first)
    #expect(request.headers["X-Signature"] == "/shop/en/graphql \(request.body?.count ?? 0) 5 s")
    #expect(request.headers["Authorization"] == "Opaque t0ken")
  }

  @Test(arguments: [
    ("Authorization", #"repeatedHeader("authorization")"#),
    ("x-stamp", #"repeatedHeader("x-stamp")"#), ("X-Signature\r\n", "invalidHeader"),
  ])
  func signerOnlyAddsHeaders(_ name: String, reason: String) async throws {
    let client = try client(noCustomer, interceptors: [stamp], signer: Signer(name: name))
      .authenticated(by: credential)
    let error = await failure { try await client.execute(SocialLinksQuery()) }
    #expect(error?.short == "not sent: \(reason)" && sent.requests.isEmpty)
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
    let client = try client("{}", interceptors: [Change.diversion], signer: Trap())
      .authenticated(by: credential)
    #expect(await failure { try await client.execute(SocialLinksQuery()) } != nil)
  }

  @Test func failingSignerSendsNothing() async throws {
    struct NoKey: Error {}
    struct Broken: RequestSigner {
      func headers(
        for request: HTTPRequest, _ call: CallContext, credential: Credential?
      ) async throws -> HTTPHeaders { throw NoKey() }
    }
    let client = try client("{}", signer: Broken())
    let error = await failure { try await client.execute(GetSocialProvidersQuery()) }
    #expect(error?.short == "NoKey" && error?.progress == .notSent && sent.requests.isEmpty)
  }
}
