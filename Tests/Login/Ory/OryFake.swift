// An in-memory Ory project behind a transport, with its requests and faults.

import AuthGenOry
import AuthGenRuntime
import AuthGenTestSupport
import AuthGenTesting
import Foundation
import OryAPI

/// Responds as ``OryProject`` does, unless a test sets another response. Every secret contains `s3cret`, and
/// so do its texts for the user.
final class OryFake: Sendable {
  typealias Object = [String: Any]

  struct Request: Sendable {
    let line: String
    let query: [String: String]
    let headers: HTTPHeaders
    /// The body of a request that has only texts.
    let body: [String: String]
    let json: JSON?

    subscript(name: String) -> String? { json?[name]?.string }

    var traits: [ExactString: String] {
      guard case .object(let traits)? = json?["traits"] else { return [:] }
      return traits.compactMapValues(\.string)
    }
  }

  private struct State {
    var requests: [Request] = []
    var orders: [String: [Result<HTTPResponse, TransportError>]] = [:]
    var steps: [String: @Sendable () async -> Void] = [:]
  }

  static let origin = "https://shop.projects.oryapis.com"
  static let flowSeconds = 600.0
  static let sessionSeconds = 86_400.0
  static let start = Date(timeIntervalSince1970: 1_800_000_000)
  /// When the flows of the start expire, and the sessions.
  static let expiresAt = start.addingTimeInterval(flowSeconds)
  static let sessionEnd = start.addingTimeInterval(sessionSeconds)
  private let state = Shared(State())
  private let project: Shared<OryProject>

  init(_ configure: (inout OryProject) -> Void = { _ in }) {
    var project = OryProject()
    configure(&project)
    self.project = Shared(project)
  }

  var requests: [Request] { state.withLock { $0.requests } }
  var lines: [String] { requests.map(\.line) }

  // MARK: Faults

  /// Sets the response to the next request with this method and path.
  func respond(to line: String, _ status: Int, _ json: String) {
    let response = Self.response(status, json)
    state.withLock { $0.orders[line, default: []].append(.success(response)) }
  }

  /// Sets what happens before the next response to a request.
  func before(_ line: String, _ step: @escaping @Sendable () async -> Void) {
    state.withLock { $0.steps[line] = step }
  }

  func fail(_ line: String, _ error: TransportError) {
    state.withLock { $0.orders[line, default: []].append(.failure(error)) }
  }

  /// Makes the next request fail with a status; without one, in the network.
  func fail(_ line: String, _ status: Int?) {
    if let status {
      respond(to: line, status, Self.error(status))
    } else {
      fail(line, TransportError(.connectionLost, wasSent: true))
    }
  }

  // MARK: What users do

  func visit(_ page: URL, as account: OryAccount? = .ada) -> URL? {
    project.withLock { $0.visit(page, as: account) }
  }

  func idToken(of account: OryAccount = .ada) -> Secret {
    project.withLock { $0.idToken(of: account) }
  }

  func sentCode(to address: String = "ada@example.com") -> Secret {
    project.withLock { Secret($0.inbox[address] ?? "") }
  }

  func setUpSecondFactors(of session: OrySession) -> (totp: Secret, recovery: Secret) {
    project.withLock { $0.setUpSecondFactors(of: session) }
  }

  func requireSecondFactor(of session: OrySession) {
    project.withLock { $0.change(session) { $0.needsSecondFactor = true } }
  }

  func end(_ session: OrySession) {
    project.withLock { $0.change(session) { $0.isActive = false } }
  }

  func advance(by seconds: Double) {
    project.withLock { $0.now += seconds }
  }

  // MARK: Transport

  var transport: MockTransport {
    .server(of: [
      CreateLoginFlowMutation.self, SubmitLoginFlowMutation.self,
      CreateRegistrationFlowMutation.self, SubmitRegistrationFlowMutation.self,
      ExchangeSessionTokenMutation.self, WhoAmIQuery.self, LogoutMutation.self,
    ]) { [self] request throws(TransportError) in
      let line = "\(request.method.rawValue) \(request.url.path)"
      await state.withLock { $0.steps.removeValue(forKey: line) }?()
      return try respond(request)
    }
  }

