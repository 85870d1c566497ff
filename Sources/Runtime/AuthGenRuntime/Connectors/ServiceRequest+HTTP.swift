// An operation with a connector as an HTTP request.

import Foundation

nonisolated extension ConnectorOperation {
  /// Builds the operation's HTTP request.
  ///
  /// - Throws: the reason why the request cannot be built.
  func httpRequest(
    _ configuration: ClientConfiguration
  ) throws(RequestError.NotSent) -> BuiltRequest {
    let request = self.request
    var http = HTTPRequest(
      method: request.method, url: try request.url(at: configuration.endpoint),
      headers: ["Accept": "application/json"])
    for (name, value) in request.headers {
      if let value = try value.text() { http.headers[name] = value }
    }
    guard request.hasBody else {
      http.headers["Content-Type"] = nil
      return BuiltRequest(
        http: http, hasSecrets: request.hasSecrets, hasSecretsOutsideBody: request.hasSecrets)
    }
    if let encoding = configuration.bodyEncoding {
      http.headers["Content-Type"] = encoding.rawValue
    } else if http.headers["Content-Type"] == nil {
      http.headers["Content-Type"] = BodyEncoding.json.rawValue
    }
    do {
      let json = JSONWriter()
      try json.write(self)
      let isForm = http.headers.mediaType == BodyEncoding.form.rawValue
      guard json.separateValues.isEmpty,
        let body = isForm ? JSON(json.data)?.formBody : json.data
      else { throw RequestError.NotSent.invalidVariables }
      http.body = body
      return BuiltRequest(
        http: http, hasSecrets: request.hasSecrets || json.hasSeenSecret,
        hasSecretsOutsideBody: request.hasSecrets)
    } catch {
      throw .invalidVariables
    }
  }
}

/// The encoding of the bodies of operations with a connector, as a media type.
nonisolated public enum BodyEncoding: String, Sendable {
  case json = "application/json"
  /// For bodies without nested objects and lists.
  case form = "application/x-www-form-urlencoded"
}

nonisolated extension JSON {
  /// The members of an object as the body of a form, sorted by name and without null members; nil if a member
  /// is an object or a list.
  /// https://url.spec.whatwg.org/#application/x-www-form-urlencoded
  fileprivate var formBody: Data? {
    guard case .object(let members) = self else { return nil }
    var parameters: [(name: String, value: String)] = []
    for (name, value) in members.sorted(by: { $0.key < $1.key }) where value != .null {
      guard let text = value.scalarText else { return nil }
      parameters.append((name.text, text))
    }
    return Data(parameters.formEncoded.utf8)
  }
}
