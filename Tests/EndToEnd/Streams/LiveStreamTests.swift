// Subscriptions and results in parts, with engines that this project did not write.

import AuthGenRuntime
import AuthGenStreams
import AuthGenTestServers
import AuthGenTestSupport
import ConstructsFixture
import Foundation
import Testing

@Suite(.needsPython, .timeLimit(.minutes(5)), .serialized) struct LiveStreamTests {
  // MARK: Subscriptions, with ariadne

  /// A client of the server, and the transport for its subscriptions.
  private func client(
    _ server: PythonServer, over transport: String, tokens: RenewableTokens
  ) -> ConstructsClient<StreamingClient<AuthenticatedGraphQLClient>> {
    let endpoint = server.origin.appending(path: "graphql")
    let client = GraphQLClient(ClientConfiguration.patient(endpoint)).authenticated(by: tokens)
    let socket = SubscriptionSocket(endpoint: endpoint)
    return ConstructsClient(
      client.streaming(over: transport == "webSocket" ? .webSocket(socket) : .http))
  }

  @Test(arguments: ["http", "webSocket"])
  func eventsArriveInOrderAndEnd(_ transport: String) async throws {
    let server = try await PythonServer("streams_server")
    var counts: [Int?] = []
    for try await event in client(server, over: transport, tokens: RenewableTokens()).ticks(
      every: 50)
    {
      counts.append(event.data?.ticks.count)
    }
    #expect(counts == Array(1...50))
  }

  @Test(arguments: ["http", "webSocket"])
  func credentialIsRenewedAndTheStreamGoesOn(_ transport: String) async throws {
    let server = try await PythonServer("streams_server")
    let tokens = RenewableTokens()
    var names: [String] = []
    for try await event in client(server, over: transport, tokens: tokens).messages() {
      guard case .response(let response) = event else {
        names.append("reconnected")
        continue
      }
      names.append(response.data?.messages.asPerson ?? "\(response.errors)")
      switch names.count {
      // A message arrives, then the session gets another token.
      case 1: #expect(try await server.post("messages", "news") == "1")
      case 2: tokens.renew()
      default: break
      }
      if names.count == 4 { break }
    }
    #expect(names == ["hello token-1", "news", "reconnected", "hello token-2"])
  }

  @Test(arguments: ["http", "webSocket"])
  func refusedCredentialIsReplaced(_ transport: String) async throws {
    let server = try await PythonServer("streams_server")
    _ = try await server.post("revoke", "token-1")
    for try await event in client(server, over: transport, tokens: RenewableTokens()).messages() {
      #expect(event.data?.messages.asPerson == "hello token-2")
      break
    }
  }

  @Test(arguments: ["http", "webSocket"])
  func leavingTheLoopEndsTheSubscription(_ transport: String) async throws {
    let server = try await PythonServer("streams_server")
    let client = client(server, over: transport, tokens: RenewableTokens())
    for try await _ in client.messages() { break }
    var listeners = ""
    for _ in 0..<100 where listeners != "0" {
      try await Task.sleep(for: .milliseconds(20))
      listeners = try await server.post("messages", "anyone?")
    }
    #expect(listeners == "0")
  }

  // MARK: Multipart, with graphql-core 3.3

  private func incrementalServer() async throws -> PythonServer {
    let schema = Checkout.root.appending(path: "Tests/Fixtures/Constructs/schema.graphql")
    return try await PythonServer("incremental_server", ["--schema", schema.path])
  }

  private func client(_ server: PythonServer) -> ConstructsClient<GraphQLClient> {
    ConstructsClient(
      GraphQLClient(ClientConfiguration.patient(server.origin.appending(path: "graphql"))))
  }

  @Test func multipartSubscriptionDeliversEvents() async throws {
    let server = try await incrementalServer()
    var counts: [Int?] = []
    let options = CallOptions(headers: ["Accept": "multipart/mixed;subscriptionSpec=1.0"])
    for try await event in client(server).ticks(every: 20, options: options) {
      counts.append(event.data?.ticks.count)
    }
    #expect(counts == Array(1...20))
  }

  @Test(arguments: ["multipart/mixed;incrementalSpec=v0.2", "text/event-stream"])
  func resultGrowsUntilItIsComplete(_ accept: String) async throws {
    let server = try await incrementalServer()
    // The parts that are there already make one value, so the last one waits for this test.
    let options = CallOptions(headers: ["Accept": accept, "X-Items": "5", "X-Waits": "true"])
    var reports: [ReportQuery.Data.Report] = []
    for try await update in client(server).executor.updates(
      of: ReportQuery(withNote: true), options: options)
    {
      reports.append(try #require(update.data?.report))
      if reports.count == 1 { _ = try await server.post("continue", "") }
    }
    let first = try #require(reports.first)
    #expect(first.title == "Engines" && first.author.name == "Ada" && !first.pages.isEmpty)
    #expect(first.reportBodyFragment == .pending)
    let last = try #require(reports.last)
    #expect(last.pages.map(\.number) == [1, 2, 3, 4, 5])
    #expect(last.reportBodyFragment.value == ReportBodyFragment(body: "Wheels", score: 7))
    #expect(last.ranking.value?.score == 7 && last.deferredPart?.value?.note == "Steam")
    #expect(last.addresses.value?.author.address == "London")
    #expect(reports.count > 1)
    // What is there stays there.
    for (earlier, later) in zip(reports, reports.dropFirst()) {
      #expect(earlier.pages.count <= later.pages.count)
      #expect(earlier.ranking == .pending || earlier.ranking == later.ranking)
    }
  }

  @Test func failedFragmentLeavesTheRest() async throws {
    let server = try await incrementalServer()
    let options = CallOptions(headers: ["X-Fail": "note"])
    let response = try await client(server).executor.response(
      to: ReportQuery(withNote: true), options: options)
    let report = try #require(response.data?.report)
    guard case .failed(let errors)? = report.deferredPart else {
      Issue.record("\(String(describing: report.deferredPart))")
      return
    }
    #expect(errors.map(\.message) == ["no note"])
    #expect(response.errors.map(\.message) == ["no note"])
    #expect(report.ranking.value?.score == 7)
  }

  @Test func callWaitsForAllParts() async throws {
    let server = try await incrementalServer()
    let report = try #require(try await client(server).report(late: false).report)
    #expect(report.pages.count == 3 && report.reportBodyFragment.value?.body == "Wheels")
    #expect(report.ranking.value?.score == 7 && report.deferredPart == nil)
  }

  @Test func serverWithoutIncrementalDeliveryRejectsItsDirectives() async throws {
    let server = try await incrementalServer()
    let options = CallOptions(headers: ["Accept": "application/json"])
    let error = await #expect(throws: RequestError.self) {
      try await client(server).report(options: options)
    }
    #expect(error?.httpStatus == 406)
  }
}
