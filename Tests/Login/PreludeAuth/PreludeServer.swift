// An app's server at Prelude, in memory: what social login uses of the session API.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation

/// Refuses what Prelude refuses: another login's verifier, a used token or code, a proof by another key.
///
/// Prelude's documentation leaves some cases open. Here, a refused request keeps its challenge token, and a
/// used refresh token keeps its session.
struct PreludeServer: Sendable {
  /// What the provider reports about the user of its page.
  enum Account: Sendable {
    case verified(String)
    case unverified(String)
    case withoutAddress
    case declining
  }

  struct Request: Sendable {
    let http: HTTPRequest
    /// Below `/v1/session/`.
    let path: String
    let body: [String: String]

    init(_ http: HTTPRequest) {
      self.http = http
      path = http.url.path.replacingOccurrences(of: "/v1/session/", with: "")
      body = http.body.flatMap { try? JSONDecoder().decode([String: String].self, from: $0) } ?? [:]
    }
  }

  struct Refusal: Error {
    let code: String

    init(_ code: String) { self.code = code }

    var status: Int {
      switch code {
      case "oauth_provider_disabled": 403
      case "token_reused": 409
      case "rate_limited": 429
      case "unauthorized", "invalid_verification_token", "missing_dpop_proof",
        "invalid_dpop_proof", "use_dpop_nonce", "dpop_key_mismatch":
        401
      default: 400
      }
    }
  }

  struct User {
    let id: String
    let email: String?
  }

  private struct Login {
    let provider: String
    let redirectURI: String
    let codeChallenge: String
  }

  struct Challenge {
    let user: User
    let codeChallenge: String
    let step: String
    let expiresAt: Date
    var isUsed = false
  }

  struct Verification {
    let challengeToken: String
    /// Nil after its use.
    var code: String?
    var checks = 0
    var emails = 0
  }

  struct Session {
    let user: User
    let key: String
    var refreshToken = ""
    var isOver = false
  }

  static let origin = "https://shop.session.prelude.dev"
  private static let providers = ["google", "apple", "microsoft", "github", "okta", "facebook"]

  var time = Date(timeIntervalSince1970: 1_800_000_000)
  /// The user of the next page.
  var account = Account.verified("a@b.example")
  var disabledProvider: String?
  var verifiesEmail = true
  /// Whether a proof needs a nonce of this server.
  var requiresNonce = false
  /// Whether a proof's signature is checked, as well as its claims. `UnverifiedKey` signs nothing.
  var verifiesSignatures = false
  var requests: [Request] = []
  var emails: [(address: String, code: String)] = []
  /// The values that no text may show.
  var secrets: Set<String> = []

  private var orders: [(path: String, response: HTTPResponse)] = []
  private var logins: [String: Login] = [:]
  private var users: [String: User] = [:]
  var challenges: [String: Challenge] = [:]
  var verifications: [String: Verification] = [:]
  var sessions: [Session] = []
  /// The session of each token that was ever issued.
  var owners: [String: Int] = [:]
  var nonces: Set<String> = []
  var proofs: Set<String> = []
  private var number = 0

  /// Sets the response to the next request for a path, which is then not processed.
  mutating func order(
    _ path: String, _ status: Int, _ body: String = "", headers: HTTPHeaders = [:]
  ) {
    var headers = headers
    if headers["Content-Type"] == nil { headers["Content-Type"] = "application/json" }
    orders.append(
      (path, HTTPResponse(status: status, headers: headers, body: Data(body.utf8))))
  }

  mutating func forgetNonces() { nonces = [] }

  // MARK: The provider's page

  /// Returns the redirect of a page on which the user logs in; nil for an unknown page, or one left before.
  mutating func redirect(from page: URL) -> URL? {
    guard let login = page.query.flatMap({ logins.removeValue(forKey: $0) }) else { return nil }
    var parameters: [(name: String, value: String)]
    switch account {
    case .verified(let email): parameters = outcome(of: login, email, isVerified: true)
    case .unverified(let email): parameters = outcome(of: login, email, isVerified: false)
    case .withoutAddress: parameters = outcome(of: login, nil, isVerified: false)
    case .declining: parameters = [("error", "access_denied")]
    }
    return URL(string: login.redirectURI)?.adding(parameters)
  }

  private mutating func outcome(
    of login: Login, _ email: String?, isVerified: Bool
  ) -> [(name: String, value: String)] {
    let account = "\(login.provider) \(email ?? "")"
    if users[account] == nil, let email, users.values.contains(where: { $0.email == email }) {
      return [("error", "email_already_in_use")]
    }
    let user = users[account] ?? User(id: "user-\(users.count + 1)", email: email)
    users[account] = user
    let needsCode = email != nil && !isVerified && verifiesEmail
    let step = needsCode ? "oauth-email-link" : "session-start"
    return [("challenge_token", challengeToken(of: user, login.codeChallenge, step))]
      + (needsCode ? [("status", "otp_required")] : [])
  }

