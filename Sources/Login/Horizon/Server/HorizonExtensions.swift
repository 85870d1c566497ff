// What Horizon's responses say beside data and errors.

import AuthGenRuntime

/// The `extensions` of a response of Horizon's. Members that are missing or have another form are left
/// out.
nonisolated public struct HorizonExtensions: Hashable, Sendable {
  /// What a request cost of what it may cost.
  nonisolated public struct Weight: Hashable, Sendable {
    public let weight: Int
    public let maximum: Int?
  }

  /// What the server says of the caller; nil where it says nothing.
  public var flags: [ResponseFlag]?
  public var weight: Weight?
  /// Identifies the request in support cases.
  public var ray: String?
  /// Limits that the next calls will meet.
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

  /// Reads them from a response, an error, or an answer.
  public init(_ extensions: RedactedJSON) {
    self = extensions.decoded(as: Self.self) ?? Self()
  }

  /// Whether the session of the request's credential is over: the server names flags, and
  /// `LOGGED_IN` is not among them.
  public var endsSession: Bool { flags.map { !$0.contains(.loggedIn) } ?? false }
}

extension RequestError {
  /// Identifies the request in support cases, if the server says so.
  public var ray: String? { HorizonExtensions(extensions).ray }
}

extension ClientConfiguration {
  /// Sets Horizon's identifiers of a user and of a visit, for its statistics: headers
  /// `X-Chumewe-User` and `X-Chumewe-Session`.
  public mutating func setTracking(user: String?, session: String?) {
    headers["X-Chumewe-User"] = user
    headers["X-Chumewe-Session"] = session
  }
}

/// Something that a server says of the caller.
nonisolated public enum ResponseFlag: OpenEnum {
  /// The credential that was sent is valid.
  case loggedIn
  /// New accounts cannot be made now.
  case registrationUnavailable
  case unknown(String)

  public static var graphQLNames: [String] { ["LOGGED_IN", "REGISTRATION_UNAVAILABLE"] }

  public init(graphQLName: String) {
    switch graphQLName {
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

nonisolated extension HorizonExtensions: ResponseDecodable {
  public init(fields: ResponseFields) throws {
    flags = try? fields.optionalValue("flags")
    weight = try? fields.optionalObject("weight")
    ray = try? fields.optionalString("ray")
    rateLimitersFiring = (try? fields.optionalObjects("rateLimitersFiring")) ?? []
  }
}

nonisolated extension HorizonExtensions.Weight: ResponseDecodable {
  public init(fields: ResponseFields) throws {
    weight = try fields.int("weight")
    maximum = try fields.optionalInt("maxWeight")
  }
}
