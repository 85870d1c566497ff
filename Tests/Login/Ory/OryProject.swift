// The state of an Ory project, and the rules by which Kratos accepts and refuses requests of native apps.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import Foundation

/// Follows https://www.ory.com/docs/kratos/reference/api, and else the handlers in `selfservice` of Kratos.
/// It is stricter in one point: the two halves of a code are exchanged once.
struct OryProject: Sendable {
  static let providers = ["google", "apple", "github"]

  // MARK: Settings

  var codes = Codes.off
  var hasPasskeys = false
  /// Whether a registration asks for the traits first.
  var hasTwoSteps = false
  var newUsersGetASession = true
  var allowedURLs = [
    "com.example.shop:/callback", "shop:/callback", "https://shop.example.com/callback",
    "http://localhost:19006/Callback", "http://127.0.0.1/callback",
  ]

  // MARK: State

  var now = OryFake.start
  /// The last code that was sent to each address.
  var inbox: [String: String] = [:]
  var flows: [Flow] = []
  var identities: [Identity] = []
  var sessions: [Session] = []
  var issued: [String: OryAccount] = [:]
  var atProvider: [String: (flow: Int, provider: String)] = [:]
  var secrets = 0

  mutating func secret(_ kind: String) -> String {
    secrets += 1
    return "\(kind)-s3cret-\(secrets)"
  }

  // MARK: The endpoints

  mutating func respond(to request: OryFake.Request) -> (status: Int, body: String) {
    do throws(Refusal) {
      return switch request.line {
      case "GET /self-service/login/api": (200, try create("login", request))
      case "GET /self-service/registration/api": (200, try create("registration", request))
      case "POST /self-service/login": try submit("login", request)
      case "POST /self-service/registration": try submit("registration", request)
      case "GET /sessions/token-exchange": try exchange(request)
      case "GET /sessions/whoami": (200, OryFake.text(object(try whoAmI(request))))
      case "DELETE /self-service/logout/api": try logOut(request)
      default: throw Refusal(status: 404)
      }
    } catch {
      return (error.status, OryFake.error(error.status, error.id, nextFlow: error.nextFlow))
    }
  }

  private mutating func create(
    _ kind: String, _ request: OryFake.Request
  ) throws(Refusal) -> String {
    let session = activeSession(request)
    let level = request.query["aal"] ?? "aal1"
    let isRefresh = request.query["refresh"] == "true"
    if let session {
      guard kind == "login", isRefresh || level > sessions[session].level else {
        throw Refusal(status: 400, id: "session_already_available")
      }
    } else if level > "aal1" {
      throw Refusal(status: 401, id: "session_aal1_required")
    }
    let returnTo = request.query["return_to"]
    guard returnTo.map(isAllowed) != false else {
      throw Refusal(status: 400, id: "self_service_flow_return_to_forbidden")
    }
    let hasCode = request.query["return_session_token_exchange_code"] == "true" && session == nil
    let flow = addFlow(kind, returnTo, hasCode: hasCode)
    flows[flow].level = level
    flows[flow].isRefresh = isRefresh
    if let session { ask(sessions[session], in: flow) }
    if kind == "registration", hasTwoSteps {
      flows[flow].step = "profile"
    } else if hasPasskeys, session == nil {
      flows[flow].challenge = secret("challenge")
    }
    return text(flow)
  }

  private func isAllowed(_ returnTo: String) -> Bool {
    let asked = URLComponents(string: returnTo)
    return allowedURLs.lazy.compactMap { URLComponents(string: $0) }.contains {
      $0.scheme == asked?.scheme && $0.host == asked?.host && $0.port == asked?.port
        && asked?.path.hasPrefix($0.path) == true
    }
  }

  private mutating func addFlow(_ kind: String, _ returnTo: String?, hasCode: Bool) -> Int {
    let number = flows.count + 1
    flows.append(
      Flow(
        number: number, kind: kind, returnTo: returnTo,
        expiresAt: now.addingTimeInterval(OryFake.flowSeconds),
        halves: hasCode ? ("init-s3cret-\(number)", "return-s3cret-\(number)") : nil))
    return number - 1
  }

