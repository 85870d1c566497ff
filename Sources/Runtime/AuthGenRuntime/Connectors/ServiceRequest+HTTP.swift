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
      return BuiltRequest(http: http, hasSecrets: request.hasSecrets)
    }
    if let encoding = configuration.bodyEncoding {
      http.headers["Content-Type"] = encoding.mediaType
    } else if http.headers["Content-Type"] == nil {
      http.headers["Content-Type"] = BodyEncoding.json.mediaType
    }
    do {
      let json = JSONWriter()
      try json.write(self)
      guard json.separateValues.isEmpty else { throw RequestError.NotSent.invalidVariables }
      let isForm = http.headers.mediaType == BodyEncoding.form.mediaType
      http.body = isForm ? try FormBody.data(fromJSON: json.data) : json.data
      return BuiltRequest(http: http, hasSecrets: request.hasSecrets || json.hasSeenSecret)
    } catch {
      throw .invalidVariables
    }
  }
}

/// The encoding of the bodies of operations with a connector.
nonisolated public enum BodyEncoding: Hashable, Sendable {
  /// `application/json`
  case json
  /// `application/x-www-form-urlencoded`, for bodies without nested objects and lists.
  case form

  var mediaType: String {
    switch self {
    case .json: "application/json"
    case .form: "application/x-www-form-urlencoded"
    }
  }
}

/// A body of names and values, as in web forms.
/// https://url.spec.whatwg.org/#application/x-www-form-urlencoded
nonisolated enum FormBody {
  /// Encodes the members, sorted by name. Null members are left out.
  ///
  /// - Throws: an error if a member is an object or a list.
  static func data(fromJSON json: Data) throws -> Data {
    guard case .object(let members) = JSON(json) else { throw NotForm() }
    let parameters = try members.sorted { $0.key < $1.key }.compactMap { name, value in
      try text(value).map { (name: name, value: $0) }
    }
    return Data(parameters.formEncoded.utf8)
  }

  private static func text(_ value: JSON) throws -> String? {
    switch value {
    case .array, .object: throw NotForm()
    default: value.scalarText
    }
  }

  nonisolated private struct NotForm: Error {}
}
