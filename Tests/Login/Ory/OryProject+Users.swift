// What users do outside the app: they visit pages, receive codes, and set up second factors.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import Foundation

extension OryProject {
  /// Opens a provider's page, where the user has an account, or declines without one.
  ///
  /// - Returns: the URL to which Ory redirects the browser; nil if it shows an error.
  mutating func visit(_ page: URL, as account: OryAccount?) -> URL? {
    let state = URLComponents(url: page, resolvingAgainstBaseURL: true)?.queryItems?.first?.value
    guard page.host == "provider.example", let begun = atProvider.removeValue(forKey: state ?? "")
    else { return nil }
    var flow = begun.flow
    if now >= flows[flow].expiresAt {
      flows[flow].messages = [expired(flows[flow].kind)]
    } else if let account {
      flow = complete(flow, begun.provider, account)
    } else {
      flows[flow].messages = [4_000_001]
    }
    guard let code = flows[flow].halves?.returned, let returnTo = flows[flow].returnTo else {
      return nil
    }
    return URL(string: returnTo)?.adding([(name: "code", value: code)])
  }

  /// The ID token that a provider's SDK returns. The project verifies it by its text.
  mutating func idToken(of account: OryAccount) -> Secret {
    let claims = ["sub": account.subject, "nonce": account.nonce].compactMapValues { $0 }
    let parts = [#"{"alg":"RS256"}"#, OryFake.text(claims), secret("signature")]
    let token = parts.map { Base64URL.encode($0.utf8) }.joined(separator: ".")
    issued[token] = account
    return Secret(token)
  }

  /// Sets up the second factors of a session's user.
  mutating func setUpSecondFactors(of session: OrySession) -> (totp: Secret, recovery: Secret) {
    let codes = (secret("totp"), secret("lookup"))
    for found in sessions where found.token == session.token.reveal() {
      identities[found.identity].totpCode = codes.0
      identities[found.identity].recoveryCodes[codes.1] = false
    }
    return (Secret(codes.0), Secret(codes.1))
  }

  mutating func change(_ session: OrySession, _ body: (inout Session) -> Void) {
    for index in sessions.indices where sessions[index].token == session.token.reveal() {
      body(&sessions[index])
    }
  }
}
