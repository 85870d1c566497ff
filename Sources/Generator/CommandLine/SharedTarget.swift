// Clients whose sources are compiled in one target.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel

/// The names that the clients of one target declare.
struct SharedTarget {
  private var types: [String: String] = [:]
  private var files: [String: String] = [:]

  /// Returns a diagnostic if the client declares a type of an earlier one, or has one of its files.
  ///
  /// - Parameters:
  ///   - model: the client's model; nil after an error.
  ///   - files: the names of the client's files. Empty if the clients' files are merged.
  mutating func add(
    _ model: ClientModel?, of client: String, files: [String] = []
  ) -> [Diagnostic] {
    clashes(model?.declaredTypes ?? [], of: client, in: &types) { names, other in
      Diagnostic(
        rule: .uniqueSwiftNames,
        message: "the clients \"\(other)\" and \"\(client)\" of one target both declare \(names)",
        help: "rename one with \"renames\", or give each client a target of its own")
    }
      + clashes(files.map { $0.lowercased() }, of: client, in: &self.files) { names, other in
        Diagnostic(
          rule: .files,
          message:
            "the clients \"\(other)\" and \"\(client)\" of one target both have the file \(names)",
          help: "rename one of the documents, or give each client a target of its own")
      }
  }

  private func clashes(
    _ names: [String], of client: String, in owners: inout [String: String],
    _ diagnostic: (_ names: String, _ other: String) -> Diagnostic
  ) -> [Diagnostic] {
    var found: [String: [String]] = [:]
    for name in names {
      if let other = owners[name] {
        found[other, default: []].append(name)
      } else {
        owners[name] = client
      }
    }
    return found.sorted { $0.key < $1.key }.map { other, names in
      let list = names.sorted()
      return diagnostic(
        list.prefix(5).joined(separator: ", ") + (list.count > 5 ? " and others" : ""), other)
    }
  }

  /// Returns the folder of the target that compiles a folder, if the package has the target in its usual
  /// place: below `Sources` or `Tests`, and with the name of its folder. Without a manifest, the place alone
  /// counts.
  ///
  /// - Parameter project: the folder of the configuration.
  static func folder(of output: String, in project: String) -> String? {
    let path = FileSystem.resolved(output)
    let parents = sequence(first: path) { $0 == "/" ? nil : FilePath.parent($0) }
    let root = parents.first { FileSystem.kind(of: FilePath.join($0, "Package.swift")) == .file }
    let home = root ?? FileSystem.resolved(project.isEmpty ? "." : project)
    guard path.hasPrefix(home + "/") else { return nil }
    let parts = path.dropFirst(home.count + 1).split(separator: "/")
    guard parts.count > 1, ["Sources", "Tests"].contains(parts[0]) else { return nil }
    if let root {
      let manifest = (try? FileSystem.read(FilePath.join(root, "Package.swift"))) ?? []
      guard String(decoding: manifest, as: UTF8.self).contains("\"\(parts[1])\"") else {
        return nil
      }
    }
    return "\(home)/\(parts[0])/\(parts[1])"
  }
}
