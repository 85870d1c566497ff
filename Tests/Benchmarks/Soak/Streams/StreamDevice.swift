// A device with four subscriptions and uploads, and a server that numbers its events.

import AuthGenRuntime
import AuthGenSessions
import AuthGenStreams
import AuthGenTestServers
import AuthGenTestSupport
import AuthGenUploads
import ConstructsFixture
import Foundation
import UploadsFixture

struct StreamSession: StoredSession {
  let token: Secret

  var credential: Credential { Credential(scheme: "Bearer", token: token) }
  var refreshToken: Secret? { token }
}

actor StreamDevice: SoakDevice {
  /// What the device does, with how often it is chosen.
  private enum Action: String, CaseIterable {
    case wait, refresh, expire, cut, refuse, restart, call, upload, brokenUpload, logOut, replace

    var weight: Int {
      switch self {
      case .wait: 10
      case .refresh, .upload: 8
      case .call, .cut: 6
      case .expire: 16
      case .refuse, .brokenUpload: 4
      case .restart: 1
      case .logOut, .replace: 2
      }
    }
  }

  private let tally: Tally
  private let folder: URL
  private let seconds: Int
  private var random: SeededGenerator
  private var server: PythonServer?
  private var port = 0
  private var sessions = SessionManager<StreamSession>(store: InMemoryStore())
  private var readers: [(log: StreamLog, task: Task<Void, Never>)] = []
  private var logins = 0
  private var uploads = 0
  private var action = Action.wait
  private var lastExpiry = ContinuousClock.now - .seconds(65)

  /// - Parameters:
  ///   - folder: an existing folder for the files of uploads.
  ///   - seconds: the maximum lifetime of each process of the server.
  init(_ tally: Tally, options: Options, folder: URL, seconds: Int) {
    self.tally = tally
    self.folder = folder
    self.seconds = seconds
    random = SeededGenerator(seed: options.seed, name: StreamLog.system)
  }

  func start() async throws {
    let origin = try await startServer().origin
    sessions = SessionManager(
      store: InMemoryStore(), refresh: { try await $0.refreshed(origin) })
  }

  /// Starts the server, on the port that it had before.
  @discardableResult
  private func startServer() async throws -> PythonServer {
    let server = try await PythonServer("soak_server", ["--port", "\(port)"], seconds: seconds)
    self.server = server
    port = server.origin.port ?? 0
    return server
  }

  func run(until deadline: ContinuousClock.Instant) async throws {
    while ContinuousClock.now < deadline {
      if readers.isEmpty { try await logIn() }
      action =
        random.pick(Action.allCases.flatMap { Array(repeating: $0, count: $0.weight) }) ?? .wait
      try await perform(action)
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...200, using: &random)))
    }
    try await expectEvents()
  }

  func end() async {
    try? await logOut()
    server?.kill()
  }

  private func perform(_ action: Action) async throws {
    switch action {
    case .wait: try await expectEvents()
    case .refresh:
      tally.count(Row.refreshes, of: StreamLog.system)
      _ = try await sessions.refreshedSession()
    case .expire:
      // A stream refreshes at most once a minute because of refusals.
      guard ContinuousClock.now > lastExpiry + .seconds(65) else { break }
      lastExpiry = .now
      // A token that the server refuses at once would end the session, and rightly so.
      try await expectEvents()
      guard let token = await sessions.state.session?.token else { break }
      tally.count(fault: "token expired on the server")
      try await order("expire", token.reveal())
      try await expectEvents()
    case .cut:
      tally.count(fault: "all streams cut")
      try await order("cut")
    case .refuse:
      tally.count(fault: "new streams refused for now")
      try await order("refuse", "\(Int.random(in: 1...4, using: &random))")
      try await order("cut")
    case .restart:
      tally.count(fault: "server of streams killed and started again")
      try await restart()
    case .call: await call()
    case .upload: try await upload()
    case .brokenUpload: try await upload(isBroken: true)
    case .logOut: try await logOut()
    case .replace: try await logIn()
    }
  }

  private func restart() async throws {
    server?.kill()
    tally.countProcess()
    try await startServer()
    try await expectEvents()
  }

  // MARK: Logins

  private func logIn() async throws {
    tally.count(Row.logins, of: StreamLog.system)
    logins += 1
    let user = "user\(logins)"
    guard let origin = server?.origin,
      let session = try await StreamSession.received(from: origin, for: "login \(user)")
    else { throw SoakFailure("the server of streams refuses a login") }
    for reader in readers { reader.log.expectEnd() }
    try await sessions.signIn(session)
    try await endReaders()
    readers = StreamDelivery.allCases.map { delivery in
      let log = StreamLog(delivery, of: user, tally)
      let events = ConstructsClient(client(delivery, origin)).messages()
      return (log, Task { await log.read(events) })
    }
    try await expectEvents()
  }

  private func logOut() async throws {
    tally.count(Row.logouts, of: StreamLog.system)
    for reader in readers { reader.log.expectEnd() }
    _ = try await sessions.signOut()
    try await endReaders()
  }

  /// The login is over: the streams end, and deliver nothing from now on.
  private func endReaders() async throws {
    for reader in readers { reader.log.endLogin() }
    for reader in readers {
      let isOver: Void? = await TimeLimit(.seconds(20), clock: ContinuousClock()).value {
        await reader.task.value
      }
      if isOver == nil { violate("a stream goes on after the end of its login") }
    }
    readers = []
  }

  private func client(
    _ delivery: StreamDelivery, _ origin: URL
  ) -> StreamingClient<AuthenticatedGraphQLClient> {
    let endpoint = origin.appending(path: delivery.path)
    let client = GraphQLClient(ClientConfiguration(endpoint: endpoint))
      .authenticated(by: sessions)
    let policy = StreamPolicy(
      retry: RetryPolicy(
        maximumAttempts: 100, baseDelay: .milliseconds(100), maximumDelay: .seconds(2)),
      healthyTime: .seconds(5))
    return switch delivery {
    case .numbered, .events: client.streaming(policy: policy)
    case .parts: client.streaming(over: .http(.multipart), policy: policy)
    case .socket:
      client.streaming(over: .webSocket(SubscriptionSocket(endpoint: endpoint)), policy: policy)
    }
  }

  /// Waits until each stream has delivered another event.
  private func expectEvents() async throws {
    let counts = readers.map(\.log.count)
    let end = ContinuousClock.now + .seconds(60)
    while !zip(readers, counts).allSatisfy({ $0.log.count > $1 }) {
      guard ContinuousClock.now < end else { return violate("a stream delivers nothing for 60 s") }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  // MARK: Calls

  private var files: FilesClient<AuthenticatedGraphQLClient>? {
    guard let origin = server?.origin else { return nil }
    let configuration = ClientConfiguration(endpoint: origin.appending(path: "graphql"))
    return FilesClient(GraphQLClient(configuration).authenticated(by: sessions))
  }

  private func call() async {
    tally.count(Row.calls, of: StreamLog.system)
    do {
      _ = try await files?.count()
    } catch {
      violate("a call fails: \(error)")
    }
  }

  /// - Parameter isBroken: whether the server fails while it reads the file.
  private func upload(isBroken: Bool = false) async throws {
    uploads += 1
    let name = "file\(uploads)"
    let data = Data(count: Int.random(in: 0...2_000_000, using: &random))
    if isBroken {
      tally.count(fault: "server fails during an upload")
      try await order("break", "1")
    }
    tally.count("uploads", of: StreamLog.system)
    let file = folder.appending(path: name)
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let upload = random.chance(0.5) ? Upload(data, fileName: name) : try Upload(file: file)
    do {
      let stored = try await files?.storeFile(file: upload).storeFile
      if isBroken { violate("an upload succeeds that the server has not read") }
      if stored?.size != data.count { violate("a file has another size on the server") }
    } catch {
      guard isBroken else { return violate("an upload fails: \(error)") }
      tally.count("uploads that fail", of: StreamLog.system)
    }
    let count = try await order("stored", name)
    if count != (isBroken ? "0" : "1") {
      tally.count("uploads stored twice or not at all", of: StreamLog.system)
      violate("a file is stored \(count) times")
    }
  }

  @discardableResult
  private func order(_ name: String, _ text: String = "") async throws -> String {
    guard let origin = server?.origin else { throw SoakFailure("no server of streams") }
    var request = HTTPRequest(url: origin.appending(path: "control/\(name)"))
    request.body = Data(text.utf8)
    return String(decoding: try await URLSessionTransport().send(request).body, as: UTF8.self)
  }

  private func violate(_ message: String) {
    tally.note(violation: "\(StreamLog.system) (\(action.rawValue)): \(message)")
  }
}

extension StreamSession {
  private struct Tokens: Decodable {
    let token: String
  }

  /// Returns the session with the next token; nil if the server refuses this one.
  fileprivate func refreshed(_ origin: URL) async throws -> StreamSession? {
    try await Self.received(from: origin, for: "refresh \(token.reveal())")
  }

  /// Asks the server for a token.
  fileprivate static func received(from origin: URL, for text: String) async throws
    -> StreamSession?
  {
    var request = HTTPRequest(url: origin.appending(path: "token"))
    request.body = Data(text.utf8)
    let response = try await URLSessionTransport().send(request)
    guard response.status == 200 else { return nil }
    return StreamSession(
      token: Secret(try JSONDecoder().decode(Tokens.self, from: response.body).token))
  }
}