  /// Asks the user of a session for a factor.
  private mutating func ask(_ session: Session, in flow: Int) {
    if flows[flow].isRefresh { flows[flow].messages.append(1_010_003) }
    if flows[flow].level > session.level { flows[flow].messages.append(1_010_004) }
    flows[flow].identity = session.identity
    let identity = identities[session.identity]
    // `FastLogin2FA` in selfservice/strategy/code/strategy_login.go.
    if flows[flow].level == "aal2", codes == .secondFactor, identity.totpCode == nil {
      send(identity.traits["email"] ?? "", to: session.identity, in: flow)
    }
  }

  private mutating func submit(
    _ kind: String, _ request: OryFake.Request
  ) throws(Refusal) -> (Int, String) {
    guard
      let flow = flows.firstIndex(where: { $0.kind == kind && $0.id == request.query["flow"] })
    else { throw Refusal(status: 404) }
    guard now < flows[flow].expiresAt else {
      let next = addFlow(kind, flows[flow].returnTo, hasCode: flows[flow].halves != nil)
      flows[next].messages = [expired(kind)]
      throw Refusal(status: 410, id: "self_service_flow_expired", nextFlow: flows[next].id)
    }
    // Browsers have other flows.
    let isJSON = ["Accept", "Content-Type"].allSatisfy {
      request.headers[$0] == "application/json"
    }
    guard isJSON, ["Origin", "Cookie"].allSatisfy({ request.headers[$0] == nil }) else {
      throw Refusal(status: 400)
    }
    let session = activeSession(request)
    let level = flows[flow].level
    if session == nil, level == "aal2" { throw Refusal(status: 401, id: "session_aal1_required") }
    if let session, !flows[flow].isRefresh, level <= sessions[session].level {
      throw Refusal(status: 400, id: "session_already_available")
    }
    switch (request["method"], level) {
    case ("totp", "aal2"), ("lookup_secret", "aal2"):
      return completeSecondFactor(flow, request, session)
    case ("code", "aal1") where codes == .firstFactor,
      ("code", "aal2") where codes == .secondFactor:
      return completeByCode(flow, request, session)
    case ("profile", "aal1") where flows[flow].step != nil: return continueWithTraits(flow, request)
    case ("passkey", "aal1") where flows[flow].challenge != nil && session == nil:
      return completeByPasskey(flow, request)
    case ("oidc", "aal1"):
      return completeByProvider(flow, request)
    default: return refused(flow, kind == "login" ? 4_010_002 : 4_040_002)
    }
  }

  private mutating func completeSecondFactor(
    _ flow: Int, _ request: OryFake.Request, _ session: Int?
  ) -> (Int, String) {
    guard let session else { return refused(flow, 4_010_002) }
    let user = sessions[session].identity
    if request["method"] == "totp" {
      guard let code = identities[user].totpCode else { return refused(flow, 4_000_011) }
      guard request["totp_code"] == code else { return refused(flow, 4_000_008) }
    } else {
      let code = request["lookup_secret"] ?? ""
      guard let isUsed = identities[user].recoveryCodes[code] else {
        return refused(flow, 4_000_016)
      }
      guard !isUsed else { return refused(flow, 4_000_012) }
      identities[user].recoveryCodes[code] = true
    }
    let method = Method(name: request["method"] ?? "", level: "aal2")
    flows[flow].session = logIn(user, method, confirming: session)
    return done(flow)
  }

