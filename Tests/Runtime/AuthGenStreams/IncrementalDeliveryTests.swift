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
  ) throws -> ConstructsClient<StreamingClient<GraphQLClient>> {
    var configuration = ClientConfiguration(
      endpoint: try #require(URL(string: "https://api.example.com/graphql")))
    configuration.persistedOperations = persisted
    return ConstructsClient(
      GraphQLClient(configuration, transport: transport, clock: InstantClock())
        .streaming(policy: StreamPolicy(retry: retry, silenceLimit: .seconds(600))))
  }

  private func multipart(_ parts: [String], end: String = "--\r\n") -> ScriptedStreams.Script {
    // The delimiter and the first part; then one for each value.
    var script = together(parts, end: end)
    script.permits = 2
    return script
  }

  private func together(_ parts: [String], end: String = "--\r\n") -> ScriptedStreams.Script {
    let bodies = parts.map { "\r\nContent-Type: application/json\r\n\r\n\($0)\r\n---" }
    return ScriptedStreams.Script(
      type: #"multipart/mixed; boundary="-"; incrementalSpec=v0.2"#,
      parts: ["---"] + bodies + [end])
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

  @Test(arguments: [draft, earlier]) func eachPartGivesTheMergedValue(_ parts: [String])
    async throws
  {
    let server = ScriptedStreams { _, _ in multipart(parts) }
    var updates: [String] = []
    var errors: [[String]] = []
    for try await update in try client(server).executor.updates(of: ReportQuery(withNote: true)) {
      updates.append(describe(try #require(update.data?.report)))
      errors.append(update.errors.map(\.message))
      server.permit()
    }
    #expect(
      updates == [
        "T, 0, pending, pending, pending, pending",
        "T, 0, pending, pending, pending, S",
        "T, 01, pending, pending, failed: no note, S",
        "T, 01, B 3, 3, failed: no note, S",
      ])
    #expect(errors == [[], [], ["no note"], ["no note"]])
    let accept = try #require(server.requests.first?.headers["Accept"])
    #expect(
      accept.hasPrefix("multipart/mixed;incrementalSpec=v0.2, multipart/mixed;deferSpec=20220824,"))
  }

  /// A value is read from the one before and what has changed; see `Patching`.
  @Test(arguments: [draft, earlier, pages, errors])
  func eachValueEqualsTheWholeResult(_ parts: [String]) async throws {
    let server = ScriptedStreams { _, _ in multipart(parts) }
    let query = ReportQuery(withNote: true)
    var whole = IncrementalResult(limit: 1_000_000)
    var rest = parts[...]
    for try await update in try client(server).executor.updates(of: query) {
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
    let server = ScriptedStreams { _, _ in
      multipart([
        #"{"data":{"member":\#(member)},"errors":[{"message":"late","path":["member","since"]}],"#
          + #""pending":[{"id":"0","path":["member"]}],"hasNext":true}"#,
        #"{"incremental":[{"data":{"name":"m"},"id":"0"}],"completed":[{"id":"0"}],"hasNext":false}"#,
      ])
    }
    var names: [String] = []
    for try await update in try client(server).executor.updates(of: MembersQuery(best: false)) {
      let member = try #require(update.data?.member)
      names.append(member.name)
      let error = #expect(throws: GraphQLError.self) { try member.since.get() }
      #expect(error?.message == "late")
      server.permit()
    }
    #expect(names == ["n", "m"])
  }

  @Test func fragmentsThatAreNotDeferredAreThere() async throws {
    let first =
      #"{"data":{"report":{"title":"T","author":{"name":"A"},"pages":[],"score":3}},"pending":[{"id":"0","path":["report"],"label":"Report.1"}],"hasNext":true}"#
    let server = ScriptedStreams { _, _ in
      multipart([
        first,
        #"{"incremental":[{"id":"0","data":{"body":"B"}}],"completed":[{"id":"0"}],"hasNext":false}"#,
      ])
    }
    var updates: [String] = []
    for try await update in try client(server).executor.updates(of: ReportQuery(late: false)) {
      updates.append(describe(try #require(update.data?.report)))
      server.permit()
    }
    #expect(updates == ["T, , pending, 3, none, ", "T, , B 3, 3, none, "])
  }

  @Test func serverMayRespondWithOneResponse() async throws {
    let json =
      #"{"data":{"report":{"title":"T","author":{"name":"A","address":"S"},"pages":[],"body":"B","score":3}}}"#
    let server = ScriptedStreams { _, _ in
      ScriptedStreams.Script(type: "application/json", parts: [json])
    }
    var updates: [String] = []
    for try await update in try client(server).executor.updates(of: ReportQuery()) {
      updates.append(describe(try #require(update.data?.report)))
    }
    #expect(updates == ["T, , B 3, 3, none, S"])
  }

  @Test func partsMayBeServerSentEvents() async throws {
    let events = Self.draft.map { "event: next\ndata: \($0)\n\n" } + [complete]
    let server = ScriptedStreams { _, _ in ScriptedStreams.Script(parts: events, permits: 1) }
    var count = 0
    for try await _ in try client(server).executor.updates(of: ReportQuery(withNote: true)) {
      count += 1
      server.permit()
    }
    #expect(count == 4)
  }

  @Test(arguments: ["multipart", "events"])
  func partsThatArriveTogetherMakeOneValue(_ form: String) async throws {
    let server = ScriptedStreams { _, _ in
      let events = Self.draft.map { "event: next\ndata: \($0)\n\n" } + [complete]
      var script = form == "events" ? ScriptedStreams.Script(parts: events) : together(Self.draft)
      script.parts = [script.parts.joined()]
      return script
    }
    var updates: [String] = []
    for try await update in try client(server).executor.updates(of: ReportQuery(withNote: true)) {
      updates.append(describe(try #require(update.data?.report)))
    }
    #expect(updates == ["T, 01, B 3, 3, failed: no note, S"])
  }

  /// The parts arrived before the first value was read, in as many chunks.
  @Test func partsThatWaitMakeOneValue() async throws {
    let pages = (1...4_000).map {
      #"{"incremental":[{"items":[{"number":\#($0)}],"id":"4"}],"hasNext":true}"#
    }
    let parts = [Self.pages[0]] + pages + [Self.pages[6]]
    let isSent = Shared(false)
    let server = ScriptedStreams { _, _ in
      var script = together(parts)
      script.before = (script.parts.count - 1, { isSent.withLock { $0 = true } })
      return script
    }
    var counts: [Int] = []
    for try await update in try client(server).executor.updates(of: ReportQuery(withNote: true)) {
      counts.append(update.data?.report?.pages.count ?? 0)
      try await wait { isSent.withLock { $0 } }
    }
    // Each value has all that was there.
    #expect(counts.last == 4_000 && counts.count <= 3, "\(counts)")
  }

  @Test func deferredFragmentOnANarrowerTypeIsInItsStruct() async throws {
    let server = ScriptedStreams { _, _ in
      multipart([
        #"{"data":{"node":{"__typename":"Person","id":"1"}},"hasNext":true}"#,
        #"{"incremental":[{"data":{"name":"Ada"},"path":["node"],"label":"LateNode.1"}],"hasNext":false}"#,
      ])
    }
    var names: [String?] = []
    for try await update in try client(server).executor.updates(of: LateNodeQuery(id: "1")) {
      guard case .person(let person)? = update.data?.node?.concrete else { continue }
      names.append(person.deferredPart.value?.name ?? "pending")
      server.permit()
    }
    #expect(names == ["pending", "Ada"])
  }

  // MARK: Lost connections

  @Test func queryStartsAgainAfterALostConnection() async throws {
    let server = ScriptedStreams { number, _ in
      var script = multipart(Self.draft)
      if number == 1 {
        script.parts.removeLast(3)
        script.end = .fail(TransportError(.connectionLost, wasSent: true))
      }
      return script
    }
    var updates: [String] = []
    for try await update in try client(server).executor.updates(of: ReportQuery(withNote: true)) {
      updates.append(update.data?.report.map(describe) ?? "reconnected")
      if update.data != nil { server.permit() }
    }
    #expect(server.requests.count == 2)
    #expect(updates.count == 7 && updates[2] == "reconnected" && updates[3] == updates[0])
  }

  @Test func endBeforeTheLastPartIsALostConnection() async throws {
    let server = ScriptedStreams { _, _ in multipart(Array(Self.draft.dropLast())) }
    var count = 0
    let error = await #expect(throws: StreamError.self) {
      let client = try client(server, retry: RetryPolicy(maximumAttempts: 1))
      for try await _ in client.executor.updates(of: ReportQuery(withNote: true)) {
        count += 1
        server.permit()
      }
    }
    #expect(count == 3)
    guard case .request(.transport(let reason))? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.reason == .connectionLost)
  }

  @Test func mutationIsNotSentAgain() async throws {
    let server = ScriptedStreams { _, _ in
      ScriptedStreams.Script(
        type: "multipart/mixed; boundary=-", parts: [],
        end: .fail(TransportError(.connectionLost, wasSent: true)))
    }
    await #expect(throws: StreamError.self) {
      for try await _ in try client(server).executor.updates(of: Team4Mutation()) {}
    }
    #expect(server.requests.count == 1)
  }

  @Test func persistedHashIsSentOnlyIfTheServerHasAllDocuments() async throws {
    for mode in [ClientConfiguration.PersistedOperations.automatic, .only] {
      let server = ScriptedStreams { _, _ in together(Self.draft) }
      let client = try client(server, persisted: mode)
      for try await _ in client.executor.updates(of: ReportQuery(withNote: true)) {}
      let body = String(decoding: server.requests[0].body ?? Data(), as: UTF8.self)
      #expect(body.contains("sha256Hash") == (mode == .only))
      #expect(body.contains("query Report") == (mode == .automatic))
    }
  }

  // MARK: Calls

  private func response(_ parts: [String], end: String = "--\r\n") -> HTTPResponse {
    let script = together(parts, end: end)
    return HTTPResponse(
      status: 200, headers: ["Content-Type": script.type],
      body: Data(script.parts.joined().utf8))
  }

  @Test(arguments: [draft, earlier]) func callWaitsForTheLastPart(_ parts: [String]) async throws {
    let body = response(parts)
    let transport = InMemoryTransport { request throws(TransportError) in
      #expect(request.headers["Accept"]?.hasPrefix("multipart/mixed;incrementalSpec=v0.2") == true)
      return body
    }
    let response = try await client(transport).executor.response(to: ReportQuery(withNote: true))
    #expect(
      response.data?.report.map(describe) == "T, 01, B 3, 3, failed: no note, S")
    #expect(response.errors.map(\.message) == ["no note"] && response.httpStatus == 200)
    await #expect(throws: RequestError.self) {
      try await client(transport).report(withNote: true)
    }
  }

  @Test func callWithoutTheLastPartFails() async throws {
    let body = response(Array(Self.draft.dropLast()))
    let transport = InMemoryTransport { _ throws(TransportError) in body }
    let error = await #expect(throws: RequestError.self) {
      try await client(transport).executor.execute(
        ReportQuery(), options: CallOptions(retry: RetryPolicy(maximumAttempts: 1)))
    }
    guard case .transport(let failure)? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.reason == .connectionLost)
  }

  @Test(arguments: ["[]", #"{"data":{},"hasNext":"#, #"{"completed":[{"id":"9"}],"hasNext":true}"#])
  func callWithAnInvalidPartFails(_ part: String) async throws {
    let body = response([part])
    let transport = InMemoryTransport { _ throws(TransportError) in body }
    let error = await #expect(throws: RequestError.self) {
      try await client(transport).report()
    }
    guard case .decoding? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
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
