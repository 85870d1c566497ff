// What a successful login leaves behind.

import AuthGenRuntime
import AuthGenSessions
import HorizonAPI

/// A customer's session with Horizon: the token for later requests, and whose it is.
public struct CustomerSession: StoredSession {
  public let token: Secret
  /// Nil where the server could not tell: it answers with a token all the same.
  public let customer: Customer?

  /// The customer, as they were when the session began.
  public struct Customer: Codable, Hashable, Sendable {
    public let id: String
    public let email: String?
    public let fullName: String?

    public init(id: String, email: String? = nil, fullName: String? = nil) {
      self.id = id
      self.email = email
      self.fullName = fullName
    }
  }

  public init(token: Secret, customer: Customer?) {
    self.token = token
    self.customer = customer
  }

  /// `Authorization: Opaque <token>`.
  public var credential: Credential { Credential(scheme: "Opaque", token: token) }
}

extension CustomerSession {
  /// Horizon says with each response whether the credential is valid; see
  /// ``HorizonExtensions/endsSession``.
  public static func isEnded(by answer: CredentialAnswer) -> Bool {
    HorizonExtensions(answer.extensions).endsSession
  }

  /// The session that a login began, or nil where it has no token.
  init?(_ outcome: AuthenticationOutcome) {
    guard let token = outcome.token, !token.isEmpty else { return nil }
    self.init(
      token: token,
      customer: outcome.customer.map {
        Customer(id: $0.id, email: $0.email, fullName: $0.fullName)
      })
  }
}
