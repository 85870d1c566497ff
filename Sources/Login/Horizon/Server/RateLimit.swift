// Rate limits, and the captchas that lift them.

public import AuthGenRuntime

/// A rate limit: the server has received too many calls of one kind.
nonisolated public struct RateLimit: Hashable, Sendable {
  /// The group of calls that count together, such as `AUTHENTICATION`.
  public let bucket: String?
  /// The captchas that lift the limit. Solve one, and repeat the call with its response.
  public let captchas: [CaptchaOffer]

  public init(bucket: String?, captchas: [CaptchaOffer] = []) {
    self.bucket = bucket
    self.captchas = captchas
  }
}

/// A captcha that lifts a rate limit.
nonisolated public struct CaptchaOffer: Decodable, Hashable, Sendable {
  /// The kind of captcha. Known values: `V2_VISIBLE` and `V2_INVISIBLE`.
  public let type: String
  public let siteKey: String?

  public init(type: String, siteKey: String?) {
    self.type = type
    self.siteKey = siteKey
  }

  private enum CodingKeys: String, CodingKey { case type, siteKey }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    type = try container.decode(String.self, forKey: .type)
    siteKey = try? container.decode(String.self, forKey: .siteKey)
  }
}

/// The response to a captcha, sent in the headers `X-Captcha-Type` and `X-Captcha-Response`.
nonisolated public struct CaptchaResponse: Hashable, Sendable {
  public let type: String
  public let response: Secret

  public init(type: String, response: Secret) {
    self.type = type
    self.response = response
  }
}

extension CallOptions {
  /// Creates options for a call with the response to a captcha.
  public init(captcha: CaptchaResponse?, timeout: Duration? = nil) {
    self.init(timeout: timeout)
    headers["X-Captcha-Type"] = captcha?.type
    headers["X-Captcha-Response"] = captcha?.response.reveal()
  }
}

extension GraphQLError {
  /// The rate limit that the field exceeded; nil if it failed for another reason.
  public var rateLimit: RateLimit? {
    guard extensions["rateLimited"]?.boolean == true else { return nil }
    return extensions.decoded(as: RateLimit.self) ?? RateLimit(bucket: nil)
  }
}

extension RequestError {
  /// The rate limit that the call exceeded; nil if it failed for another reason.
  public var rateLimit: RateLimit? {
    guard case .graphQL(let errors) = reason else { return nil }
    return errors.lazy.compactMap(\.rateLimit).first
  }
}

nonisolated extension RateLimit: Decodable {
  private enum CodingKeys: String, CodingKey {
    case bucket = "rateLimitingBucket"
    case captchas = "captchaBypassAvailable"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    bucket = try? container.decode(String.self, forKey: .bucket)
    captchas = try container.decodeIfPresent([CaptchaOffer].self, forKey: .captchas) ?? []
  }
}
