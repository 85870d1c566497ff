// Where a configuration may write. A cloned repository brings its configuration along.

import AuthGenGeneration

/// The folder outside which a configuration names no output: that of its Git repository. Without one, it is
/// the configuration's own folder or the working directory.
struct OutputBoundary {
  private let folders: [String]
  /// Its name in errors.
  let name: String

  /// - Parameter folder: the configuration's folder.
  init(of folder: String) {
    let folder = Self.absolute(folder)
    var parent = folder
    while FileSystem.kind(of: FilePath.join(parent, ".git")) == nil, parent != "/" {
      parent = FilePath.parent(parent)
    }
    (folders, name) =
      parent == "/"
      ? ([folder, Self.absolute(".")], "the configuration's folder and the working directory")
      : ([parent], "the configuration's repository")
  }

  /// Whether a folder is inside. Symbolic links are resolved.
  func contains(_ output: String) -> Bool {
    let output = Self.absolute(output)
    return folders.contains {
      FilePath.relative(output, to: $0).split(separator: "/").first != ".."
    }
  }

  private static func absolute(_ path: String) -> String {
    let folder = FileSystem.resolved(".")
    return FilePath.normalized(FileSystem.resolved(FilePath.join(folder, path)))
  }
}
