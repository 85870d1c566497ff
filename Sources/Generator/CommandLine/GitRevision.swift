// Reads a file at a revision of its Git repository, with the program `git`.

import AuthGenGeneration
import AuthGenLanguage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file at a revision, such as `main:Schemas/schema.graphql`.
struct GitRevision {
  /// The folder to run `git` in.
  private let folder: String
  /// The revision and the path, as `git` reads them.
  private let object: String
  /// The name in diagnostics.
  let name: String

  /// - Parameter text: a revision, a colon and a path that begins at the repository's root.
  /// - Returns: nil if the text has another form, or names an existing file.
  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !text.hasPrefix("-"),
      FileSystem.kind(of: text) == nil
    else { return nil }
    (folder, object, name) = (".", text, text)
  }

  /// - Parameter path: the path of a file in a working copy.
  init(headOf path: String) {
    let file = FileSystem.resolved(path)
    let parent = FilePath.parent(file)
    folder = parent.isEmpty ? "." : parent
    object = "HEAD:./" + FilePath.name(file)
    name = "HEAD:" + path
  }

  /// - Throws: a diagnostic if there is no such file, no repository or no `git`.
  func read() throws(Diagnostic) -> InputFile {
    let command = ["git", "-C", folder, "cat-file", "blob", object].map(\.quotedForShell)
      .joined(separator: " ")
    let (content, status) = try run(command + " 2>/dev/null")
    if status == 0 { return InputFile(path: name, content: content) }
    let (reason, _) = try run(command + " 2>&1 >/dev/null")
    let line = String(decoding: reason, as: UTF8.self).split(separator: "\n").first ?? ""
    throw Diagnostic(
      rule: .files, message: "cannot read \(name.harmless()): \(String(line).harmless())",
      help: "name a file, or a revision and the path from the repository's root, as in "
        + "main:Schemas/schema.graphql")
  }

  private func run(_ command: String) throws(Diagnostic) -> (output: [UInt8], status: Int32) {
    guard let stream = popen(command, "r") else { throw FileError("read", name).diagnostic }
    let output: [UInt8]
    do throws(FileError) {
      output = try FileSystem.read(fileno(stream), name)
    } catch {
      pclose(stream)
      throw error.diagnostic
    }
    return (output, pclose(stream))
  }
}
