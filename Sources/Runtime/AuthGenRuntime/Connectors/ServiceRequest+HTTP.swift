// A connected operation as an HTTP request.

import Foundation

nonisolated extension ConnectedOperation {
  /// - Throws: why there is no such request.
  func httpRequest(
    _ configuration: ClientConfiguration
  ) throws(RequestError.NotSent) -> HTTPRequest {
    let request = self.request
    var http = HTTPRequest(
      method: request.method, url: try request.url(at: configuration.endpoint),
      headers: ["Accept": "application/json"])
    for (name, value) in request.headers {
      if let value = try value.text() { http.headers[name] = value }
    }
    guard request.hasBody else {
      http.headers["Content-Type"] = nil
      return http
    }
    if let encoding = configuration.bodyEncoding {
      http.headers["Content-Type"] = encoding.mediaType
    } else if http.headers["Content-Type"] == nil {
      http.headers["Content-Type"] = BodyEncoding.json.mediaType
    }
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let json = try encoder.encode(self)
      let isForm = http.headers.mediaType == BodyEncoding.form.mediaType
      http.body = isForm ? try FormBody.data(fromJSON: json) : json
    } catch {
      throw .invalidVariables
    }
    return http
  }
}

/// How the bodies of connected operations are written.
nonisolated public enum BodyEncoding: Hashable, Sendable {
  /// `application/json`
  case json
  /// `application/x-www-form-urlencoded`, for bodies without objects and lists inside.
  case form

  var mediaType: String {
    switch self {
    case .json: "application/json"
    case .form: "application/x-www-form-urlencoded"
    }
  }
}

/// A body of names and values, as forms in web pages have it.
/// https://url.spec.whatwg.org/#application/x-www-form-urlencoded
nonisolated enum FormBody {
  /// The members sorted by name; those that are null are left out.
  ///
  /// - Throws: where a member is an object or a list.
  static func data(fromJSON json: Data) throws -> Data {
    let members = try JSONDecoder().decode([String: ScalarText.Scalar].self, from: json)
    let pairs = members.sorted { $0.key < $1.key }.compactMap { name, value in
      value.text.map { "\(name.percentEncoded)=\($0.percentEncoded)" }
    }
    return Data(pairs.joined(separator: "&").utf8)
  }
}
