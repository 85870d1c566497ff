// What a response says about its tokens, apart from its data.

public import AuthGenRuntime
public import Foundation

/// The HTTP part of a response with tokens: a token in a header field, and the expiry by the device's
/// clock. Generated code uses it.
///
/// The server's `Date` header field (RFC 9110, section 6.6.1) corrects the device's clock: a token
/// that the server issues for an hour is used for an hour, even if the clock is wrong.
nonisolated public struct TokenResponse: Sendable {
  private let headers: HTTPHeaders
  private let receivedAt: Date
  /// How far the device's clock is ahead of the server's, in seconds.
  package let clockLead: TimeInterval

  /// - Parameters:
  ///   - headers: the header fields of the response.
  ///   - receivedAt: the time at which it arrived, by the device's clock.
  public init(headers: HTTPHeaders, receivedAt: Date) {
    self.headers = headers
    self.receivedAt = receivedAt
    clockLead = headers.serverTime.map(receivedAt.timeIntervalSince) ?? 0
  }

  /// The token in a header field; nil if the field is missing or empty.
  public func token(inHeader name: String) -> Secret? {
    headers[name].flatMap { $0.isEmpty ? nil : Secret($0) }
  }

  /// The token in a cookie that the response sets (RFC 6265, section 5.3). If several cookies have the name,
  /// the last one counts. Nil if no cookie has the name, if its value is empty, or if the response removes
  /// it.
  ///
  /// Foundation joins several `Set-Cookie` fields with commas. A comma in the value of another cookie must
  /// not set this one, so a cookie begins only after an attribute of the cookie before, such as `Path=/`.
  public func token(inCookie name: String) -> Secret? {
    var token: Secret?
    for cookie in setCookies where cookie[0].name.hasSameBytes(as: name) {
      let value = cookie[0].value
      let isQuoted = value.utf8.count > 1 && value.isQuoted && value.utf8.last == UInt8(ascii: "\"")
      let text = isQuoted ? String(value.dropFirst().dropLast()) : value
      token = text.isEmpty || isExpired(cookie) ? nil : Secret(text)
    }
    return token
  }

  private typealias Attribute = (name: String, value: String)

  /// The cookies, with the pair of each first. A value ends at a comma, which it cannot contain (RFC 6265,
  /// section 4.1.1), except within quotes.
  private var setCookies: [[Attribute]] {
    var texts: [String] = []
    var hasAttribute = false
    for part in headers["Set-Cookie"]?.parts(",") ?? [] {
      let name = String(part.prefix { $0 != "=" && $0 != ";" }).trimmingCharacters(in: .whitespaces)
      // The comma of a date begins no cookie.
      let isPair = name.isHTTPToken && part.contains("=")
      if texts.isEmpty || isPair && hasAttribute {
        texts.append(String(part))
        hasAttribute = false
      } else {
        texts[texts.count - 1] += "," + String(part)
      }
      hasAttribute = hasAttribute || part.contains(";")
    }
    return texts.map { text in
      text.parts(";").enumerated().map { index, attribute in
        let parts = String(attribute).parts("=", maximum: 2)
          .map { String($0).trimmingCharacters(in: .whitespaces) }
        let value = parts.count > 1 ? parts[1] : ""
        return (
          parts[0],
          index > 0 || value.isQuoted ? value : String(value.unicodeScalars.prefix { $0 != "," })
        )
      }
    }
  }

  private func isExpired(_ cookie: [Attribute]) -> Bool {
    func value(_ name: String) -> String? {
      cookie.dropFirst().last { $0.name.lowercased().hasSameBytes(as: name) }?.value
    }
    if let seconds = value("max-age").flatMap(Int.init) { return seconds <= 0 }
    guard let end = value("expires").flatMap({ Date(httpDate: $0) }) else { return false }
    return end <= receivedAt.addingTimeInterval(-clockLead)
  }

  /// The expiry in the claim `exp` of a JWT (RFC 7519, section 4.1.4). Nil if the token is no JWT, or
  /// has no such claim. The signature is not verified, because the token comes from the server itself.
  public func expiry(ofClaimIn token: Secret) -> Date? {
    let seconds: Double
    switch JSONWebToken(token)?.claims?["exp"] {
    case .integer(let number): seconds = Double(number)
    case .number(let number): seconds = number.double
    default: return nil
    }
    return local(Date(timeIntervalSince1970: seconds))
  }

  /// The expiry at a time of the server.
  public func expiry(at time: DateTime?) -> Date? { time.map { local($0.date) } }

  /// The expiry at a time of the server, as text (RFC 3339). Nil if the text has another form.
  public func expiry(at time: String?) -> Date? { expiry(at: time.flatMap { DateTime($0) }) }

  /// The expiry some seconds after the response.
  public func expiry(afterSeconds seconds: Double?) -> Date? {
    seconds.map { receivedAt.addingTimeInterval($0) }
  }

  /// The expiry some seconds after the response.
  public func expiry(afterSeconds seconds: Int?) -> Date? {
    expiry(afterSeconds: seconds.map(Double.init))
  }

  /// The expiry some milliseconds after the response.
  public func expiry(afterMilliseconds milliseconds: Double?) -> Date? {
    expiry(afterSeconds: milliseconds.map { $0 / 1_000 })
  }

  /// The expiry some milliseconds after the response.
  public func expiry(afterMilliseconds milliseconds: Int?) -> Date? {
    expiry(afterMilliseconds: milliseconds.map(Double.init))
  }

  private func local(_ date: Date) -> Date { date.addingTimeInterval(clockLead) }
}

nonisolated extension String {
  /// Whether the text begins with a quotation mark.
  fileprivate var isQuoted: Bool { utf8.first == UInt8(ascii: "\"") }

  /// The parts between separators, also empty ones.
  fileprivate func parts(
    _ separator: Unicode.Scalar, maximum: Int = .max
  ) -> [Substring.UnicodeScalarView] {
    unicodeScalars.split(
      separator: separator, maxSplits: maximum - 1, omittingEmptySubsequences: false)
  }
}
