// Paths as text, always with slashes.

package enum FilePath {
  /// `child` below `folder`; an absolute child stays as it is.
  package static func join(_ folder: String, _ child: String) -> String {
    if child.isEmpty { return folder }
    if child.hasPrefix("/") || folder.isEmpty || folder == "." { return child }
    return folder.hasSuffix("/") ? folder + child : folder + "/" + child
  }

  /// The folder that `path` is in: "." for a bare name, "/" for the root.
  package static func parent(_ path: String) -> String {
    let trimmed = trimmingSlashes(path)
    guard let slash = trimmed.lastIndex(of: "/") else { return trimmed == "/" ? "/" : "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// The last part of `path`.
  package static func name(_ path: String) -> String {
    let trimmed = trimmingSlashes(path)
    guard let slash = trimmed.lastIndex(of: "/"), trimmed != "/" else { return trimmed }
    return String(trimmed[trimmed.index(after: slash)...])
  }

  private static func trimmingSlashes(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
