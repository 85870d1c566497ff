// A service's response to an operation's data, or to the error that it tells of.

import Foundation

nonisolated extension HTTPResponse {
  /// - Throws: the error that the body tells of, or what is wrong with the response.
  func data<Data: ResponseDecodable>(
    of operation: any ConnectedOperation.Type, now: Date
  ) throws(RequestError.Reason.Failure) -> Data {
    guard operation.successStatuses.contains(where: { $0.contains(status) }) else {
      throw .init(failure(operation, now: now))
    }
    do {
      return try JSONDecoder().decode(Data.self, from: try annotatedBody())
    } catch {
      // A status of failure counts as success for the sake of some bodies, of which this is none.
      if status >= 400, case .service(let failure) = failure(operation, now: now) {
        throw .init(.service(failure))
      }
      guard body.isEmpty || isJSON else { throw .init(.httpStatus(httpFailure(now: now))) }
      throw .init(.decoding(ResponseDecodingError(error)))
    }
  }

  private func failure(
    _ operation: any ConnectedOperation.Type, now: Date
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

  /// The body as an object that also says the response's status and headers, under a key that
  /// services do not use. A body that is no object stands under a key of its own.
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
    // Alone first: what is put between braces could bring some of its own.
    _ = try JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
    return result + Data(#","$":"#.utf8) + body + Data("}".utf8)
  }

  /// Where the body's brace is, if it is an object.
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

/// An error on its way through a decoder, which is told how to read it.
nonisolated private struct ReadError: Decodable {
  nonisolated struct Reader: Sendable {
    let read: @Sendable (ResponseFields) throws -> (any ServiceError)?
  }

  // The name is made of letters, so that it is a key.
  static let key = CodingUserInfoKey(rawValue: "serviceError")

  let error: (any ServiceError)?

  init(from decoder: any Decoder) throws {
    let reader = Self.key.flatMap { decoder.userInfo[$0] as? Reader }
    error = try reader?.read(ResponseFields(decoder))
  }
}

/// What of a response is not in its body.
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
