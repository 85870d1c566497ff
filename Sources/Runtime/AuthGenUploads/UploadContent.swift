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
  let length: Int64
  private let source: any UploadSource

  init(length: Int64, _ source: any UploadSource) {
    self.length = length
    self.source = source
  }

  /// Starts to read the content from its first byte.
  ///
  /// - Parameter place: the content's place in the request, for errors.
  /// - Returns: a reader that also throws an error if there are not `length` bytes.
  func reader(as place: String) throws(RequestBodyError) -> RequestBody.Reader {
    let next: RequestBody.Reader
    do {
      next = try source.reader()
    } catch {
      throw RequestBodyError(reading: error, place: place)
    }
    var rest = length
    return {
      let part: Data?
      do {
        part = try next()
      } catch {
        throw RequestBodyError(reading: error, place: place)
      }
      guard let part else {
        guard rest == 0 else { throw RequestBodyError(.tooShort, place: place) }
        return nil
      }
      rest -= Int64(part.count)
      guard rest >= 0 else { throw RequestBodyError(.tooLong, place: place) }
      return part
    }
  }
}

/// A content that can be read several times.
nonisolated protocol UploadSource: Sendable {
  /// Starts to read from the first byte, in parts of at most `uploadPartSize`.
  func reader() throws -> RequestBody.Reader
}

/// The maximum size of a part in bytes.
nonisolated private let uploadPartSize = 1 << 18

nonisolated struct DataSource: UploadSource {
  let data: Data

  func reader() -> RequestBody.Reader {
    var rest = data
    return {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(uploadPartSize) }
      return rest.prefix(uploadPartSize)
    }
  }
}

nonisolated struct StreamSource: UploadSource {
  let stream: @Sendable () -> InputStream?

  func reader() throws -> RequestBody.Reader {
    guard let stream = stream() else { throw RequestBodyError(.missing, place: "") }
    stream.open()
    var buffer = [UInt8](repeating: 0, count: uploadPartSize)
    return {
      let count = stream.read(&buffer, maxLength: uploadPartSize)
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
nonisolated struct FileSource: UploadSource {
  nonisolated private struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64
  }

  private let path: String
  private let identity: Identity
  /// The number of bytes at first.
  let length: Int64

  /// - Parameter url: a file URL. If it is a link, it is followed now, and never again.
  init(_ url: URL) throws(RequestBodyError) {
    path = url.resolvingSymlinksInPath().path
    (_, identity, length) = try Self.open(path)
  }

  func reader() throws -> RequestBody.Reader {
    let (file, found, _) = try Self.open(path)
    guard found == identity else { throw RequestBodyError(.replaced, place: "") }
    return {
      let part = try file.read(upToCount: uploadPartSize)
      return part?.isEmpty == false ? part : nil
    }
  }

  /// Opens a file. Does not wait for the writer of a named pipe, and follows no link.
  private static func open(
    _ path: String
  ) throws(RequestBodyError) -> (FileHandle, Identity, length: Int64) {
    let descriptor = openFile(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
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
      file,
      Identity(
        device: UInt64(truncatingIfNeeded: status.st_dev),
        inode: UInt64(truncatingIfNeeded: status.st_ino)), Int64(status.st_size)
    )
  }
}

/// A function of the system, whose name a method has too.
nonisolated private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

nonisolated extension RequestBodyError {
  /// Reads an error of Foundation or of the app.
  fileprivate init(reading error: any Error, place: String) {
    let missing: [CocoaError.Code] = [.fileNoSuchFile, .fileReadNoSuchFile]
    switch error {
    case let error as RequestBodyError: self.init(error.reason, place: place)
    case let error as CocoaError where missing.contains(error.code):
      self.init(.missing, place: place)
    default: self.init(.unreadable(code: (error as NSError).code), place: place)
    }
  }
}
