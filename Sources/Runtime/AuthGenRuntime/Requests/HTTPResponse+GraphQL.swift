// Reads an HTTP response as a GraphQL response, or reports why it is unexpected.

package import Foundation

nonisolated extension HTTPResponse {
  /// Reads the body if it is a GraphQL response. It is one with GraphQL's own media type and any status, with
  /// JSON and status 2xx, or with JSON, another status and `errors`. The body decides whether it is JSON,
  /// because servers leave out the media type or state another one.
  ///
  /// https://graphql.github.io/graphql-over-http/draft/#sec-Processing-the-response
  ///
  /// - Parameter variables: the operation's Boolean variables.
  func graphQLResponse<Data: ResponseObject>(
    variables: [String: Bool], now: Date
  ) throws(RequestError.Reason.Failure) -> GraphQLResponse<Data> {
    if mediaType == "application/graphql-response+json" { return try decode(variables, now) }
    guard holdsJSON else { throw .init(.httpStatus(httpFailure(now: now))) }
    if (200..<300).contains(status) { return try decode(variables, now) }
    let response: GraphQLResponse<Data>? = try? decode(variables, now)
    if let response, !response.errors.isEmpty { return response }
    throw .init(.httpStatus(httpFailure(now: now)))
  }

  private func decode<Data: ResponseObject>(
    _ variables: [String: Bool], _ now: Date
  ) throws(RequestError.Reason.Failure) -> GraphQLResponse<Data> {
    do throws(ResponseDecodingError) {
      var response = try GraphQLResponse<Data>(json: body, variables: variables)
      response.headers = headers
      response.httpStatus = status
      response.retryAfter = retryAfter(now: now)
      response.bodySize = body.count
      return response
    } catch {
      throw .init(.decoding(error))
    }
  }

  /// Whether the body is JSON: if the media type says so, or if the body is an object or a list. A refusal or
  /// failure in HTML or XML is from a server in front of the API, whose JSON must not end a session.
  var holdsJSON: Bool {
    if mediaType?.isJSONType == true { return true }
    if status >= 400, let mediaType, mediaType.hasSuffix("html") || mediaType.hasSuffix("xml") {
      return false
    }
    return switch JSON(body) {
    case .object, .array: true
    default: false
    }
  }

  /// The wait that the server asks for. A date counts from the server's own `Date`.
  func retryAfter(now: Date) -> Duration? {
    headers[ascii: "Retry-After"].flatMap {
      Duration(retryAfter: $0, now: headers.serverTime ?? now)
    }
  }

  /// The description of an unexpected response.
  func httpFailure(now: Date) -> HTTPFailure {
    HTTPFailure(
      status: status, mediaType: mediaType, bodySize: body.count,
      retryAfter: retryAfter(now: now))
  }
}

nonisolated extension String {
  /// Whether the text is a media type of JSON.
  var isJSONType: Bool {
    ["application/json", "text/json"].contains(self) || hasSuffix("+json")
  }
}

nonisolated extension RequestError.Reason {
  /// A reason, before the operation's name is added to it.
  nonisolated package struct Failure: Error {
    let reason: RequestError.Reason

    package init(_ reason: RequestError.Reason) {
      self.reason = reason
    }
  }
}

nonisolated extension Duration {
  /// Reads a `Retry-After` header: seconds, or a date (RFC 9110, section 10.2.3).
  init?(retryAfter text: String, now: Date) {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let seconds = Int64(text) {
      guard (0...Int64(Int32.max)).contains(seconds) else { return nil }
      self = .seconds(seconds)
    } else if let date = Date(httpDate: text) {
      self = .seconds(max(0, min(date.timeIntervalSince(now), Double(Int32.max))))
    } else {
      return nil
    }
  }
}

nonisolated extension Date {
  /// Reads a date of an HTTP header field (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, and the
  /// obsolete forms `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
  package init?(httpDate text: String) {
    let words = text.split { " ,-".contains($0) }.map(String.init)
    let date: (day: String, month: String, year: String, time: String)
    switch words.count {
    case 6 where words[5] == "GMT": date = (words[1], words[2], words[3], words[4])
    case 5: date = (words[2], words[1], words[4], words[3])
    default: return nil
    }
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let time = date.time.split(separator: ":").compactMap { Int($0) }
    guard let day = Int(date.day), let month = months.firstIndex(of: date.month), time.count == 3,
      let year = Int(date.year).map({ date.year.count == 2 ? $0 + ($0 < 70 ? 2_000 : 1_900) : $0 })
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let components = DateComponents(
      year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2])
    guard components.isValidDate(in: calendar), let date = calendar.date(from: components) else {
      return nil
    }
    self = date
  }
}
