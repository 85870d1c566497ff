// Complete responses with @defer and @stream.

public import AuthGenRuntime
import Foundation

nonisolated extension ResponseFormat {
  /// The format of operations with `@defer` and `@stream`.
  public static let incremental = ResponseFormat(accept: IncrementalResult.accept) {
    response throws(RequestError.Reason.Failure) in
    guard (200..<300).contains(response.status), BodyReader.reads(response.headers) else {
      return response
    }
    do throws(StreamFailure) {
      return try IncrementalResult.response(from: response)
    } catch {
      throw RequestError.Reason.Failure(error.requestReason)
    }
  }
}

nonisolated extension IncrementalResult {
  /// The draft's form first: it sends no field twice.
  static let mediaTypes = [
    "multipart/mixed;incrementalSpec=v0.2", "multipart/mixed;deferSpec=20220824",
  ]
  static let accept =
    mediaTypes.joined(separator: ", ")
    + ", application/graphql-response+json, application/json;q=0.9, text/event-stream;q=0.8"

  fileprivate static func response(
    from response: HTTPResponse
  ) throws(StreamFailure) -> HTTPResponse {
    guard
      var reader = BodyReader(response.headers, .results, limit: response.body.count)
    else { throw .permanent(.invalidMessage) }
    // Each part is limited, and so is the whole body.
    var result = IncrementalResult(limit: response.body.count)
    for message in try reader.messages(response.body) where result.hasNext {
      switch message {
      case .response(let part, _): try result.add(part)
      case .failed(let failure): throw failure
      default: break
      }
    }
    guard !result.hasNext else { throw .connectionLost }
    var headers = response.headers
    headers["Content-Type"] = "application/graphql-response+json"
    return HTTPResponse(status: response.status, headers: headers, body: result.json)
  }
}

nonisolated extension StreamFailure {
  /// The reason why a call failed.
  fileprivate var requestReason: RequestError.Reason {
    switch self {
    case .refused(.request(let reason), _), .temporary(.request(let reason), _),
      .permanent(.request(let reason)):
      reason
    default: .decoding(ResponseDecodingError(.invalidJSON, path: []))
    }
  }
}
