// Copies of contents that can be read once.

import AuthGenRuntime
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An owner-only temporary file (0600), until this value is released.
nonisolated final class TemporaryCopy: UploadSource {
  private let source: FileSource
  /// Deletes the file.
  private let file: DeletedFile

  var length: Int64 { source.length }

  /// Copies a sequence.
  init<Parts: AsyncSequence>(of parts: Parts) async throws where Parts.Element == Data {
    let (file, handle) = try DeletedFile.make()
    for try await part in parts { try handle.write(contentsOf: part) }
    try handle.close()
    self.file = file
    source = try FileSource(file.url)
  }

  func reader() throws -> RequestBody.Reader { try source.reader() }
}

/// Deletes a file when it is released.
nonisolated private final class DeletedFile: Sendable {
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
