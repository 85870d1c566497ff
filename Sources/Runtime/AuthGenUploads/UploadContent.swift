// Where the bytes of an upload come from.

import AuthGenRuntime
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The content of an upload. A class, because copies of an upload have the same one.
nonisolated final class UploadContent: Sendable {
  private let body: RequestBody
  /// The temporary file of a copy, which is deleted with the content.
  private let file: DeletedFile?

  var length: Int64 { body.length }

  /// - Parameters:
  ///   - file: a file to delete with the content. Default: nil.
  ///   - start: starts to read from the first byte, in parts of at most ``partSize``. It may be called
  ///     several times.
  init(
    length: Int64, deleting file: DeletedFile? = nil,
    _ start: @escaping @Sendable () throws -> RequestBody.Reader
  ) {
    body = RequestBody(length: length, start)
    self.file = file
  }

  /// Starts to read the content from its first byte.
  ///
  /// - Parameter place: the content's place in the request, for errors.
  /// - Returns: a reader that also throws an error if there are not `length` bytes.
  func reader(as place: String) throws(RequestBodyError) -> RequestBody.Reader {
    func placed<Value>(_ read: () throws -> Value) throws(RequestBodyError) -> Value {
      do {
        return try read()
      } catch {
        throw RequestBodyError(error, place: place)
      }
    }
    let next = try placed(body.reader)
    return { try placed(next) }
  }

  /// The maximum size of a part in bytes.
  private static let partSize = 1 << 18
}

nonisolated extension UploadContent {
  convenience init(_ data: Data) {
    self.init(length: Int64(data.count)) {
      var rest = data
      return {
        guard !rest.isEmpty else { return nil }
        defer { rest = rest.dropFirst(UploadContent.partSize) }
        return rest.prefix(UploadContent.partSize)
      }
    }
  }

  convenience init(length: Int64, stream: @escaping @Sendable () -> InputStream?) {
    self.init(length: length) {
      guard let stream = stream() else { throw RequestBodyError(.missing, place: "") }
      stream.open()
      var buffer = [UInt8](repeating: 0, count: UploadContent.partSize)
      return {
        let count = stream.read(&buffer, maxLength: UploadContent.partSize)
        guard count >= 0 else {
          // On Linux, a stream without an error must not be asked for it.
          let error = stream.streamStatus == .error ? stream.streamError : nil
          throw error ?? RequestBodyError(.unreadable(code: 0), place: "")
        }
        if count == 0 { stream.close() }
        return count > 0 ? Data(buffer.prefix(count)) : nil
      }
    }
  }

  /// A file, which must be the same one each time it is read.
  ///
  /// - Parameters:
  ///   - url: a file URL. If it is a link, it is followed now, and never again.
  ///   - file: the file, if it is to be deleted with the content. Default: nil.
  convenience init(file url: URL, deleting file: DeletedFile? = nil) throws(RequestBodyError) {
    let path = url.resolvingSymlinksInPath().path
    let (_, identity, length) = try UploadContent.opened(path)
    self.init(length: length, deleting: file) {
      let (file, found, _) = try UploadContent.opened(path)
      guard found == identity else { throw RequestBodyError(.replaced, place: "") }
      return {
        let part = try file.read(upToCount: UploadContent.partSize)
        return part?.isEmpty == false ? part : nil
      }
    }
  }

  /// Opens a file. Does not wait for the writer of a named pipe, and follows no link.
  ///
  /// - Returns: the file, what identifies it, and its length.
  private static func opened(
    _ path: String
  ) throws(RequestBodyError) -> (FileHandle, identity: [UInt64], length: Int64) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: throw RequestBodyError(.missing, place: "")
      // A link and a socket.
      case ELOOP, ENXIO: throw RequestBodyError(.notAFile, place: "")
      case let code: throw RequestBodyError(.unreadable(code: Int(code)), place: "")
      }
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw RequestBodyError(.unreadable(code: Int(errno)), place: "")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw RequestBodyError(.notAFile, place: "") }
    return (
      file, [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)],
      Int64(status.st_size)
    )
  }

  /// Copies a sequence to an owner-only temporary file (0600), until this content is released.
  convenience init<Parts: AsyncSequence>(copying parts: Parts) async throws
  where Parts.Element == Data {
    let (file, handle) = try DeletedFile.make()
    for try await part in parts { try handle.write(contentsOf: part) }
    try handle.close()
    try self.init(file: file.url, deleting: file)
  }
}

/// Deletes a file when it is released.
nonisolated final class DeletedFile: Sendable {
  let url: URL

  private init(_ url: URL) { self.url = url }

  /// Creates an empty file that only its owner can read.
  static func make() throws -> (DeletedFile, FileHandle) {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "authgen-upload-\(UUID().uuidString)")
    let descriptor = open(url.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw RequestBodyError(.unreadable(code: Int(errno)), place: "")
    }
    return (DeletedFile(url), FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
