// The servers of the systems beside Horizon: one of each for all tests, started when first needed.

import AuthGenRuntime
import AuthGenTestServers
import Foundation
import Testing

/// A server, as its tests want it to be. Equal ones are one server.
struct Service: Hashable, Sendable {
  fileprivate let module: String
  fileprivate var arguments: [String] = []
  /// Where the system has its API.
  fileprivate var path = ""
  fileprivate var needsGlewlwyd = false

  private init(
    _ module: String, _ arguments: String..., path: String = "", needsGlewlwyd: Bool = false
  ) {
    self.module = module
    self.arguments = arguments
    self.path = path
    self.needsGlewlwyd = needsGlewlwyd
  }

  static let auth0 = Service("auth0_server")
  /// Another provider of OpenID Connect than the one behind ``auth0``.
  static let django = Service("django_server")
  static let ory = Service("ory_server", "--return-to", "shop://login")
  /// Its users log in at Glewlwyd.
  static let oryWithGlewlwyd = Service(
    "ory_server", "--return-to", "com.example.shop:/callback", "--return-to",
    "https://shop.example.com/callback", "--return-to", "http://localhost:19006/Callback",
    needsGlewlwyd: true)
  // Signing proofs is not the business of a generated client.
  static let prelude = Service(
    "prelude_server", "--redirect-uri", "shop://oauth-callback", "--dpop", "off",
    path: "v1/session")
  /// Its users log in at Glewlwyd, and sessions are bound to keys.
  static let preludeWithGlewlwyd = Service(
    "prelude_server", "--redirect-uri", "shop://oauth-callback", "--dpop-nonce",
    path: "v1/session", needsGlewlwyd: true)

  /// The same with other arguments, which come last and so count.
  func with(_ arguments: String...) -> Service {
    var service = self
    service.arguments += arguments
    return service
  }
}

/// The servers that run.
actor Services {
  private var starting: [Service: Task<PythonServer, any Error>] = [:]
  /// The Glewlwyds behind them, each for one server.
  private var providers: [PythonServer] = []

  func server(_ service: Service) async throws -> PythonServer {
    if let known = starting[service] { return try await known.value }
    let task = Task {
      let provider = service.needsGlewlwyd ? ["--provider", try await newIssuer()] : []
      return try await PythonServer(
        service.module, service.arguments + provider, keepsLedger: true)
    }
    starting[service] = task
    return try await task.value
  }

  private func newIssuer() async throws -> String {
    let provider = try await PythonServer("support.glewlwyd")
    providers.append(provider)
    return provider.origin.appending(path: "api/oidc").absoluteString
  }

  /// All that were started.
  var running: [PythonServer] {
    get async {
      var servers: [PythonServer] = []
      for task in starting.values {
        if let server = try? await task.value { servers.append(server) }
      }
      return servers
    }
  }
}

/// One of the systems, and an app that uses it.
struct Backend: Sendable {
  private let origin: URL
  let transcript: Transcript
  let client: GraphQLClient

  init(
    _ service: Service, transport: any Transport = URLSessionTransport(),
    _ configure: (inout ClientConfiguration) -> Void = { _ in }
  ) async throws {
    let live = try #require(LiveServer.current)
    origin = try await live.services.server(service).origin
    transcript = live.transcript
    var configuration = ClientConfiguration(endpoint: origin.appending(path: service.path))
    configure(&configuration)
    client = GraphQLClient(
      configuration, transport: transport, interceptors: [Recorder(transcript: transcript)])
  }

  func url(_ path: String) -> URL { origin.appending(path: path) }

  /// Writes down what a test saw, for the search in the end.
  @discardableResult
  func seen<Value>(_ value: Value) -> Value {
    transcript.note(value, of: "\(Value.self)")
  }

  /// The error that a call throws, written down too.
  func failure<Value>(of call: () async throws(RequestError) -> Value) async -> RequestError? {
    do throws(RequestError) {
      seen(try await call())
      return nil
    } catch {
      return seen(error)
    }
  }

  // MARK: The server's side

  /// A request as the server got it.
  struct Received: Decodable, Sendable {
    let method: String
    let path: String
    /// By the names of the parameters.
    let query: [String: String]
    /// By their names in lower case.
    let headers: [String: String]
    let body: String

    /// The method and the path.
    var line: String { "\(method) \(path)" }
    /// The body, where it is JSON.
    var json: JSON {
      (try? JSONDecoder().decode(JSON.self, from: Data(body.utf8))) ?? .null
    }
    /// The members of the body.
    var members: [String: String] {
      guard case .object(let members) = json else { return [:] }
      return members.compactMapValues(\.string)
    }

    /// All that was sent.
    var texts: [String] {
      [path, body] + query.flatMap { [$0, $1] } + headers.flatMap { [$0, $1] }
    }

    private enum Key: CodingKey { case method, path, query, headers, body }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      method = try container.decode(String.self, forKey: .method)
      path = try container.decode(String.self, forKey: .path)
      var url = URLComponents()
      url.percentEncodedQuery = try container.decode(String.self, forKey: .query)
      query = url.parameters
      headers = try container.decode([String: String].self, forKey: .headers)
      body = try container.decode(String.self, forKey: .body)
    }
  }

  /// The requests that the server has got so far, to all paths or to one.
  func requests(_ path: String? = nil) async throws -> [Received] {
    let list = try JSONEncoder().encode(try await control("requests"))
    return try JSONDecoder().decode([Received].self, from: list)
      .filter { path == nil || $0.path == path }
  }

  /// Has the server do something for a test; see its module.
  @discardableResult
  func control(_ path: String, _ body: [String: any Sendable]? = nil) async throws -> JSON {
    var request = HTTPRequest(method: .get, url: url("__test__/\(path)"))
    if let body {
      request.method = .post
      request.headers["Content-Type"] = "application/json"
      request.body = try JSONSerialization.data(withJSONObject: body)
    }
    let response = try await URLSessionTransport().send(request)
    #expect(response.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
    return try JSONDecoder().decode(JSON.self, from: response.body)
  }
}
