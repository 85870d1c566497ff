// The file that a schema goes to.

import AuthGenGeneration
import Foundation

struct SchemaFile {
  private let path: String

  /// - Parameter path: of a link, what it leads to is replaced and not the link.
  init(path: String) {
    self.path = FileSystem.kind(of: path) == nil ? path : FileSystem.resolved(path)
  }

  /// Whether the file has this content. A file that is not there has none.
  func holds(_ content: [UInt8]) throws(FileError) -> Bool {
    guard FileSystem.kind(of: path) != nil else { return false }
    return try FileSystem.read(path) == content
  }

  /// Makes the content the file's, in one step: it is the old one or the new one at any time. A file
  /// that has the content keeps its date.
  ///
  /// - Returns: whether it was another one.
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