  private mutating func completeByCode(
    _ flow: Int, _ request: OryFake.Request, _ session: Int?
  ) -> (Int, String) {
    let isLogin = flows[flow].kind == "login"
    var address = (request["address"] ?? request["identifier"] ?? "").lowercased()
    if !isLogin {
      flows[flow].traits = request.traits
      address = request.traits["email"] ?? ""
      flows[flow].problems = [:]
      if !address.contains("@") { flows[flow].problems["traits.email"] = 4_000_040 }
      if request.traits["name"] == nil { flows[flow].problems["traits.name"] = 4_000_002 }
      guard flows[flow].problems.isEmpty else { return refused(flow) }
    }
    if flows[flow].state == "choose_method" || request["resend"] == "code" {
      let user = identities.firstIndex { $0.traits["email"] == address }
      let isOfSession = session.map { sessions[$0].identity == user } ?? true
      guard !isLogin || user != nil && isOfSession else { return refused(flow, 4_000_035) }
      send(address, to: isLogin ? user : nil, in: flow)
      return (400, text(flow))
    }
    guard flows[flow].state == "sent_email", let sent = flows[flow].sent else {
      return refused(flow, isLogin ? 4_010_002 : 4_040_002)
    }
    guard sent.address == address else { return refused(flow, 4_000_036) }
    flows[flow].sent?.attempts += 1
    guard sent.attempts < 5, request["code"] == sent.code else {
      return refused(flow, isLogin ? 4_010_008 : 4_040_003)
    }
    flows[flow].state = "passed_challenge"
    let method = Method(name: "code", level: flows[flow].level)
    if let user = sent.identity {
      flows[flow].session = logIn(user, method, confirming: session)
    } else {
      register(OryAccount(subject: "", email: address, name: request.traits["name"]), method, flow)
    }
    return done(flow)
  }

  /// Sends a code. The one before is no longer valid.
  private mutating func send(_ address: String, to user: Int?, in flow: Int) {
    let code = secret("code")
    inbox[address] = code
    flows[flow].state = "sent_email"
    flows[flow].sent = SentCode(code: code, address: address, identity: user)
    let isKnown = flows[flow].isRefresh || flows[flow].level == "aal2"
    flows[flow].messages = [
      flows[flow].kind == "registration" ? 1_040_005 : isKnown ? 1_010_025 : 1_010_014
    ]
  }

  /// `selfservice/strategy/profile/registration.go`.
  private mutating func continueWithTraits(
    _ flow: Int, _ request: OryFake.Request
  ) -> (Int, String) {
    flows[flow].traits = request.traits
    let isComplete = request.traits["email"] != nil
    flows[flow].problems = isComplete ? [:] : ["traits.email": 4_000_002]
    guard isComplete else { return refused(flow) }
    flows[flow].step = "credentials"
    if hasPasskeys { flows[flow].challenge = secret("challenge") }
    return refused(flow, 1_040_009)
  }

  /// A login finds the user by the handle. A challenge is answered once.
  private mutating func completeByPasskey(
    _ flow: Int, _ request: OryFake.Request
  ) -> (Int, String) {
    let challenge = flows[flow].challenge ?? ""
    let method = Method(name: "passkey")
    if flows[flow].kind == "login" {
      let answer = OryPasskey(answer: request["passkey_login"])
      let user = identities.firstIndex { identity in
        identity.passkey.map { $0.id == answer?.id && $0.user == answer?.user } ?? false
      }
      guard let user, let answer, answer.hasSigned(challenge) else {
        return refused(flow, 4_000_015)
      }
      flows[flow].session = logIn(user, method)
    } else {
      let answer = OryPasskey(answer: request["passkey_register"])
      guard let answer, answer.isNew(challenge) else { return refused(flow, 4_000_001) }
      let traits = request.traits
      register(
        OryAccount(subject: "", email: traits["email"], name: traits["name"]), method, flow)
      guard let user = flows[flow].identity else { return done(flow) }
      identities[user].passkey = (answer.id, OryPasskey.handle(of: challenge))
    }
    flows[flow].challenge = nil
    return done(flow)
  }

  private mutating func completeByProvider(
    _ flow: Int, _ request: OryFake.Request
  ) -> (Int, String) {
    guard let provider = request["provider"], Self.providers.contains(provider)
    else { return refused(flow, 4_000_001) }
    flows[flow].messages = []
    flows[flow].traits = request.traits
    guard let token = request["id_token"] else {
      let state = secret("state")
      atProvider[state] = (flow, provider)
      let page = "https://provider.example/auth?state=\(state)"
      return (422, OryFake.redirect(page))
    }
    guard let account = issued[token], !account.isExpired,
      account.nonce == request["id_token_nonce"]
    else { return refused(flow, 4_000_001) }
    let completed = complete(flow, provider, account)
    return done(completed)
  }

