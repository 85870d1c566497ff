// A client whose uploads end in memory, and files on disk.

import AuthGenRuntime
import AuthGenTestSupport
import AuthGenUploads
import Foundation
import Testing
import UploadsFixture

/// Records requests with their whole bodies, and responds to each like a server that stores files.
final class UploadLog: Transport {
  struct Entry: Sendable {
    let request: HTTPRequest
    let body: String
  }

  private let recorded = Shared<[Entry]>([])
  private let status: @Sendable (HTTPRequest) -> Int

  /// - Parameter status: the status of the response to a request. Default: 200.
  init(status: @escaping @Sendable (HTTPRequest) -> Int = { _ in 200 }) {
    self.status = status
  }

  var entries: [Entry] { recorded.withLock { $0 } }
  var bodies: [String] { entries.map(\.body) }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    var body = request.body ?? Data()
    if let stream = request.bodyStream {
      do {
        body = try stream.content
      } catch {
        let error = error as? RequestBodyError ?? RequestBodyError(.missing, place: "\(error)")
        throw TransportError(.unreadableBody(HTTPBodyFailure(error)), wasSent: true)
      }
    }
    let entry = Entry(request: request, body: String(decoding: body, as: UTF8.self))
    recorded.withLock { $0.append(entry) }
    let status = status(request)
    return .json(status == 200 ? Self.responseBody : "refused", status: status)
  }

  /// The data of all operations of the fixture.
  static let responseBody = """
    {"data": {"count": 0, "sameFile": null, "storeFile": \(file), "storePrivateFile": \(file), \
    "storeFiles": [\(file)], "storeAlbum": [\(file)]}}
    """
  private static let file = #"{"name": "", "mediaType": "", "size": 0, "sha256": ""}"#

  func client(
    signer: (any RequestSigner)? = nil, interceptors: [any Interceptor] = [],
    _ configure: (inout ClientConfiguration) -> Void = { _ in }
  ) throws -> FilesClient<GraphQLClient> {
    FilesClient(try graphQL(signer: signer, interceptors: interceptors, configure))
  }

  func graphQL(
    signer: (any RequestSigner)? = nil, interceptors: [any Interceptor] = [],
    _ configure: (inout ClientConfiguration) -> Void = { _ in }
  ) throws -> GraphQLClient {
    try scriptedClient(self, interceptors: interceptors, signer: signer) {
      $0.retry = .never
      configure(&$0)
    }
  }
}

extension HTTPBodyStream {
  /// The whole body.
  var content: Data {
    get throws {
      let next = try reader()
      var content = Data()
      while let part = try next() { content += part }
      return content
    }
  }
}

extension HTTPRequest {
  /// The boundary of a multipart body.
  var boundary: String {
    headers["Content-Type"]?.split(separator: "boundary=").last.map(String.init) ?? ""
  }
}

extension RequestError {
  /// The reason why the body could not be read, if that is the error.
  var bodyError: RequestBodyError? {
    guard case .transport(let error) = reason, case .unreadableBody(let failure) = error.reason
    else { return nil }
    return failure.error as? RequestBodyError
  }
}

/// A file that is removed at the end.
final class UploadedFile: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(
    path: "upload-\(UUID().uuidString).txt")

  init(_ text: String) throws { try write(text) }

  /// - Parameter size: the number of bytes. They take no space on disk.
  init(size: UInt64) throws {
    try Data().write(to: url)
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: size)
  }

  func write(_ text: String) throws { try Data(text.utf8).write(to: url) }

  deinit { try? FileManager.default.removeItem(at: url) }
}
