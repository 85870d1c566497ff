// The codes that Prelude sends, and its sessions, whose tokens are bound to a key.

import AuthGenCryptography
import AuthGenLoginTestSupport
import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation

extension PreludeServer {
  // MARK: Codes by email

  mutating func startCode(_ request: Request) throws(Refusal) -> HTTPResponse {
    let (token, _) = try challenge(of: request, "oauth-email-link")
    verifications = verifications.filter { $0.value.challengeToken != token }
    let verification = secret("verification-s3cret-\(next())")
    verifications[verification] = Verification(challengeToken: token)
    var response = try sendCode(verification)
    response.headers["X-Verification-Token"] = verification
    return response
  }

  mutating func sendCode(_ token: String?) throws(Refusal) -> HTTPResponse {
    guard let token, var verification = verifications[token],
      let challenge = challenges[verification.challengeToken], challenge.expiresAt > time
    else { throw Refusal("invalid_verification_token") }
    guard verification.emails < 4 else { throw Refusal("rate_limited") }
    let code = secret(String(73_610_000 + next()))
    verification.code = code
    verification.emails += 1
    verifications[token] = verification
    emails.append((challenge.user.email ?? "", code))
    return HTTPResponse(status: 204)
  }

  mutating func checkCode(_ request: Request) throws(Refusal) -> HTTPResponse {
    guard let token = request.http.headers["X-Verification-Token"],
      var verification = verifications[token], let expected = verification.code,
      let challenge = challenges[verification.challengeToken], challenge.expiresAt > time
    else { throw Refusal("invalid_verification_token") }
    guard verification.checks < 5 else { throw Refusal("rate_limited") }
    let isRight = request.body["code"] == expected
    verification.checks += 1
    if isRight { verification.code = nil }
    verifications[token] = verification
    guard isRight else { throw Refusal("bad_check_code") }
    challenges[verification.challengeToken]?.isUsed = true
    let next = challengeToken(of: challenge.user, challenge.codeChallenge, "session-start")
    return Self.json(#"{"challenge_token": "\#(next)"}"#)
  }

  // MARK: Sessions

  mutating func tokens(of index: Int) -> HTTPResponse {
    let session = sessions[index]
    let refreshToken = secret("refresh-s3cret-\(next())")
    let accessToken = secret(
      Self.jwt(
        #"{"jti": \#(next()), "sub": "\#(session.user.id)", "cnf": {"jkt": "\#(session.key)"}}"#))
    sessions[index].refreshToken = refreshToken
    owners[refreshToken] = index
    owners[accessToken] = index
    let expiry = (time + 600).ISO8601Format()
    var response = Self.json(#"{"access_token": "\#(accessToken)", "expires_at": "\#(expiry)"}"#)
    response.headers["X-Refresh-Token"] = refreshToken
    response.headers["X-Refresh-Token-Expires-At"] = (time + 86_400).ISO8601Format()
    return response
  }

  func session(of request: Request, _ key: String) throws(Refusal) -> Int {
    let token = request.http.headers["X-Refresh-Token"] ?? ""
    guard let index = owners[token], !sessions[index].isOver else { throw Refusal("unauthorized") }
    guard sessions[index].key == key else { throw Refusal("dpop_key_mismatch") }
    guard sessions[index].refreshToken == token else { throw Refusal("token_reused") }
    return index
  }

  /// Stands in for an app's own API: it accepts an access token only with a proof by its key (RFC 9449,
  /// section 7).
  mutating func userInfo(_ request: Request) throws(Refusal) -> HTTPResponse {
    let parts = (request.http.headers["Authorization"] ?? "").split(separator: " ")
    guard parts.first == "DPoP", let token = parts.last.map(String.init), let index = owners[token],
      try key(of: request.http, accessToken: token) == sessions[index].key
    else { throw Refusal("unauthorized") }
    let user = sessions[index].user
    return Self.json(#"{"sub": "\#(user.id)", "email": "\#(user.email ?? "")"}"#)
  }

  /// Returns the thumbprint of the key of a request's proof (RFC 9449, section 4.3).
  mutating func key(
    of request: HTTPRequest, accessToken: String? = nil
  ) throws(Refusal) -> String {
    guard let header = request.headers["DPoP"] else { throw Refusal("missing_dpop_proof") }
    let hash = accessToken.map { Base64URL.encode(sha256(Array($0.utf8))) }
    guard let proof = OpenedProof(header, verifiesSignature: verifiesSignatures),
      proof.header["typ"]?.string == "dpop+jwt", proof.header["alg"]?.string == "ES256",
      proof.header["jwk"]?["d"] == nil,
      proof.claims["htm"]?.string == request.method.rawValue,
      proof.claims["htu"]?.string == request.url.absoluteString,
      proof.claims["ath"]?.string == hash,
      let issued = proof.claims["iat"]?.integer,
      abs(Double(issued) - time.timeIntervalSince1970) <= 60,
      let id = proof.claims["jti"]?.string, proofs.insert(id).inserted
    else { throw Refusal("invalid_dpop_proof") }
    guard !requiresNonce || nonces.contains(proof.claims["nonce"]?.string ?? "") else {
      throw Refusal("use_dpop_nonce")
    }
    return proof.key.thumbprint
  }
}
