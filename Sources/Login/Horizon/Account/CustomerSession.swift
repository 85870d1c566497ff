// The session that a successful login creates.

public import AuthGenRuntime
public import AuthGenSessions
import HorizonAPI

/// A customer's session with Horizon: the token for later requests, and the customer.
public struct CustomerSession: StoredSession {
  public let token: Secret
  /// The customer; nil if the server sends a token without one.
  public let customer: Customer?

  /// The customer's data at the start of the session.
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

  public var userIdentity: String? { customer?.id }

  /// `Authorization: Opaque <token>`.
  public var credential: Credential { Credential(scheme: "Opaque", token: token) }
}

extension CustomerSession {
  /// The server sends flags, and `LOGGED_IN` is not among them.
  public static var refusals: [RefusalRule] { [.extensions("flags", lack: "LOGGED_IN")] }

  /// Whether both sessions are of one customer. Without a customer's data, they must be the same.
  func isOfCustomer(of other: CustomerSession) -> Bool {
    guard let id = customer?.id, let otherID = other.customer?.id else { return self == other }
    return id.hasSameBytes(as: otherID)
  }

  /// The session that a login created, or nil if it has no token.
  init?(_ outcome: AuthenticationOutcome) {
    guard let token = outcome.token, !token.isEmpty else { return nil }
    self.init(
      token: token,
      customer: outcome.customer.map {
        Customer(id: $0.id, email: $0.email, fullName: $0.fullName)
      })
  }
}
