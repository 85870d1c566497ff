// Replaces files in one step.

package import AuthGenGeneration

extension FileSystem {
  /// Replaces a file in one step, so that readers see either the old or the new content. Writes to a device
  /// or a pipe, such as /dev/null.
  package static func replace(_ path: String, with content: [UInt8]) throws(FileError) {
    guard kind(of: path) != .other else { return try write(content, to: path) }
    let folder = FilePath.parent(path)
    try makeFolder(folder)
    let staged = FilePath.join(folder, ".\(FilePath.name(path)).\(processID)")
    do throws(FileError) {
      try write(content, to: staged)
      try move(staged, to: path)
    } catch {
      try? removeFile(staged)
      throw error
    }
  }
}
