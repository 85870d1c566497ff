// The file that a schema is written to.

import AuthGenGeneration
import Foundation

struct SchemaFile {
  private let path: String

  /// - Parameter path: the file's path. For a link, the target is replaced and not the link.
  init(path: String) {
    self.path = FileSystem.kind(of: path) == nil ? path : FileSystem.resolved(path)
  }

  /// Whether the file has this content. A missing file has none.
  func holds(_ content: [UInt8]) throws(FileError) -> Bool {
    guard FileSystem.kind(of: path) != nil else { return false }
    return try FileSystem.read(path) == content
  }

  /// Replaces the file's content in one step, so that readers see either the old or the new
  /// content. An up-to-date file is not rewritten and keeps its date.
  ///
  /// - Returns: whether the content changed.
  func replace(with content: [UInt8]) throws(FileError) -> Bool {
    if try holds(content) { return false }
    let folder = FilePath.parent(path)
    try FileSystem.makeFolder(folder)
    let staged = FilePath.join(
      folder, ".\(FilePath.name(path)).\(ProcessInfo.processInfo.processIdentifier)")
    do throws(FileError) {
      try FileSystem.write(content, to: staged)
      try FileSystem.move(staged, to: path)
    } catch {
      try? FileSystem.removeFile(staged)
      throw error
    }
    return true
  }
}