  private mutating func exchange(_ request: OryFake.Request) throws(Refusal) -> (Int, String) {
    guard let initial = request.query["init_code"], let returned = request.query["return_to_code"]
    else { throw Refusal(status: 400) }
    guard
      let flow = flows.firstIndex(where: {
        $0.halves.map { $0 == (initial, returned) } ?? false
      })
    else { throw Refusal(status: 404) }
    flows[flow].halves = nil
    guard let session = flows[flow].session else { return (422, text(flow)) }
    return (200, OryFake.text(granted(session)))
  }

  private func whoAmI(_ request: OryFake.Request) throws(Refusal) -> Session {
    guard let session = activeSession(request) else {
      throw Refusal(status: 401, id: "session_inactive")
    }
    guard !sessions[session].lacksSecondFactor else {
      throw Refusal(status: 403, id: "session_aal2_required")
    }
    return sessions[session]
  }

  private mutating func logOut(_ request: OryFake.Request) throws(Refusal) -> (Int, String) {
    guard let session = sessions.firstIndex(where: { $0.token == request["session_token"] })
    else { throw Refusal(status: 403) }
    sessions[session].isActive = false
    return (204, "")
  }

  private func activeSession(_ request: OryFake.Request) -> Int? {
    sessions.firstIndex {
      $0.token == request.headers["X-Session-Token"] && $0.isActive && now < $0.expiresAt
    }
  }

  // MARK: Logins and registrations

  /// Completes a flow with a provider's data. The login of a new user becomes a registration, and the
  /// registration of a known one becomes a login. Both keep the code.
  ///
  /// - Returns: the flow with the result.
  mutating func complete(_ flow: Int, _ provider: String, _ account: OryAccount) -> Int {
    let key = "\(provider) \(account.subject)"
    let user = identities.firstIndex { $0.account == key }
    let kind = user == nil ? "registration" : "login"
    var flow = flow
    if flows[flow].kind != kind {
      let next = addFlow(kind, flows[flow].returnTo, hasCode: false)
      flows[next].halves = flows[flow].halves
      flows[next].traits = flows[flow].traits
      flows[flow].halves = nil
      flow = next
    }
    let method = Method(name: "oidc", provider: provider)
    if let user {
      flows[flow].session = logIn(user, method)
    } else {
      // What the provider does not tell.
      var account = account
      if account.email == nil {
        account.email = flows[flow].traits["email"]
        account.isVerified = false
      }
      account.name = account.name ?? flows[flow].traits["name"]
      register(account, method, flow, key)
    }
    return flow
  }

  private mutating func register(
    _ account: OryAccount, _ method: Method, _ flow: Int, _ key: String? = nil
  ) {
    guard let email = account.email else {
      flows[flow].problems["traits.email"] = 4_000_002
      return
    }
    guard !identities.contains(where: { $0.traits["email"] == email }) else {
      flows[flow].messages = [4_000_007]
      return
    }
    var traits = ["email": email]
    traits["name"] = account.name
    identities.append(
      Identity(
        number: identities.count + 1, traits: traits, isVerified: account.isVerified, account: key))
    flows[flow].identity = identities.count - 1
    if newUsersGetASession { flows[flow].session = logIn(identities.count - 1, method) }
  }

  /// The session that a method has confirmed; a new one for another identity (`updateLoginFlow` in
  /// selfservice/flow/login/handler.go).
  private mutating func logIn(_ user: Int, _ method: Method, confirming old: Int? = nil) -> Int {
    var session = old ?? -1
    if old.map({ sessions[$0].identity == user }) != true {
      let needsSecondFactor = sessions.contains { $0.identity == user && $0.needsSecondFactor }
      session = sessions.count
      sessions.append(
        Session(
          number: session + 1, identity: user, expiresAt: now,
          needsSecondFactor: needsSecondFactor))
    }
    sessions[session].methods.append(method)
    sessions[session].expiresAt = now.addingTimeInterval(OryFake.sessionSeconds)
    return session
  }
}