  private func respond(_ http: HTTPRequest) throws(TransportError) -> HTTPResponse {
    let parts = URLComponents(url: http.url, resolvingAgainstBaseURL: true)
    let request = Request(
      line: "\(http.method.rawValue) \(parts?.path ?? "")",
      query: Dictionary(
        uniqueKeysWithValues: (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }),
      headers: http.headers,
      body: http.body.flatMap { try? JSONDecoder().decode([String: String].self, from: $0) } ?? [:],
      json: http.body.flatMap { JSON($0) })
    let order = state.withLock { state in
      state.requests.append(request)
      let isOrdered = state.orders[request.line]?.isEmpty == false
      return isOrdered ? state.orders[request.line]?.removeFirst() : nil
    }
    if let order { return try order.get() }
    let (status, json) = project.withLock { $0.respond(to: request) }
    return Self.response(status, json)
  }

  private static func response(_ status: Int, _ json: String) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"], body: Data(json.utf8))
  }
}

/// An input of a flow.
struct OryNode {
  let object: OryFake.Object

  init(
    _ group: String, _ name: String, _ type: String = "text", value: (any Sendable)? = nil,
    isRequired: Bool = false, label: String? = "s3cret label", messages: [Int] = []
  ) {
    var attributes: OryFake.Object = ["name": name, "type": type]
    if isRequired { attributes["required"] = true }
    attributes["value"] = value
    object = [
      "type": "input", "group": group, "attributes": attributes,
      "messages": messages.map { OryFake.message($0) },
      "meta": label.map { ["label": ["id": 1, "text": $0] as OryFake.Object] } ?? [:],
    ]
  }
}

// MARK: Bodies of responses

extension OryFake {
  static func text(_ object: Object) -> String {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    let data = try? JSONSerialization.data(withJSONObject: object, options: options)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "not JSON"
  }

  static func flow(
    _ number: Int, _ kind: String = "login", state: String = "choose_method", code: String? = nil,
    expiresAt: Date = expiresAt, messages: [Int] = [], nodes: [OryNode] = []
  ) -> String {
    var flow: Object = [
      "id": "flow-\(number)", "type": "api", "state": state,
      "expires_at": expiresAt.formatted(.iso8601),
      "ui": [
        "action": "\(origin)/self-service/\(kind)?flow=flow-\(number)",
        "messages": messages.map { message($0) }, "nodes": nodes.map(\.object),
      ] as Object,
    ]
    flow["session_token_exchange_code"] = code
    return text(flow)
  }

  fileprivate static func message(_ id: Int) -> Object {
    ["id": id, "type": id < 4_000_000 ? "info" : "error", "text": "s3cret words"]
  }

  static func redirect(_ page: String) -> String {
    text(["error": ["id": "browser_location_change_required"], "redirect_browser_to": page])
  }

  static func error(_ status: Int, _ id: String? = nil, nextFlow: String? = nil) -> String {
    var error: Object = ["code": status, "reason": "s3cret words", "message": "s3cret"]
    error["id"] = id
    var body: Object = ["error": error]
    body["use_flow_id"] = nextFlow
    return text(body)
  }

  static func session(
    _ number: Int, level: String? = "aal1", identity: Object?, expiresAt: Date = sessionEnd,
    methods: [Object] = []
  ) -> Object {
    var session: Object = [
      "id": "session-\(number)", "active": true, "expires_at": expiresAt.formatted(.iso8601),
      "authentication_methods": methods,
    ]
    session["authenticator_assurance_level"] = level
    session["identity"] = identity
    return session
  }

  /// - Parameter identity: the number of the session's user; nil for one that is withheld.
  static func granted(_ number: Int, level: String = "aal1", identity: Int?) -> String {
    let identity = identity.map { ["id": "identity-\($0)", "schema_id": "default"] as Object }
    return text([
      "session_token": "token-s3cret-\(number)",
      "session": session(number, level: level, identity: identity),
    ])
  }
}
