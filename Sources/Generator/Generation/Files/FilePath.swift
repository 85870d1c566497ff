// Paths as text, with slashes on all platforms.

package enum FilePath {
  /// Returns `child` relative to `folder`; an absolute child is returned unchanged. Leading `..`
  /// parts of the child remove parts of the folder's text, even if the folder is a symbolic link.
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

  /// Returns the parent folder of `path`: "." for a bare name, "/" for the root.
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

  /// Returns the path without empty parts and ".", with each ".." resolved if it follows another part.
  package static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// Returns an absolute path relative to an absolute folder; a relative path is returned unchanged.
  package static func relative(_ path: String, to folder: String) -> String {
    guard path.hasPrefix("/"), folder.hasPrefix("/") else { return path }
    let (parts, folders) = (normalized(path).split(separator: "/"), folder.split(separator: "/"))
    let common = zip(parts, folders).prefix { $0 == $1 }.count
    return (folders.dropFirst(common).map { _ in ".." } + parts.dropFirst(common)).joined(
      separator: "/")
  }

  private static func trimmingSlashes(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.utf8.last == slash { path.unicodeScalars.removeLast() }
    return path
  }

  private static func lastSlash(in path: String) -> String.Index? {
    path.utf8.lastIndex(of: slash)
  }

  /// The slash as a byte, because file systems compare bytes and not characters.
  static let slash = UInt8(ascii: "/")
}
