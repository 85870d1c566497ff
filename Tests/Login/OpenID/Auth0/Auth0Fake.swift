// Auth0 without a network. It refuses what Auth0 refuses, such as wrong verifiers, used codes, and proofs by
// another key.

import AuthGenCryptography
import AuthGenLoginTestSupport
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation

/// A tenant of Auth0 with one client. Its apps are the client on several devices.
///
/// Not checked: the signatures of passkeys, which a real server checks in the end-to-end tests, and the pace
/// of polling.
actor Auth0Fake {
  private typealias Form = JSON.Object
  typealias Body = [String: any Sendable]

  /// The redirect URIs that the client has registered.
  private static let redirectURIs = ["shop://callback", "https://shop.example/callback"]
  private static let issuer = "\(PretendServer.origin)/"
  private static let paths = [
    "/oauth/token", "/oauth/revoke", "/userinfo", "/passwordless/start", "/mfa/authenticators",
    "/mfa/associate", "/mfa/challenge", "/passkey/challenge", "/passkey/register",
  ]
  private static let metadata: Body = [
    "issuer": issuer, "authorization_endpoint": "\(issuer)authorize",
    "token_endpoint": "\(issuer)oauth/token", "userinfo_endpoint": "\(issuer)userinfo",
    "revocation_endpoint": "\(issuer)oauth/revoke", "jwks_uri": "\(issuer).well-known/jwks.json",
    "code_challenge_methods_supported": ["S256"],
    "authorization_response_iss_parameter_supported": true,
  ]

  /// What a user has proven, and the thumbprint of the key that the tokens are bound to.
  private struct Grant {
    var user = ["sub": "auth0|ada", "name": "Ada", "email": "ada@example.com"]
    var scopes: String
    var nonce: String?
    var key: String?

    var subject: String { user["sub"] ?? "" }
  }

  /// A user's second factor: an app with codes, or messages. Inactive until it is proven.
  private struct Factor {
    /// The channel of messages; nil for an app.
    var channel: String?
    /// The recipient of messages, or the app's key.
    var recipient = ""
    var isActive = false
    var recoveryCode: String?
  }

  private struct Refusal: Error {
    var status = 403
    var code = "invalid_grant"
    var more: Body = [:]
  }

  private var count = 0
  private var nonce: String?
  private var usedProofs: Set<String> = []
  private var codes: [String: (grant: Grant, request: [String: String])] = [:]
  private var refreshTokens: [String: Grant] = [:]
  private var accessTokens: [String: (grant: Grant, expiresAt: Date)] = [:]
  /// The valid code of each recipient of messages, and of each app with codes.
  private var sentCodes: [String: (code: String, attempts: Int)] = [:]
  /// The user of each code of a sign-in with Apple without a nonce.
  private var appleCodes: [String: String] = [:]
  /// By subject.
  private var factors: [String: Factor] = [:]
  /// The logins that wait for a second factor, by their `mfa_token`.
  private var waiting: [String: (grant: Grant, expiresAt: Date)] = [:]
  /// The `mfa_token` of each `oob_code`.
  private var messages: [String: String] = [:]
  /// The users by the identifiers of their passkeys.
  private var passkeys: [String: [String: String]] = [:]
  /// The challenge of each `auth_session`, and the user who registers.
  private var passkeySessions: [String: (challenge: String, user: [String: String]?)] = [:]

  // MARK: Apps

  /// An app on its own device, whose browser logs a user in.
  ///
  /// - Parameter replaced: the parameters of pages that an attacker replaces.
  nonisolated func app(
    store: any SecretStore = InMemoryStore(), key: (any DPoPKey)? = nil,
    replacing replaced: [String: String] = [:],
    _ change: (inout OpenIDProvider) -> Void = { _ in }
  ) async throws -> PretendLogin {
    let pretend = try await PretendLogin(store: store, key: key, change) { page, _ in
      await self.visit(page, replacing: replaced)
    }
    for path in Self.paths {
      await pretend.server.respond(to: path) { [clock = pretend.clock] request in
        await self.respond(to: request, at: clock.withLock { $0 })
      }
    }
    return pretend
  }

  /// The connection of a client that calls single operations.
  struct Connection: Transport {
    let auth0: Auth0Fake

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      await auth0.respond(to: request, at: PretendLogin.start)
    }
  }

  /// A client that calls single operations.
  nonisolated func client(
    _ origin: String = PretendServer.origin, key: (any DPoPKey)? = nil,
    encoding: BodyEncoding? = nil
  ) throws -> GraphQLClient {
    guard let endpoint = URL(string: origin) else { throw URLError(.badURL) }
    var configuration = ClientConfiguration(endpoint: endpoint)
    configuration.bodyEncoding = encoding
    let environment = LoginEnvironment(
      transport: Connection(auth0: self), now: { PretendLogin.start })
    return GraphQLClient(
      configuration, transport: environment.provingPossession(of: key).transport)
  }

  /// Requires a new nonce in proofs from now on.
  func replaceNonce() { nonce = new("nonce") }

  /// The code in the last message to a recipient, or the one that the app with this key shows.
  func code(for recipient: String) -> Secret? { sentCodes[recipient].map { Secret($0.code) } }

  /// The authorization code of a sign-in with Apple, which is useless if the sign-in had a nonce.
  func appleCode(for user: String, hasNonce: Bool = false) -> Secret {
    let code = new("apple")
    if !hasNonce { appleCodes[code] = user }
    return Secret(code)
  }

  /// Requires a second factor of a user.
  func requireSecondFactor(of subject: String) { factors[subject] = Factor() }

  private func new(_ kind: String) -> String {
    count += 1
    return "\(kind)-\(count)-s3cret"
  }

  // MARK: The browser

  private func visit(_ page: URL, replacing replaced: [String: String]) -> URL? {
    let query = PretendLogin.parameters(of: page).merging(replaced) { $1 }
    if page.path == "/v2/logout" {
      return query["returnTo"].flatMap { Self.redirectURIs.contains($0) ? URL(string: $0) : nil }
    }
    guard let redirect = authorize(query),
      let redirectURI = try? RedirectURI(query["redirect_uri"] ?? "")
    else { return nil }
    return PretendLogin.redirect(from: page, to: redirectURI, redirect.mapValues { $0 })
  }

  /// Logs the user in at the page of a login.
  ///
  /// - Returns: the parameters of the redirect; nil if the browser stays at an error page.
  func authorize(_ query: [String: String]) -> [String: String]? {
    guard query["client_id"] == PretendServer.clientID,
      Self.redirectURIs.contains(query["redirect_uri"] ?? ""),
      ["github", nil].contains(query["connection"])
    else { return nil }
    guard query["response_type"] == "code", query["code_challenge_method"] == "S256",
      query["code_challenge"]?.count == 43
    else { return ["error": "invalid_request"] }
    let code = new("code")
    codes[code] = (Grant(scopes: query["scope"] ?? "", nonce: query["nonce"]), query)
    return ["code": code, "iss": Self.issuer]
  }

  // MARK: Requests

  private func respond(to request: HTTPRequest, at now: Date) async -> HTTPResponse {
    var (status, body): (Int, any Sendable)
    do throws(Refusal) {
      (status, body) = (200, try await self.body(for: request, now))
    } catch {
      (status, body) = (error.status, error.more.merging(["error": error.code]) { $1 })
    }
    var headers: HTTPHeaders = [:]
    headers["DPoP-Nonce"] = nonce
    let data = try? JSONSerialization.data(withJSONObject: body)
    return PretendServer.response(status, data ?? Data(), headers: headers)
  }

  private func body(for request: HTTPRequest, _ now: Date) async throws(Refusal) -> any Sendable {
    let form = Self.form(request)
    if request.method == .post, form["client_id"]?.string != PretendServer.clientID {
      throw Refusal(status: 401, code: "invalid_client")
    }
    switch request.url.path {
    case "/.well-known/openid-configuration": return Self.metadata
    case "/oauth/token": return try await tokens(for: request, form, now)
    case "/oauth/revoke":
      refreshTokens[try text(form, "token")] = nil
      return [:] as Body
    case "/userinfo": return try user(of: request, now)
    case "/passwordless/start": return try startPasswordless(form)
    case "/mfa/authenticators": return authenticators(try login(try mfaToken(request), now))
    case "/mfa/associate": return try associate(form, try mfaToken(request), now)
    case "/mfa/challenge": return try challenge(form, now)
    case "/passkey/challenge": return begin(nil, ["rpId": "shop.example"])
    case "/passkey/register": return try registration(form)
    default: throw Refusal(status: 404, code: "not_found")
    }
  }

  /// The parameters of a request: JSON or a form.
  private static func form(_ request: HTTPRequest) -> Form {
    let body = request.body ?? Data()
    if let members = try? JSONDecoder().decode(Form.self, from: body) { return members }
    var form = URLComponents()
    form.percentEncodedQuery = String(decoding: body, as: UTF8.self)
    let items = (form.queryItems ?? []).map {
      (ExactString($0.name), JSON.string($0.value ?? ""))
    }
    return Dictionary(items) { _, last in last }
  }

  private func text(_ form: Form, _ name: String) throws(Refusal) -> String {
    guard let text = form[name]?.string else {
      throw Refusal(status: 400, code: "invalid_request")
    }
    return text
  }

  // MARK: Tokens

  private func tokens(
    for request: HTTPRequest, _ form: Form, _ now: Date
  ) async throws(Refusal) -> Body {
    let key = try key(of: request, now)
    let type = try text(form, "grant_type").split { ":/".contains($0) }.last
    var grant: Grant
    switch type {
    case "authorization_code": grant = try redeem(form, key)
    case "refresh_token": grant = try refresh(form, key)
    case "otp": grant = try passwordless(form)
    case "token-exchange": grant = try exchange(form)
    case "webauthn": grant = try passkey(form)
    case "mfa-otp", "mfa-oob", "mfa-recovery-code": grant = try proveFactor(form, now)
    default: throw Refusal(status: 400, code: "unsupported_grant_type")
    }
    if type?.hasPrefix("mfa") == false { try needNoFactor(grant, now) }
    grant.key = key
    var body = await issue(grant, now)
    if type == "mfa-recovery-code" { body["recovery_code"] = factors[grant.subject]?.recoveryCode }
    return body
  }

  private func redeem(_ form: Form, _ key: String?) throws(Refusal) -> Grant {
    let code = try text(form, "code")
    guard let (grant, request) = codes[code] else { throw Refusal() }
    guard request["dpop_jkt"] == nil || request["dpop_jkt"] == key else {
      throw Refusal(status: 400, code: "invalid_dpop_proof")
    }
    codes[code] = nil
    let verifier = CodeVerifier(Secret(try text(form, "code_verifier")))
    guard verifier.challenge == request["code_challenge"],
      try text(form, "redirect_uri") == request["redirect_uri"]
    else { throw Refusal() }
    return grant
  }

  private func refresh(_ form: Form, _ key: String?) throws(Refusal) -> Grant {
    let token = try text(form, "refresh_token")
    guard let grant = refreshTokens[token] else { throw Refusal() }
    guard grant.key == key else { throw Refusal(status: 400, code: "invalid_dpop_proof") }
    refreshTokens[token] = nil
    return grant
  }

  private func exchange(_ form: Form) throws(Refusal) -> Grant {
    guard form["subject_token_type"]?.string == "http://auth0.com/oauth/token-type/apple-authz-code"
    else {
      throw Refusal(status: 400, code: "invalid_request")
    }
    guard let user = appleCodes.removeValue(forKey: try text(form, "subject_token")) else {
      throw Refusal(status: 400)
    }
    return Grant(user: ["sub": "apple|\(user)"], scopes: form["scope"]?.string ?? "")
  }

  private func issue(_ grant: Grant, _ now: Date) async -> Body {
    let accessToken = new("access")
    accessTokens[accessToken] = (grant, now.addingTimeInterval(600))
    var body: Body = [
      "access_token": accessToken, "token_type": grant.key == nil ? "Bearer" : "DPoP",
      "expires_in": 600, "scope": grant.scopes,
    ]
    let scopes = grant.scopes.split(separator: " ")
    if scopes.contains("offline_access") {
      let refreshToken = new("refresh")
      refreshTokens[refreshToken] = grant
      body["refresh_token"] = refreshToken
    }
    if scopes.contains("openid"), let signer = try? await TokenSigner.rsa.value {
      let time = Int(now.timeIntervalSince1970)
      var claims: Body = [
        "iss": Self.issuer, "aud": PretendServer.clientID, "iat": time, "exp": time + 3600,
      ]
      claims.merge(grant.user) { $1 }
      claims["nonce"] = grant.nonce
      body["id_token"] = try? await signer.token(claims, header: ["kid": "key-1"]).reveal()
    }
    return body
  }

  private func user(of request: HTTPRequest, _ now: Date) throws(Refusal) -> [String: String] {
    let parts = (request.headers["Authorization"] ?? "").split(separator: " ").map(String.init)
    guard parts.count == 2, let (grant, expiresAt) = accessTokens[parts[1]], expiresAt > now,
      parts[0] == (grant.key == nil ? "Bearer" : "DPoP"),
      try grant.key == key(of: request, now, accessToken: parts[1])
    else { throw Refusal(status: 401, code: "invalid_token") }
    return grant.user
  }

  /// The thumbprint of the key of a request's proof (RFC 9449, section 4.3); nil without a proof.
  private func key(
    of request: HTTPRequest, _ now: Date, accessToken: String? = nil
  ) throws(Refusal) -> String? {
    guard request.headers["DPoP"] != nil else { return nil }
    let status = accessToken == nil ? 400 : 401
    let hash = accessToken.map { Base64URL.encode(sha256(Array($0.utf8))) }
    guard let proof = OpenedProof(request), let id = proof.claims["jti"]?.string,
      usedProofs.insert(id).inserted,
      proof.claims["htm"]?.string == request.method.rawValue,
      proof.claims["htu"]?.string == request.url.absoluteString,
      let time = proof.claims["iat"]?.integer, abs(now.timeIntervalSince1970 - Double(time)) < 60,
      proof.claims["ath"]?.string == hash
    else { throw Refusal(status: status, code: "invalid_dpop_proof") }
    guard proof.claims["nonce"]?.string == nonce else {
      throw Refusal(status: status, code: "use_dpop_nonce")
    }
    return proof.key.thumbprint
  }

  // MARK: Codes in messages

  private func send(to recipient: String) { sentCodes[recipient] = (new("code"), 0) }

  /// Uses up a code. After three wrong ones, none is accepted.
  private func use(_ code: JSON?, of recipient: String) throws(Refusal) {
    guard var sent = sentCodes[recipient], sent.attempts < 3 else { throw Refusal() }
    sent.attempts += 1
    sentCodes[recipient] = sent.code == code?.string ? nil : sent
    guard sent.code == code?.string else { throw Refusal() }
  }

  private func startPasswordless(_ form: Form) throws(Refusal) -> Body {
    guard ["email", "sms"].contains(form["connection"]?.string), form["send"]?.string == "code"
    else {
      throw Refusal(status: 400, code: "bad.connection")
    }
    send(to: try text(form, form["connection"]?.string == "email" ? "email" : "phone_number"))
    return ["_id": "6492b5a75bedeae7449299fa"]
  }

  private func passwordless(_ form: Form) throws(Refusal) -> Grant {
    let (realm, name) = (try text(form, "realm"), try text(form, "username"))
    guard name.contains("@") == (realm == "email") else { throw Refusal() }
    try use(form["otp"], of: name)
    return Grant(user: ["sub": "\(realm)|\(name)"], scopes: form["scope"]?.string ?? "")
  }

  // MARK: Second factors

  /// Throws `mfa_required` if the first factor is not enough for its user.
  private func needNoFactor(_ grant: Grant, _ now: Date) throws(Refusal) {
    guard let factor = factors[grant.subject] else { return }
    let token = new("mfa")
    waiting[token] = (grant, now.addingTimeInterval(600))
    let kinds = [["type": factor.channel ?? "otp"]]
    let requirements = [factor.isActive ? "challenge" : "enroll": kinds]
    throw Refusal(
      code: "mfa_required", more: ["mfa_token": token, "mfa_requirements": requirements])
  }

  /// The login that waits for a second factor.
  private func login(_ token: String, _ now: Date) throws(Refusal) -> Grant {
    guard let (grant, expiresAt) = waiting[token] else { throw Refusal(status: 401) }
    guard expiresAt > now else { throw Refusal(status: 401, code: "expired_token") }
    return grant
  }

  /// The credential of a request about a login. It is not bound to a key.
  private func mfaToken(_ request: HTTPRequest) throws(Refusal) -> String {
    let parts = (request.headers["Authorization"] ?? "").split(separator: " ")
    guard parts.count == 2, parts[0] == "Bearer", request.headers["DPoP"] == nil else {
      throw Refusal(status: 401, code: "invalid_token")
    }
    return String(parts[1])
  }

  private func authenticators(_ grant: Grant) -> [[String: String]] {
    guard let factor = factors[grant.subject], factor.isActive else { return [] }
    var own = ["id": "dev_1", "authenticator_type": factor.channel == nil ? "otp" : "oob"]
    own["oob_channel"] = factor.channel
    return [own, ["id": "recovery-code|1", "authenticator_type": "recovery-code"]]
  }

  private func associate(_ form: Form, _ token: String, _ now: Date) throws(Refusal) -> Body {
    let subject = try login(token, now).subject
    guard factors[subject]?.isActive == false else { throw Refusal(code: "access_denied") }
    var factor = Factor(recoveryCode: new("recovery"))
    factor.channel = form["oob_channels"]?.array?.first?.string
    let member = form["email"] == nil ? "phone_number" : "email"
    factor.recipient = factor.channel == nil ? new("key") : try text(form, member)
    factors[subject] = factor
    var response = message(to: factor, for: token)
    response["recovery_codes"] = factor.recoveryCode.map { [$0] }
    if factor.channel == nil { response["secret"] = factor.recipient }
    return response
  }

  private func challenge(_ form: Form, _ now: Date) throws(Refusal) -> Body {
    let token = try text(form, "mfa_token")
    let subject = try login(token, now).subject
    guard let factor = factors[subject], factor.isActive, factor.channel != nil,
      form["authenticator_id"]?.string == "dev_1"
    else { throw Refusal(status: 401, code: "unsupported_challenge_type") }
    return message(to: factor, for: token)
  }

  private func message(to factor: Factor, for token: String) -> Body {
    send(to: factor.recipient)
    guard factor.channel != nil else { return ["authenticator_type": "otp"] }
    let id = new("oob")
    messages[id] = token
    return ["authenticator_type": "oob", "oob_code": id, "binding_method": "prompt"]
  }

  private func proveFactor(_ form: Form, _ now: Date) throws(Refusal) -> Grant {
    let token = try text(form, "mfa_token")
    let grant = try login(token, now)
    guard let factor = factors[grant.subject] else { throw Refusal() }
    if let code = form["recovery_code"] {
      guard factor.isActive, code.string == factor.recoveryCode else { throw Refusal() }
      factors[grant.subject]?.recoveryCode = new("recovery")
    } else if factor.channel == nil {
      try use(form["otp"], of: factor.recipient)
      // The app shows the next code.
      send(to: factor.recipient)
    } else {
      guard messages[try text(form, "oob_code")] == token else { throw Refusal() }
      try use(form["binding_code"], of: factor.recipient)
    }
    factors[grant.subject]?.isActive = true
    waiting[token] = nil
    return grant
  }

  // MARK: Passkeys

  private func registration(_ form: Form) throws(Refusal) -> Body {
    guard let email = form["user_profile"]?["email"]?.string,
      !passkeys.values.contains(where: { $0["email"] == email })
    else { throw Refusal(status: 400, code: "invalid_request") }
    return begin(
      ["sub": "auth0|\(email)", "email": email],
      [
        "rp": ["id": "shop.example"], "user": ["id": "CQ", "name": email],
        "pubKeyCredParams": [["type": "public-key", "alg": -7] as Body],
      ])
  }

  private func begin(_ user: [String: String]?, _ options: Body) -> Body {
    let session = new("session")
    let challenge = Base64URL.encode(Array(new("challenge").utf8))
    passkeySessions[session] = (challenge, user)
    return [
      "auth_session": session,
      "authn_params_public_key": options.merging(["challenge": challenge]) { $1 },
    ]
  }

  private func passkey(_ form: Form) throws(Refusal) -> Grant {
    guard let begun = passkeySessions.removeValue(forKey: try text(form, "auth_session")),
      let answer = form["authn_response"], let id = answer["rawId"]?.string,
      let data = answer["response"]?["clientDataJSON"]?.string.flatMap({ Base64URL.decode($0) }),
      JSON(Data(data))?["challenge"]?.string == begun.challenge
    else { throw Refusal() }
    if let user = begun.user { passkeys[id] = user }
    guard let user = passkeys[id] else { throw Refusal() }
    return Grant(user: user, scopes: form["scope"]?.string ?? "")
  }
}
