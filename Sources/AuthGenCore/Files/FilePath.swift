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
    guard let last = trimmed.lastIndex(of: slash) else { return "." }
    return last == trimmed.startIndex ? "/" : text(trimmed[..<last])
  }

  /// The last part of `path`.
  package static func name(_ path: String) -> String {
    let trimmed = trimmingSlashes(path)
    guard let last = trimmed.lastIndex(of: slash), trimmed.count > 1 else { return text(trimmed) }
    return text(trimmed[trimmed.index(after: last)...])
  }

  private static let slash = UInt8(ascii: "/")

  private static func trimmingSlashes(_ path: String) -> Substring.UTF8View {
    var path = path[...].utf8
    while path.count > 1, path.last == slash { path.removeLast() }
    return path
  }

  private static func text(_ path: Substring.UTF8View) -> String { String(Substring(path)) }
}
