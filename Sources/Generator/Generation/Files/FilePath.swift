// Paths as text, always with slashes.

package enum FilePath {
  /// `child` below `folder`; an absolute child stays as it is. Leading `..` of the child take parts off
  /// the folder's text, also where the folder is a symbolic link.
  package static func join(_ folder: String, _ child: String) -> String {
    if child.isEmpty { return folder }
    if child.utf8.first == slash || folder.isEmpty || folder == "." { return child }
    if child.utf8.starts(with: "../".utf8), ![".", ".."].contains(name(folder)) {
      return join(parent(folder), String(child.dropFirst(3)))
    }
    var path = folder
    path.reserveCapacity(folder.utf8.count + child.utf8.count + 1)
    if folder.utf8.last != slash { path += "/" }
    path += child
    return path
  }

  /// The folder that `path` is in: "." for a bare name, "/" for the root.
  package static func parent(_ path: String) -> String {
    let trimmed = trimmingSlashes(path)
    guard let slash = lastSlash(in: trimmed) else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// The last part of `path`.
  package static func name(_ path: String) -> String {
    let trimmed = trimmingSlashes(path)
    guard let slash = lastSlash(in: trimmed), trimmed != "/" else { return trimmed }
    return String(trimmed[trimmed.utf8.index(after: slash)...])
  }

  private static func trimmingSlashes(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.utf8.last == slash { path.unicodeScalars.removeLast() }
    return path
  }

  private static func lastSlash(in path: String) -> String.Index? {
    path.utf8.lastIndex(of: slash)
  }

  /// As systems know it, whatever a reader would take for a character.
  static let slash = UInt8(ascii: "/")
}