  mutating func challengeToken(
    of user: User, _ codeChallenge: String, _ step: String
  ) -> String {
    let token = secret(Self.token(step, email: user.email ?? "", id: next()))
    challenges[token] = Challenge(
      user: user, codeChallenge: codeChallenge, step: step, expiresAt: time + 600)
    return token
  }

  /// A challenge token, which is unknown to the server unless it has issued the same one.
  static func token(_ step: String, email: String = "a@b.example", id: Int = 0) -> String {
    jwt(#"{"jti": \#(id), "grant_mode": "\#(step)", "metadata": {"oauth_email": "\#(email)"}}"#)
  }

  static func jwt(_ claims: String) -> String {
    "eyJhbGciOiJub25lIn0.\(Base64URL.encode(Array(claims.utf8)))."
  }

  // MARK: Requests

  mutating func respond(to http: HTTPRequest) -> HTTPResponse {
    let request = Request(http)
    requests.append(request)
    if let verifier = request.body["code_verifier"] { secrets.insert(verifier) }
    var response: HTTPResponse
    if let index = orders.firstIndex(where: { $0.path == request.path }) {
      response = orders.remove(at: index).response
    } else {
      do throws(Refusal) {
        response = try process(request)
      } catch {
        response = Self.json(
          #"{"code": "\#(error.code)", "message": "s3cret words", "type": "client_error"}"#,
          status: error.status)
      }
    }
    response.headers["Date"] = Self.date(time)
    if requiresNonce, ["login/finalize", "refresh", "revoke", "/userinfo"].contains(request.path) {
      let nonce = "nonce-\(next())"
      nonces.insert(nonce)
      response.headers["DPoP-Nonce"] = nonce
    }
    return response
  }

  private mutating func process(_ request: Request) throws(Refusal) -> HTTPResponse {
    if request.path == "/userinfo" { return try userInfo(request) }
    guard request.http.headers["X-Device-Id"] != nil else { throw Refusal("bad_request") }
    switch request.path {
    case "login/finalize": return try finalize(request)
    case "otp": return try startCode(request)
    case "otp/check": return try checkCode(request)
    case "otp/retry": return try sendCode(request.http.headers["X-Verification-Token"])
    case "refresh":
      let key = try key(of: request.http)
      return tokens(of: try session(of: request, key))
    case "revoke":
      let key = try key(of: request.http)
      sessions[try session(of: request, key)].isOver = true
      return HTTPResponse(status: 204)
    default: return try authorize(request)
    }
  }

  private mutating func authorize(_ request: Request) throws(Refusal) -> HTTPResponse {
    let parts = request.path.split(separator: "/")
    guard parts.count == 4, Self.providers.contains(String(parts[2])) else {
      throw Refusal("oauth_provider_not_configured")
    }
    guard parts[2] != disabledProvider ?? "" else { throw Refusal("oauth_provider_disabled") }
    guard let uri = request.body["redirect_uri"],
      ["shop://callback", "myapp://oauth-callback"].contains(uri)
    else { throw Refusal("invalid_redirect_uri") }
    guard let challenge = request.body["code_challenge"], challenge.utf8.count == 43,
      request.body["code_challenge_method"] == "S256"
    else { throw Refusal("bad_request") }
    let state = secret("state=\(next())-s3cret")
    logins[state] = Login(
      provider: String(parts[2]), redirectURI: uri, codeChallenge: challenge)
    return Self.json(#"{"authorization_url": "https://accounts.example/authorize?\#(state)"}"#)
  }

  private mutating func finalize(_ request: Request) throws(Refusal) -> HTTPResponse {
    // First: a request whose proof has no nonce is sent again.
    let key = try key(of: request.http)
    let (token, challenge) = try challenge(of: request, "session-start")
    guard let verifier = request.body["code_verifier"] else { throw Refusal("bad_request") }
    guard CodeVerifier(Secret(verifier)).challenge == challenge.codeChallenge else {
      throw Refusal("unauthorized")
    }
    challenges[token]?.isUsed = true
    sessions.append(Session(user: challenge.user, key: key))
    return tokens(of: sessions.count - 1)
  }

  func challenge(
    of request: Request, _ step: String
  ) throws(Refusal) -> (token: String, challenge: Challenge) {
    guard let token = request.body["challenge_token"] else {
      throw Refusal("missing_challenge_token")
    }
    guard let challenge = challenges[token] else { throw Refusal("invalid_challenge_token") }
    guard challenge.expiresAt > time else { throw Refusal("expired_challenge_token") }
    guard !challenge.isUsed else { throw Refusal("token_reused") }
    guard challenge.step == step else { throw Refusal("step_not_completed") }
    return (token, challenge)
  }

  mutating func secret(_ text: String) -> String {
    secrets.insert(text)
    return text
  }

  mutating func next() -> Int {
    number += 1
    return number
  }

  static func json(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"], body: Data(text.utf8))
  }

  /// RFC 9110, section 5.6.7.
  private static func date(_ time: Date) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "GMT")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.string(from: time)
  }
}
