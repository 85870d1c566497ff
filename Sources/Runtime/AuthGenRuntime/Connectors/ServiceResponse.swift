// Reads a service's response as the operation's data, or as the service's error.

import Foundation

nonisolated extension HTTPResponse {
  /// Decodes the operation's data.
  ///
  /// - Returns: the data, and the lenient fields that could not be read.
  /// - Throws: the error in the body, or the reason why the response cannot be read.
  func data<Data: ResponseObject>(
    for operation: any ConnectorOperation, now: Date
  ) throws(RequestError.Reason.Failure) -> (data: Data, unreadable: [ResponseDecodingError]) {
    let type = type(of: operation)
    guard type.successStatuses.contains(where: { $0.contains(status) }) else {
      throw .init(failure(type, now: now))
    }
    do throws(ResponseDecodingError) {
      return try read(wholeBody: type.readsBody) { reader throws(ResponseDecodingError) in
        reader.variables = operation.conditionVariables
        let data: Data = try reader.document()
        return (data, reader.unreadable)
      }
    } catch {
      // Some failure statuses count as success for certain bodies. This body is not one of them.
      if status >= 400, case .service(let failure) = failure(type, now: now) {
        throw .init(.service(failure))
      }
      guard body.isEmpty || holdsJSON else { throw .init(.httpStatus(httpFailure(now: now))) }
      throw .init(.decoding(error))
    }
  }

  private func failure(
    _ operation: any ConnectorOperation.Type, now: Date
  ) -> RequestError.Reason {
    let http = httpFailure(now: now)
    guard holdsJSON, let whole = JSON(body), case .object = whole else { return .httpStatus(http) }
    let error = try? read(wholeBody: true) { reader throws(ResponseDecodingError) in
      try reader.inObject { operation.serviceError(&$0) }
    }
    guard let error = error ?? nil else { return .httpStatus(http) }
    return .service(
      ServiceFailure(http: http, error: error, body: RedactedJSON(whole)))
  }

  /// Reads the annotated body.
  private func read<Value>(
    wholeBody: Bool,
    _ read: (inout FieldReader) throws(ResponseDecodingError) -> Value
  ) throws(ResponseDecodingError) -> Value {
    guard let body = try? annotatedBody(wholeBody: wholeBody) else {
      throw ResponseDecodingError(.invalidJSON, path: [])
    }
    return try body.readJSON { (json: consuming JSONReader) throws(ResponseDecodingError) in
      var reader = FieldReader(json)
      return try read(&reader)
    }
  }

  /// The body as an object, with the response's status and headers added under the key `$response`.
  ///
  /// - Parameter wholeBody: whether an object also goes under the key `$`. Any other body always does.
  private func annotatedBody(wholeBody: Bool) throws -> Data {
    let values = headers.names.reduce(into: JSON.Object()) {
      $0[$1] = headers[$1].map(JSON.string)
    }
    let annotation = JSON.object(["status": .integer(status), "headers": .object(values)])
    var result = Data(#"{"$response":"#.utf8)
    result.append(annotation.data)
    guard holdsJSON, !body.isEmpty else { return result + Data("}".utf8) }
    let body = self.body.withoutByteOrderMark
    let start = body.firstIndex { !$0.isJSONSpace }
    let isObject = start.map { body[$0] == UInt8(ascii: "{") } ?? false
    if !isObject || wholeBody {
      // Parse the body alone first: text that closes the braces could add members.
      guard JSON(body) != nil else { throw ResponseDecodingError(.invalidJSON, path: []) }
      result += Data(#","$":"#.utf8) + body
    }
    guard isObject, let start else { return result + Data("}".utf8) }
    let rest = body[(start + 1)...]
    if rest.first(where: { !$0.isJSONSpace }) != UInt8(ascii: "}") {
      result.append(UInt8(ascii: ","))
    }
    return result + rest
  }
}

nonisolated extension Data {
  /// The text without a byte order mark, which RFC 8259, section 8.1, lets a reader ignore.
  fileprivate var withoutByteOrderMark: Data {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self
  }
}
