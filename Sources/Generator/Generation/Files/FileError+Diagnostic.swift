// The diagnostics of file errors: the place that names the file, and the fix.

package import AuthGenLanguage

extension FileError {
  package var diagnostic: Diagnostic { diagnostic(at: .unknown) }

  /// - Parameter position: the position of the path that names the file.
  package func diagnostic(at position: Position) -> Diagnostic {
    Diagnostic(
      rule: .files, message: "cannot \(action) \(path): \(reason)", at: position,
      help: help(isPlaced: position != .unknown))
  }

  /// - Parameter isPlaced: whether a configuration contains the path.
  private func help(isPlaced: Bool) -> String? {
    let isInput = ["read", "list", "use"].contains(action)
    if isMissing, isInput {
      if path.contains("*") { return "patterns are unsupported: name files, or folders" }
      if path.contains("://") {
        return "fetch the schema with `authgen-fetch URL --output FILE`, and name the file"
      }
      if let suggestion { return suggestion }
      let fix = "correct the path, or create the file"
      return isPlaced ? "\(fix); paths are relative to the configuration's folder" : fix
    }
    switch reason {
    case Self.isFolder: return "name its files one by one"
    case Self.isEmpty: return "write its content, or remove it"
    case Self.isForeign: return "move it away, or name another folder"
    case _ where !isPlaced: return nil
    default:
      return isInput
        ? "make it readable, or name another path" : "make it writable, or name another folder"
    }
  }

  static let isFolder = "it is a folder, not a file"
  static let isEmpty = "it is empty"
  static let isForeign = "authgen has not written it"

  /// Suggests the files and folders beside the missing path that have a similar name.
  private var suggestion: String? {
    guard let names = try? FileSystem.names(in: FilePath.parent(path)) else { return nil }
    return didYouMean(FilePath.name(path), among: names)
  }
}
