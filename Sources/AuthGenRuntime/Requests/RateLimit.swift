// Rate limits, and the captchas that lift them.

/// A limit that a server has put on calls, as Horizon says it.
nonisolated public struct RateLimit: Hashable, Sendable {
  /// Which calls count together, such as `AUTHENTICATION`.
  public let bucket: String?
  /// The captchas that lift it. Solve one, and call again with ``CallOptions/captcha``.
  public let captchas: [CaptchaOffer]

  public init(bucket: String?, captchas: [CaptchaOffer] = []) {
    self.bucket = bucket
    self.captchas = captchas
  }
}

/// A captcha that lifts a limit.
nonisolated public struct CaptchaOffer: Hashable, Sendable {
  /// Which kind: `V2_VISIBLE` and `V2_INVISIBLE` have been seen.
  public let type: String
  public let siteKey: String?

  public init(type: String, siteKey: String?) {
    self.type = type
    self.siteKey = siteKey
  }
}

/// The answer to a captcha: headers `X-Captcha-Type` and `X-Captcha-Response`.
nonisolated public struct CaptchaResponse: Hashable, Sendable {
  public let type: String
  public let response: Secret

  public init(type: String, response: Secret) {
    self.type = type
    self.response = response
  }
}

nonisolated extension RateLimit: ResponseDecodable {
  public init(fields: ResponseFields) throws {
    bucket = try fields.optionalString("rateLimitingBucket")
    captchas = try fields.optionalObjects("captchaBypassAvailable") ?? []
  }
}

nonisolated extension CaptchaOffer: ResponseDecodable {
  public init(fields: ResponseFields) throws {
    type = try fields.string("type")
    siteKey = try fields.optionalString("siteKey")
  }
}
