// The runtime's sources, which `"runtime": "sources"` copies into apps.

package import AuthGenLanguage

/// Reads the sources of the runtime's modules.
package enum RuntimeSources {
  /// The modules whose sources apps can have.
  enum Module: String, CaseIterable {
    case runtime = "Runtime"
    case sessions = "Sessions"
    case catching = "Catching"

    /// The folder of the module's sources.
    var folder: String { "AuthGen\(rawValue)" }
  }

  private static let folderName = "authgen-runtime"

  /// Where the sources are: beside the installed program, or in the package that the program was built from.
  package static var folders: [String] {
    let installed = FileSystem.executable.map {
      FilePath.join(FilePath.parent($0), folderName)
    }
    return [installed, packageFolder(of: #filePath) + "/Sources/Runtime"].compactMap(\.self)
  }

  /// Reads the sources of all modules.
  ///
  /// - Parameter folders: the places to look for them. The first that exists is read. Default: `folders`.
  /// - Returns: the files, sorted by name in each module. Their paths begin with the module's folder.
  package static func read(from folders: [String] = folders) throws(Diagnostic) -> [InputFile] {
    guard let root = folders.first(where: { FileSystem.kind(of: $0) == .folder }) else {
      throw Diagnostic(
        rule: .files,
        message: "cannot find the runtime's sources in \(folders.joined(separator: " or "))",
        help: "run authgen by its path, with the package's folder Sources/Runtime beside it as"
          + " \(folderName), or use \"runtime\": \"library\""
      )
    }
    do throws(FileError) {
      var files: [InputFile] = []
      for folder in Module.allCases.map(\.folder) {
        let names = try FileSystem.files(
          below: FilePath.join(root, folder), withExtensions: [".swift"])
        for name in names.sorted(by: { FilePath.name($0) < FilePath.name($1) }) {
          let path = FilePath.join(folder, name)
          files.append(
            InputFile(path: path, content: try FileSystem.read(FilePath.join(root, path))))
        }
      }
      return files
    } catch {
      throw error.diagnostic
    }
  }

  /// - Parameter path: the path of this file, in `Sources/Generator/Generation/Files`.
  private static func packageFolder(of path: String) -> String {
    (0..<5).reduce(path) { path, _ in FilePath.parent(path) }
  }
}
