// The transport that responds by operation.

import AuthGenRuntime
import AuthGenStreams
import AuthGenTestSupport
import AuthGenTesting
import ConstructsFixture
import Foundation
import HorizonAPI
import OpenIDAPI
import OryAPI
import Testing

@Suite(.timeLimit(.minutes(5))) struct MockTransportTests {
  private func client(_ transport: MockTransport) -> HorizonClient<AuthenticatedGraphQLClient> {
    let configuration = ClientConfiguration(endpoint: MockTransport.endpoint)
    let client = GraphQLClient(configuration, transport: transport)
    return HorizonClient(
      client.authenticated(by: Credential(scheme: "Opaque", token: "t0p-s3cret")))
  }

  /// A transport that expects only the calls of its test.
  private func transport() -> MockTransport { MockTransport { Issue.record($0) } }

  private func links(_ seed: UInt64) throws -> SocialLinksQuery.Data { try .sample(seed: seed) }

  @Test func subscriptionGetsItsEventsAndEnds() async throws {
    let transport = transport()
    transport.respond(
      to: TicksSubscription.self,
      with: try .events(.init(ticks: .init(count: 1)), .init(ticks: .init(count: 2))))
    let client = ConstructsClient(
      GraphQLClient(
        ClientConfiguration(endpoint: MockTransport.endpoint), transport: transport))
    var counts: [Int?] = []
    for try await event in client.ticks() { counts.append(event.data?.ticks.count) }
    #expect(counts == [1, 2])
    #expect(transport.calls(of: TicksSubscription.self).count == 1)
  }

  @Test func callsGetTheirResponsesInOrderAndThenTheCommonOne() async throws {
    let transport = transport()
    transport.respond(
      to: SocialLinksQuery.self, with: try .data(links(1)), .failure(.lost), .errors(.refused))
    transport.respond(to: SocialLinksQuery.self, with: try .data(links(2)))
    transport.respond(to: SocialLinksQuery.self, always: try .data(links(3)))
    let client = client(transport)
    #expect(try await ids(client) == ids(links(1)))
    #expect(await failure { try await ids(client) }?.short == "connectionLost")
    #expect(await failure { try await ids(client) }?.short == "GraphQL: refused")
    #expect(try await ids(client) == ids(links(2)))
    for _ in 0..<3 { #expect(try await ids(client) == ids(links(3))) }
    #expect(transport.calls(of: SocialLinksQuery.self).count == 7)
    #expect(transport.unusedResponses.isEmpty)
  }

  @Test func partialDataHasItsErrors() async throws {
    let transport = transport()
    transport.respond(to: SocialLinksQuery.self, with: try .data(links(1), errors: [.refused]))
    let response = try await client(transport).response(to: SocialLinksQuery())
    #expect(response.data.map(ids) == ids(try links(1)))
    #expect(response.errors(at: "socialLinks", 0) == [.refused])
  }

  @Test func responseDependsOnTheVariables() async throws {
    let transport = transport()
    transport.respond(to: SocialLinksQuery.self) { call throws(TransportError) in
      call.variables["status"]?.string == "PENDING"
        ? .failure(.lost) : .http(HTTPResponse(status: 204))
    }
    let client = client(transport)
    let lost = await failure {
      try await client.socialLinks(status: .pending, options: CallOptions(retry: .never))
    }
    #expect(lost?.progress == .sent)
    #expect(await failure { try await client.socialLinks() }?.httpStatus == 204)
  }

  @Test func responseIsDelayedByTheClock() async throws {
    let transport = transport()
    transport.respond(
      to: SocialLinksQuery.self, with: try .data(links(1)).delayed(by: .milliseconds(80)))
    let began = ContinuousClock.now
    _ = try await client(transport).socialLinks()
    #expect(ContinuousClock.now - began >= .milliseconds(80))
    transport.respond(
      to: SocialLinksQuery.self, always: try .data(links(1)).delayed(by: .seconds(3600)))
    let error = await failure {
      try await client(transport).socialLinks(
        options: CallOptions(timeout: .milliseconds(20), retry: .never))
    }
    #expect(error?.short == "timedOut")
  }

  /// An app that ignores the error of a call does not hide it from the test.
  @Test func unexpectedCallOfAnotherTaskFailsTheTest() async throws {
    let reports = Shared<[String]>([])
    let transport = MockTransport { call in reports.withLock { $0.append("\(call)") } }
    transport.respond(to: SocialLinksQuery.self, with: try .data(links(1)))
    let client = client(transport)
    await Task.detached {
      for _ in 0..<3 { _ = try? await client.socialLinks(options: CallOptions(retry: .never)) }
      _ = try? await client.login(
        input: LoginInput(username: "ada@example.com", password: "pa55word"))
    }.value
    let all = reports.withLock { $0 }
    #expect(
      all.map { $0.prefix { $0 != ":" } } == [
        "unexpected call of SocialLinks", "unexpected call of SocialLinks",
        "unexpected call of Login",
      ])
    #expect(transport.calls.count == 4)
  }

  @Test func parallelCallsGetEachResponseOnce() async throws {
    let transport = transport()
    let responses = try (0..<100).map { try links(UInt64($0)) }
    for response in responses {
      transport.respond(to: SocialLinksQuery.self, with: try .data(response))
    }
    #expect(transport.unusedResponses == ["SocialLinks"])
    let client = client(transport)
    let found = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in responses { group.addTask { try await ids(client) } }
      return try await group.reduce(into: Set<[String]>()) { $0.insert($1) }
    }
    #expect(found == Set(responses.map(ids)))
    #expect(transport.unusedResponses.isEmpty)
  }

  @Test func descriptionsContainNoSecrets() async throws {
    let reports = Shared<[UnexpectedCall]>([])
    let transport = MockTransport { call in reports.withLock { $0.append(call) } }
    _ = try? await client(transport).login(
      input: LoginInput(username: "ada@example.com", password: "pa55word"))
    let unexpected = try #require(reports.withLock { $0.first })
    let call = try #require(transport.calls.first)
    #expect(call.variables["input", "password"]?.string == "pa55word")
    #expect(call.authorization == "Opaque t0p-s3cret")
    var dumped = ""
    dump(call, to: &dumped)
    dump(unexpected, to: &dumped)
    let texts =
      "\(call) \(call.variables) \(transport.calls) \(unexpected) \(dumped)"
    #expect(!texts.contains("pa55word") && !texts.contains("t0p-s3cret"))
    #expect(texts.contains("Login"))
  }

  /// An operation with a connector has no document: its response is the service's own.
  @Test func operationsWithConnectorsReturnData() async throws {
    let transport = transport()
    let keys = try JSONWebKeySetQuery.Data.sample()
    transport.respond(to: JSONWebKeySetQuery.self, with: try .data(keys))
    let configuration = ClientConfiguration(endpoint: MockTransport.endpoint)
    let client = OpenIDClient(GraphQLClient(configuration, transport: transport))
    let read = try await client.jsonWebKeySet().jsonWebKeySet.keys
    #expect(read.map(\.keyId) == keys.jsonWebKeySet.keys.map(\.keyId))
    #expect(transport.calls.map(\.operationName) == ["JSONWebKeySet"])
  }

  /// A connector reads the status and the headers, too.
  @Test func responsesHaveTheStatusAndTheHeadersOfTheirData() async throws {
    let configuration = ClientConfiguration(endpoint: MockTransport.endpoint)
    let transport = transport()
    for seed in 0..<12 {
      let data = try SubmitLoginFlowMutation.Data.sample(seed: UInt64(seed))
      transport.respond(to: SubmitLoginFlowMutation.self, with: try .data(data))
      let read = try await OryClient(GraphQLClient(configuration, transport: transport))
        .executor.execute(
          SubmitLoginFlowMutation(
            action: "https://mock.example/login", method: .oidc, provider: "google"))
      #expect(read.submitLoginFlow.typename == data.submitLoginFlow.typename)
    }
  }

  private func ids(_ data: SocialLinksQuery.Data) -> [String] {
    data.customer?.socialLinks?.map(\.socialLinkId) ?? []
  }

  private func ids(
    _ client: HorizonClient<AuthenticatedGraphQLClient>
  ) async throws -> [String] {
    ids(try await client.socialLinks(options: CallOptions(retry: .never)))
  }
}

extension TransportError {
  fileprivate static let lost = TransportError(.connectionLost, wasSent: true)
}

extension GraphQLError {
  fileprivate static let refused = GraphQLError(
    message: "refused", path: ["socialLinks", 0],
    extensions: RedactedJSON(.object(["code": .string("FORBIDDEN")])))
}
