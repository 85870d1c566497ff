// The `extensions` of Horizon's responses.

public import AuthGenRuntime

/// The `extensions` of a Horizon response. Members that are missing or malformed are nil or empty.
nonisolated public struct HorizonExtensions: Hashable, Sendable {
  /// The cost of a request and its limit.
  nonisolated public struct Weight: Decodable, Hashable, Sendable {
    public let weight: Int
    public let maximum: Int?

    private enum CodingKeys: String, CodingKey {
      case weight
      case maximum = "maxWeight"
    }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      weight = try container.decode(Int.self, forKey: .weight)
      maximum = try? container.decode(Int.self, forKey: .maximum)
    }
  }

  /// The server's flags for the caller; nil if it sends none.
  public var flags: [ResponseFlag]?
  public var weight: Weight?
  /// Identifies the request in support cases.
  public var ray: String?
  /// The rate limits that apply to the next calls.
  public var rateLimitersFiring: [RateLimit]

  public init(
    flags: [ResponseFlag]? = nil, weight: Weight? = nil, ray: String? = nil,
    rateLimitersFiring: [RateLimit] = []
  ) {
    self.flags = flags
    self.weight = weight
    self.ray = ray
    self.rateLimitersFiring = rateLimitersFiring
  }

  /// Reads the extensions of a response, of an error or of the server's refusal of a credential.
  public init(_ extensions: RedactedJSON) {
    self.init(
      flags: extensions.decoded(as: [ResponseFlag].self, at: "flags"),
      weight: extensions.decoded(as: Weight.self, at: "weight"), ray: extensions["ray"]?.string,
      rateLimitersFiring: extensions.decoded(as: [RateLimit].self, at: "rateLimitersFiring") ?? [])
  }
}

extension RequestError {
  /// Identifies the request in support cases; nil if the server sends no identifier.
  public var ray: String? { HorizonExtensions(extensions).ray }
}

extension ClientConfiguration {
  /// Sets Horizon's identifiers of a user and of a visit, for its statistics, in the headers
  /// `X-Chumewe-User` and `X-Chumewe-Session`.
  public mutating func setTracking(user: String?, session: String?) {
    headers["X-Chumewe-User"] = user
    headers["X-Chumewe-Session"] = session
  }
}

/// A flag that the server sends about the caller.
nonisolated public enum ResponseFlag: OpenEnum {
  /// The request's credential is valid.
  case loggedIn
  /// New accounts cannot be created now.
  case registrationUnavailable
  case unknown(String)

  public static var graphQLNames: [String] { ["LOGGED_IN", "REGISTRATION_UNAVAILABLE"] }

  public init(graphQLName: String) {
    switch ExactString(graphQLName) {
    case "LOGGED_IN": self = .loggedIn
    case "REGISTRATION_UNAVAILABLE": self = .registrationUnavailable
    default: self = .unknown(graphQLName)
    }
  }

  public var graphQLName: String {
    switch self {
    case .loggedIn: "LOGGED_IN"
    case .registrationUnavailable: "REGISTRATION_UNAVAILABLE"
    case .unknown(let name): name
    }
  }
}

nonisolated extension HorizonExtensions: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(RedactedJSON(try JSON(from: decoder)))
  }
}
