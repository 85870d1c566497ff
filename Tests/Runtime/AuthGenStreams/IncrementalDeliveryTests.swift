// Queries and mutations whose results arrive in parts.

import AuthGenRuntime
import AuthGenTestSupport
import ConstructsFixture
import Foundation
import Testing

@testable import AuthGenStreams

@Suite(.timeLimit(.minutes(5))) struct IncrementalDeliveryTests {
  private typealias Report = ReportQuery.Data.Report

  private func client(
    _ transport: any Transport, persisted: ClientConfiguration.PersistedOperations = .off,
    retry: RetryPolicy = RetryPolicy(maximumAttempts: 10)
  ) -> StreamingClient<GraphQLClient> {
    var configuration = ClientConfiguration(endpoint: url("https://api.example.com/graphql"))
    configuration.persistedOperations = persisted
    return GraphQLClient(configuration, transport: transport, clock: InstantClock())
      .streaming(policy: StreamPolicy(retry: retry, silenceLimit: .seconds(600)))
  }

  /// Parts of which each waits until the loop has read the one before.
  private func multipart(_ parts: [String]) -> ScriptedStreams.Script {
    var script = ScriptedStreams.Script.multipart(parts)
    // The delimiter and the first part; then one for each value.
    script.permits = 2
    return script
  }

  /// A text for each value.
  private func values(
    _ server: ScriptedStreams, _ query: ReportQuery = ReportQuery(withNote: true)
  ) async throws -> [String] {
    var values: [String] = []
    for try await update in client(server).updates(of: query) {
      values.append(update.data?.report.map(describe) ?? "reconnected")
      if update.data != nil { server.permit() }
    }
    return values
  }

  /// What graphql-core 3.3.2 sends for `ReportQuery(withNote: true)`.
  private static let draft = [
    #"{"data":{"report":{"title":"T","author":{"name":"A"},"pages":[{"number":0}]}},"pending":[{"id":"0","path":["report"],"label":"Report.1"},{"id":"1","path":["report"],"label":"ranking"},{"id":"2","path":["report"],"label":"Report.3"},{"id":"3","path":["report"],"label":"addresses"},{"id":"4","path":["report","pages"]}],"hasNext":true}"#,
    #"{"hasNext":true,"incremental":[{"data":{"address":"S"},"id":"3","subPath":["author"]}],"completed":[{"id":"3"}]}"#,
    #"{"hasNext":true,"incremental":[{"items":[{"number":1}],"id":"4"}],"completed":[{"id":"2","errors":[{"message":"no note","path":["report","note"]}]}]}"#,
    #"{"hasNext":false,"incremental":[{"data":{"body":"B"},"id":"0"},{"data":{"score":3},"id":"0"}],"completed":[{"id":"0"},{"id":"1"},{"id":"4"}]}"#,
  ]

  /// The same result in the form of `deferSpec=20220824`.
  private static let earlier = [
    #"{"data":{"report":{"title":"T","author":{"name":"A"},"pages":[{"number":0}]}},"hasNext":true}"#,
    #"{"incremental":[{"data":{"author":{"address":"S"}},"path":["report"],"label":"addresses"}],"hasNext":true}"#,
    #"{"incremental":[{"items":[{"number":1}],"path":["report","pages",1]},{"data":null,"path":["report"],"label":"Report.3","errors":[{"message":"no note","path":["report","note"]}]}],"hasNext":true}"#,
    #"{"incremental":[{"data":{"body":"B","score":3},"path":["report"],"label":"Report.1"},{"data":{"score":3},"path":["report"],"label":"ranking"}],"hasNext":false}"#,
  ]

  private func describe(_ report: Report) -> String {
    func state<Part>(_ part: Deferred<Part>?, _ text: (Part) -> String) -> String {
      switch part {
      case nil: "none"
      case .pending?: "pending"
      case .delivered(let part)?: text(part)
      case .failed(let errors)?: "failed: " + errors.map(\.message).joined()
      }
    }
    return [
      report.title, report.pages.map { "\($0.number)" }.joined(),
      state(report.reportBodyFragment) { "\($0.body) \($0.score ?? 0)" },
      state(report.ranking) { "\($0.score ?? 0)" }, state(report.deferredPart) { $0.note },
      state(report.addresses) { $0.author.address ?? "" },
    ].joined(separator: ", ")
  }

  // MARK: Updates

  private static let merged = [
    "T, 0, pending, pending, pending, pending", "T, 0, pending, pending, pending, S",
    "T, 01, pending, pending, failed: no note, S", "T, 01, B 3, 3, failed: no note, S",
  ]

  @Test(arguments: [draft, earlier])
  func eachPartGivesTheMergedValue(_ parts: [String]) async throws {
    let server = ScriptedStreams(multipart(parts))
    var errors: [[String]] = []
    var updates: [String] = []
    for try await update in client(server).updates(of: ReportQuery(withNote: true)) {
      updates.append(describe(try #require(update.data?.report)))
      errors.append(update.errors.map(\.message))
      server.permit()
    }
    #expect(updates == Self.merged)
    #expect(errors == [[], [], ["no note"], ["no note"]])
    let accept = try #require(server.requests.first?.headers["Accept"])
    #expect(
      accept.hasPrefix("multipart/mixed;incrementalSpec=v0.2, multipart/mixed;deferSpec=20220824,"))
  }

  /// A value is read from the one before and what has changed; see `Patching`.
  @Test(arguments: [draft, earlier, pages, errors])
  func eachValueEqualsTheWholeResult(_ parts: [String]) async throws {
    let server = ScriptedStreams(multipart(parts))
    let query = ReportQuery(withNote: true)
    var whole = IncrementalResult(limit: 1_000_000)
    var rest = parts[...]
    for try await update in client(server).updates(of: query) {
      let part = rest.popFirst()
      try whole.add(Data(try #require(part).utf8))
      let expected = try GraphQLResponse<ReportQuery.Data>(
        json: whole.json, variables: query.conditionVariables, mayBeDeferred: whole.mayBeDeferred)
      #expect(update.data == expected.data && update.data != nil)
      #expect(update.errors == expected.errors)
      #expect(update.response?.extensions == expected.extensions)
      server.permit()
    }
    #expect(rest.isEmpty)
  }

  /// Elements of a list, and a fragment of its object.
  private static let pages = [
    #"{"data":{"report":{"title":"T","author":{"name":"A"},"pages":[]}},"pending":[{"id":"0","path":["report"],"label":"Report.1"},{"id":"1","path":["report"],"label":"ranking"},{"id":"2","path":["report"],"label":"Report.3"},{"id":"3","path":["report"],"label":"addresses"},{"id":"4","path":["report","pages"]}],"hasNext":true}"#,
    #"{"incremental":[{"items":[{"number":0},{"number":1}],"id":"4"}],"hasNext":true}"#,
    #"{"incremental":[{"items":[{"number":2}],"id":"4"},{"items":[{"number":3}],"id":"4"}],"hasNext":true}"#,
    #"{"incremental":[{"items":[{"number":4}],"id":"4"},{"data":{"score":3},"id":"1"}],"completed":[{"id":"1"}],"hasNext":true}"#,
    #"{"incremental":[{"items":[{"number":5}],"id":"4"}],"extensions":{"cost":1},"hasNext":true}"#,
    #"{"incremental":[{"items":[{"number":6}],"id":"4"}],"hasNext":true}"#,
    #"{"completed":[{"id":"4"},{"id":"0"},{"id":"2"},{"id":"3"}],"incremental":[{"data":{"body":"B"},"id":"0"},{"data":{"note":"N"},"id":"2"},{"data":{"address":"S"},"id":"3","subPath":["author"]}],"hasNext":false}"#,
  ]

  private static let errors = [
    pages[0],
    #"{"incremental":[{"items":[{"number":0}],"id":"4","errors":[{"message":"No more","path":["report","pages",1]}]}],"hasNext":true}"#,
    #"{"completed":[{"id":"2","errors":[{"message":"No note"}]}],"hasNext":true}"#,
    #"{"incremental":[{"items":[{"number":1}],"id":"4"}],"hasNext":true}"#,
    pages[6].replacingOccurrences(of: #","id":"2""#, with: #","id":"0""#).replacingOccurrences(
      of: #"{"id":"2"},"#, with: ""),
  ]

  /// A later part completes an object whose fields under `@catch` have errors in the first part.
  @Test func caughtFieldsKeepTheirErrorsInLaterParts() async throws {
    let member =
      #"{"name":"n","age":1,"nickname":"x","kind":null,"since":null,"#
      + #""joined":"2026-01-02","friends":[]}"#
    let server = ScriptedStreams(
      multipart([
        #"{"data":{"member":\#(member)},"errors":[{"message":"late","path":["member","since"]}],"#
          + #""pending":[{"id":"0","path":["member"]}],"hasNext":true}"#,
        #"{"incremental":[{"data":{"name":"m"},"id":"0"}],"completed":[{"id":"0"}],"hasNext":false}"#,
      ]))
    var names: [String] = []
    for try await update in client(server).updates(of: MembersQuery(best: false)) {
      let member = try #require(update.data?.member)
      names.append(member.name)
      let error = #expect(throws: GraphQLError.self) { try member.since.get() }
      #expect(error?.message == "late")
      server.permit()
    }
    #expect(names == ["n", "m"])
  }

  @Test func fragmentsThatAreNotDeferredAreThere() async throws {
    let server = ScriptedStreams(
      multipart([
        #"{"data":{"report":{"title":"T","author":{"name":"A"},"pages":[],"score":3}},"pending":[{"id":"0","path":["report"],"label":"Report.1"}],"hasNext":true}"#,
        #"{"incremental":[{"id":"0","data":{"body":"B"}}],"completed":[{"id":"0"}],"hasNext":false}"#,
      ]))
    #expect(
      try await values(server, ReportQuery(late: false))
        == ["T, , pending, 3, none, ", "T, , B 3, 3, none, "])
  }

  @Test func serverMayRespondWithOneResponse() async throws {
    let json =
      #"{"data":{"report":{"title":"T","author":{"name":"A","address":"S"},"pages":[],"body":"B","score":3}}}"#
    let server = ScriptedStreams(.json(json))
    #expect(try await values(server, ReportQuery()) == ["T, , B 3, 3, none, S"])
  }

  private static let events = draft.map { next($0) } + [complete]

  @Test func partsMayBeServerSentEvents() async throws {
    let server = ScriptedStreams(ScriptedStreams.Script(parts: Self.events, permits: 1))
    #expect(try await values(server) == Self.merged)
  }

  @Test(arguments: [ScriptedStreams.Script.multipart(draft), ScriptedStreams.Script(parts: events)])
  func partsThatArriveTogetherMakeOneValue(_ script: ScriptedStreams.Script) async throws {
    var script = script
    script.parts = [script.parts.joined()]
    #expect(try await values(ScriptedStreams(script)) == [Self.merged[3]])
  }

  /// The parts arrived before the first value was read, in as many chunks.
  @Test func partsThatWaitMakeOneValue() async throws {
    let pages = (1...4_000).map {
      #"{"incremental":[{"items":[{"number":\#($0)}],"id":"4"}],"hasNext":true}"#
    }
    let parts = [Self.pages[0]] + pages + [Self.pages[6]]
    let isSent = Shared(false)
    var script = ScriptedStreams.Script.multipart(parts)
    script.before = (script.parts.count - 1, { isSent.withLock { $0 = true } })
    let server = ScriptedStreams(script)
    var counts: [Int] = []
    for try await update in client(server).updates(of: ReportQuery(withNote: true)) {
      counts.append(update.data?.report?.pages.count ?? 0)
      try await wait { isSent.withLock { $0 } }
    }
    // Each value has all that was there.
    #expect(counts.last == 4_000 && counts.count <= 3, "\(counts)")
  }

  // MARK: Lost connections

  @Test func queryStartsAgainAfterALostConnection() async throws {
    var lost = multipart(Self.draft)
    lost.parts.removeLast(3)
    lost.end = .fail(TransportError(.connectionLost, wasSent: true))
    let server = ScriptedStreams(lost, multipart(Self.draft))
    #expect(try await values(server) == Self.merged.prefix(2) + ["reconnected"] + Self.merged)
    #expect(server.requests.count == 2)
  }

  @Test func endBeforeTheLastPartIsALostConnection() async throws {
    let server = ScriptedStreams(multipart(Self.draft.dropLast()))
    let client = client(server, retry: RetryPolicy(maximumAttempts: 1))
    let events = await received(from: client.updates(of: ReportQuery(withNote: true))) { _ in
      server.permit()
    }
    #expect(events == ["data", "data", "data", "connection lost"])
  }

  @Test func mutationIsNotSentAgain() async throws {
    let lost = ScriptedStreams.Script.End.fail(TransportError(.connectionLost, wasSent: true))
    let server = ScriptedStreams(
      ScriptedStreams.Script(type: "multipart/mixed; boundary=-", end: lost))
    let stream = client(server).updates(of: Team4Mutation())
    #expect(await received(from: stream) == ["connection lost"])
    #expect(server.requests.count == 1)
  }

  @Test func persistedHashIsSentOnlyIfTheServerHasAllDocuments() async throws {
    for mode in [ClientConfiguration.PersistedOperations.automatic, .only] {
      let server = ScriptedStreams(.multipart(Self.draft))
      let client = client(server, persisted: mode)
      for try await _ in client.updates(of: ReportQuery(withNote: true)) {}
      let body = String(decoding: server.requests[0].body ?? Data(), as: UTF8.self)
      #expect(body.contains("sha256Hash") == (mode == .only))
      #expect(body.contains("query Report") == (mode == .automatic))
    }
  }

  // MARK: Calls

  /// A transport that responds with all parts at once.
  private func transport(_ parts: [String]) -> InMemoryTransport {
    let script = ScriptedStreams.Script.multipart(parts)
    return InMemoryTransport { request throws(TransportError) in
      #expect(request.headers["Accept"]?.hasPrefix("multipart/mixed;incrementalSpec=v0.2") == true)
      return HTTPResponse(
        status: 200, headers: ["Content-Type": script.type],
        body: Data(script.parts.joined().utf8))
    }
  }

  @Test(arguments: [draft, earlier]) func callWaitsForTheLastPart(_ parts: [String]) async throws {
    let client = client(transport(parts))
    let response = try await client.response(to: ReportQuery(withNote: true))
    #expect(response.data?.report.map(describe) == Self.merged[3])
    #expect(response.errors.map(\.message) == ["no note"] && response.httpStatus == 200)
    await #expect(throws: RequestError.self) {
      try await ConstructsClient(client).report(withNote: true)
    }
  }

  @Test func callWithoutTheLastPartFails() async throws {
    let error = await #expect(throws: RequestError.self) {
      try await client(transport(Self.draft.dropLast())).execute(
        ReportQuery(), options: CallOptions(retry: RetryPolicy(maximumAttempts: 1)))
    }
    #expect(error.map { StreamError.Reason.request($0.reason).text } == "connection lost")
  }

  @Test(arguments: ["[]", #"{"data":{},"hasNext":"#, #"{"completed":[{"id":"9"}],"hasNext":true}"#])
  func callWithAnInvalidPartFails(_ part: String) async throws {
    let error = await #expect(throws: RequestError.self) {
      try await client(transport([part])).execute(ReportQuery())
    }
    #expect(error.map { StreamError.Reason.request($0.reason).text } == "decoding")
  }

  // MARK: Values

  private func report(_ part: Deferred<ReportBodyFragment>) -> Report {
    Report(
      title: "T", author: .init(name: "A"), pages: [], reportBodyFragment: part,
      ranking: .pending, deferredPart: nil,
      addresses: .delivered(.init(author: .init(address: "S")))
    )
  }

  @Test func everyStateIsEncodedAndDecoded() throws {
    let error = GraphQLError(
      message: "No body", path: ["report", 1], extensions: RedactedJSON(.object(["a": .null])))
    for state in [
      Deferred.pending, .delivered(ReportBodyFragment(body: "B", score: 3)), .failed([error]),
    ] {
      let value = report(state)
      let data = try JSONEncoder().encode(value)
      #expect(try JSONDecoder().decode(Report.self, from: data) == value)
      #expect(try Report(json: data) == value)
    }
  }

  @Test func statesAreCompared() {
    let delivered = Deferred.delivered(ReportBodyFragment(body: "B", score: 3))
    #expect(report(delivered) == report(delivered))
    #expect(report(delivered) != report(.pending))
    #expect(report(delivered) != report(.delivered(ReportBodyFragment(body: "C", score: 3))))
    #expect(report(.failed([])) != report(.failed([GraphQLError(message: "X")])))
    #expect(Set([report(delivered), report(delivered), report(.pending)]).count == 2)
    #expect(delivered.value?.body == "B" && Deferred<ReportBodyFragment>.pending.value == nil)
  }

  @Test func partWithAnInvalidFieldIsReportedWithItsPath() {
    let json =
      #"{"title":"T","author":{"name":"A"},"pages":[],"body":5,"__deferred:Report.1":"delivered"}"#
    let error = #expect(throws: ResponseDecodingError.self) { try Report(json: Data(json.utf8)) }
    #expect(error?.path == ["body"] && error?.reason == .typeMismatch)
  }
}
