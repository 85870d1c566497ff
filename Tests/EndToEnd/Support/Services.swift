// The servers of the other systems: one of each for all tests, started on first use.

import AuthGenRuntime
import AuthGenTestServers
import Foundation
import Testing

/// A server's configuration. Equal configurations share one server.
struct Service: Hashable, Sendable {
  fileprivate let module: String
  fileprivate var arguments: [String] = []
  /// The path of the system's API.
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

  /// django-oauth-toolkit.
  static let django = Service("django_server")
  /// django-allauth's OpenID provider.
  static let allauth = Service("allauth_server")
  /// Canaille, with a redirect URI for a listener.
  static func canaille(_ redirectURI: String) -> Service {
    Service("canaille_server", "--redirect-uri", redirectURI)
  }
  /// Canaille, which also asks for a code of an authenticator app.
  static func canailleWithASecondFactor(_ redirectURI: String) -> Service {
    Service("canaille_server", "--redirect-uri", redirectURI, "--second-factor")
  }
  /// A provider whose responses a test changes.
  static let odd = Service("odd_server")
  /// Another one, whose responses no test changes.
  static let exchanging = Service("odd_server", "--seconds", "600")

  /// A store of files.
  static let uploads = Service("upload_server", path: "graphql")

  /// Streams, results in parts and uploads with a version of Strawberry.
  static func strawberry(_ version: String) -> Service {
    Service("strawberry_server", "--version", version, path: "graphql")
  }

  /// A system with the login of a commerce system.
  static func session(_ name: String, _ accessSeconds: Int, _ refreshSeconds: Int) -> Service {
    Service(
      "session_server", name, "--access-seconds", "\(accessSeconds)", "--refresh-seconds",
      "\(refreshSeconds)", path: "graphql")
  }

  /// A GraphQL server of another maker's library, with tokens.
  static func tokens(_ module: String, _ accessSeconds: Int, _ refreshSeconds: Int) -> Service {
    Service(
      module, "--access-seconds", "\(accessSeconds)", "--refresh-seconds", "\(refreshSeconds)",
      path: "graphql")
  }

  /// The same server with more arguments, which come last and therefore win.
  func with(_ arguments: String...) -> Service {
    var service = self
    service.arguments += arguments
    return service
  }
}

/// The running servers.
actor Services {
  private var starting: [Service: Task<PythonServer, any Error>] = [:]
  /// The Glewlwyd processes behind the servers, one for each.
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

  /// All started servers.
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
struct Backend: Sendable, Witness {
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
    var configuration = ClientConfiguration.patient(origin.appending(path: service.path))
    configure(&configuration)
    client = GraphQLClient(
      configuration, transport: transport, interceptors: [Recorder(transcript: transcript)])
  }

  func url(_ path: String) -> URL { origin.appending(path: path) }

  /// Returns the error that a call throws, and records it.
  func failure<Value>(of call: () async throws -> Value) async -> RequestError? {
    do {
      seen(try await call())
      return nil
    } catch {
      return seen(error) as? RequestError
    }
  }

  // MARK: The server's view

  /// A request that the server received.
  struct Received: Decodable, Sendable {
    let method: String
    let path: String
    /// By parameter name.
    let query: [String: String]
    /// By header name, in lower case.
    let headers: [String: String]
    let body: String

    /// The method and the path.
    var line: String { "\(method) \(path)" }
    /// The body, if it is JSON.
    var json: JSON {
      (try? JSONDecoder().decode(JSON.self, from: Data(body.utf8))) ?? .null
    }
    /// The members of the body.
    var members: [ExactString: String] {
      guard case .object(let members) = json else { return [:] }
      return members.compactMapValues(\.string)
    }

    /// Everything that was sent.
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

  /// The requests that the server has received so far, for all paths or for one.
  func requests(_ path: String? = nil) async throws -> [Received] {
    let list = try JSONEncoder().encode(try await control("requests"))
    return try JSONDecoder().decode([Received].self, from: list)
      .filter { path == nil || $0.path == path }
  }

  /// Controls the server for a test; see the server's module.
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
