// Reads a service's response as the operation's data, or as the service's error.

import Foundation

nonisolated extension HTTPResponse {
  /// Decodes the operation's data.
  ///
  /// - Throws: the error in the body, or the reason why the response cannot be read.
  func data<Data: ResponseDecodable>(
    of operation: any ConnectorOperation.Type, now: Date
  ) throws(RequestError.Reason.Failure) -> Data {
    guard operation.successStatuses.contains(where: { $0.contains(status) }) else {
      throw .init(failure(operation, now: now))
    }
    do {
      return try JSONDecoder().decode(Data.self, from: try annotatedBody())
    } catch {
      // Some failure statuses count as success for certain bodies. This body is not one of them.
      if status >= 400, case .service(let failure) = failure(operation, now: now) {
        throw .init(.service(failure))
      }
      guard body.isEmpty || isJSON else { throw .init(.httpStatus(httpFailure(now: now))) }
      throw .init(.decoding(ResponseDecodingError(error)))
    }
  }

  private func failure(
    _ operation: any ConnectorOperation.Type, now: Date
  ) -> RequestError.Reason {
    let http = httpFailure(now: now)
    guard isJSON, objectStart != nil, let body = try? annotatedBody() else {
      return .httpStatus(http)
    }
    let decoder = JSONDecoder()
    if let key = ReadError.key {
      decoder.userInfo[key] = ReadError.Reader { try operation.serviceError($0) }
    }
    guard let error = try? decoder.decode(ReadError.self, from: body).error else {
      return .httpStatus(http)
    }
    let whole = try? decoder.decode(RedactedJSON.self, from: self.body)
    return .service(ServiceFailure(http: http, error: error, body: whole ?? RedactedJSON()))
  }

  /// The body as an object, with the response's status and headers added under the key `$response`.
  /// A body that is not an object goes under the key `$`.
  private func annotatedBody() throws -> Data {
    let annotation = try JSONEncoder().encode(Annotation(status: status, headers: headers))
    var result = Data(#"{"$response":"#.utf8)
    result.append(annotation)
    guard isJSON, !body.isEmpty else { return result + Data("}".utf8) }
    if let start = objectStart {
      let rest = body[(start + 1)...]
      if rest.first(where: { !$0.isJSONSpace }) != UInt8(ascii: "}") {
        result.append(UInt8(ascii: ","))
      }
      return result + rest
    }
    // Parse the body alone first: text that closes the braces could add members.
    _ = try JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
    return result + Data(#","$":"#.utf8) + body + Data("}".utf8)
  }

  /// The index of the body's opening brace, if the body is an object.
  private var objectStart: Data.Index? {
    body.firstIndex { !$0.isJSONSpace }.flatMap { body[$0] == UInt8(ascii: "{") ? $0 : nil }
  }

  private var isJSON: Bool {
    guard let mediaType else { return false }
    return mediaType == "application/json" || mediaType.hasSuffix("+json")
  }
}

nonisolated extension UInt8 {
  /// RFC 8259, section 2.
  fileprivate var isJSONSpace: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}

/// Decodes an error with a reader from the decoder's user information.
nonisolated private struct ReadError: Decodable {
  nonisolated struct Reader: Sendable {
    let read: @Sendable (ResponseFields) throws -> (any ServiceError)?
  }

  // The name consists of letters, so the key is valid.
  static let key = CodingUserInfoKey(rawValue: "serviceError")

  let error: (any ServiceError)?

  init(from decoder: any Decoder) throws {
    let reader = Self.key.flatMap { decoder.userInfo[$0] as? Reader }
    error = try reader?.read(ResponseFields(decoder))
  }
}

/// The parts of a response outside its body.
nonisolated private struct Annotation: Encodable {
  let status: Int
  let headers: HTTPHeaders

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(status, forKey: FieldName("status"))
    var fields = container.nestedContainer(keyedBy: FieldName.self, forKey: FieldName("headers"))
    for name in headers.names { try fields.encode(headers[name], forKey: FieldName(name)) }
  }
}
