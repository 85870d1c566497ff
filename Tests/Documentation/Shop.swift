// The app that articles write code for: its clients, whose server the test provides, and its session.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenTesting
import AuthGenWebLogin
import Foundation
import HorizonAPI

typealias ShopClient = HorizonClient

struct UserSession: StoredSession {
  let token: Secret
  let customerID: String

  var credential: Credential { Credential(scheme: "Bearer", token: token) }
}

extension UserSession {
  static var refusals: [RefusalRule] {
    [.status(401), .extensions("code", in: ["UNAUTHENTICATED"])]
  }
}

extension UserSession {
  static let ada = UserSession(token: "a", customerID: "ada")
  static let ben = UserSession(token: "b", customerID: "ben")
}

extension ClientConfiguration {
  static let shop = ClientConfiguration(endpoint: MockTransport.endpoint, retry: .never)
}

extension GraphQLClient {
  init(_ transport: some Transport) { self.init(.shop, transport: transport) }

  /// A client of a server that responds with JSON.
  init(_ body: @escaping @Sendable (HTTPRequest) -> String) {
    self.init(InMemoryTransport.json(body))
  }
}

extension Transport where Self == InMemoryTransport {
  /// A server without a connection to this device.
  static var offline: InMemoryTransport {
    InMemoryTransport { _ throws(TransportError) in
      throw TransportError(.cannotConnect, wasSent: false)
    }
  }

  /// A server that responds with JSON.
  static func json(_ body: @escaping @Sendable (HTTPRequest) -> String) -> InMemoryTransport {
    InMemoryTransport { request in .json(body(request)) }
  }

  /// A server whose only social link has the credential as its name.
  static var links: InMemoryTransport {
    .json { .links(of: $0.headers["Authorization"] ?? "") }
  }
}

extension HTTPResponse {
  static func json(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"], body: Data(text.utf8))
  }
}

extension String {
  /// The response to `SocialLinks` with one link.
  static func links(of name: String) -> String {
    """
    {"data": {"customer": {"socialLinks": [
      {"socialLinkId": "1", "username": "\(name)", "status": "LINKED"}]}}}
    """
  }
}

extension RedirectURI {
  static var app: RedirectURI { get throws { try RedirectURI("com.example.shop:/callback") } }
}

extension WebAuthenticationSession where Self == HeadlessWebAuthenticationSession {
  /// A browser that the user closes.
  static var closed: Self { HeadlessWebAuthenticationSession { _, _ in nil } }
}

extension Shared {
  var current: Value { withLock { $0 } }
}

/// Runs the body with a new folder, and removes it afterwards.
func withFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "authgen-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder)
}
