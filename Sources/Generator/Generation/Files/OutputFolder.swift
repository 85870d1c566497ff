// A client's output folder: compares it with the expected files, and updates it so that no file is ever
// incomplete.
//
//     in the folder   A.swift  B.swift  C.swift  D.swift, without the marker
//     expected        A.swift  B.swift, changed
//
// gives: A is unchanged, B is written and C is removed. D stays, because authgen has not written it.

import AuthGenCryptography
import AuthGenLanguage
import AuthGenSupport

/// A generated file, named relative to the output folder.
package struct GeneratedFile: Hashable, Sendable {
  package let name: String
  package let content: [UInt8]

  package init(name: String, content: [UInt8]) {
    self.name = name
    self.content = content
  }
}

/// The differences between an output folder and its expected files.
package struct OutputChanges: Sendable {
  package struct Change: Sendable {
    package let file: GeneratedFile
    /// The current content; nil if the file is new.
    package let previous: [UInt8]?
  }

  package fileprivate(set) var written: [Change] = []
  package fileprivate(set) var unchanged: [String] = []
  /// Files that authgen wrote for this client and no longer generates.
  package fileprivate(set) var removed: [GeneratedFile] = []

  package var isEmpty: Bool { written.isEmpty && removed.isEmpty }

  /// - Parameter unchanged: the files that are up to date.
  package init(unchanged: [String] = []) {
    self.unchanged = unchanged
  }
}

package struct OutputFolder: Sendable {
  package let path: String
  /// The first bytes of every file that authgen writes for this client. authgen removes only files
  /// that begin with them.
  private let marker: [UInt8]

  package init(path: String, marker: String) {
    self.path = path
    self.marker = Array(marker.utf8)
  }

  /// Compares the folder with its expected files.
  package func changes(to files: [GeneratedFile]) throws(FileError) -> OutputChanges {
    var changes = OutputChanges()
    let present = FileSystem.kind(of: path) == nil ? [] : Set(try FileSystem.names(in: path))
    let path = path
    let comparisons = try Threads.map(files) { file throws(FileError) in
      let previous =
        present.contains(file.name) ? try FileSystem.read(FilePath.join(path, file.name)) : nil
      let isSame = previous.map { FileSystem.areEqual($0, file.content) } ?? false
      if let previous, !isSame { try check(previous, before: file) }
      // The contents of unchanged files are not kept: there can be thousands.
      return (file: file, previous: isSame ? nil : previous, isSame: isSame)
    }
    for (file, previous, isSame) in comparisons {
      if isSame {
        changes.unchanged.append(file.name)
      } else {
        changes.written.append(.init(file: file, previous: previous))
      }
    }
    let produced = Set(files.map(\.name))
    for name in present.sorted() where name.hasSuffix(".swift") && !produced.contains(name) {
      guard let content = try? FileSystem.read(FilePath.join(path, name)),
        content.starts(with: marker)
      else { continue }
      changes.removed.append(GeneratedFile(name: name, content: content))
    }
    return changes
  }

  /// Checks that authgen has written a file before it is replaced.
  private func check(_ previous: [UInt8], before file: GeneratedFile) throws(FileError) {
    let prefix = Array(ClientRenderer.markerPrefix.utf8)
    // A template can leave the marker out, and a folder for all clients belongs to the build.
    guard marker != prefix, file.content.starts(with: prefix), !previous.starts(with: prefix),
      !previous.isEmpty
    else { return }
    throw FileError("replace", FilePath.join(path, file.name), FileError.isForeign)
  }

  /// Applies the changes. First writes all new contents to a staging folder, then replaces each
  /// file in one step. If a step fails, earlier steps are undone. If the process is killed, each
  /// file has either its old or its new content.
  package func apply(_ changes: OutputChanges) throws(FileError) {
    removeAbandonedStaging()
    guard !changes.isEmpty else { return }
    try FileSystem.makeFolder(path)
    let staging = FilePath.join(path, Self.stagingPrefix + String(FileSystem.processID))
    defer { FileSystem.removeFolder(staging) }
    try FileSystem.makeFolder(FilePath.join(staging, "new"))
    try FileSystem.makeFolder(FilePath.join(staging, "old"))
    _ = try Threads.map(changes.written) { change throws(FileError) in
      let name = change.file.name
      try FileSystem.write(change.file.content, to: FilePath.join(staging, "new/" + name))
      if let previous = change.previous {
        try FileSystem.write(previous, to: FilePath.join(staging, "old/" + name))
      }
    }
    var undo: [() -> Void] = []
    do throws(FileError) {
      for change in changes.written {
        let target = FilePath.join(path, change.file.name)
        try FileSystem.move(FilePath.join(staging, "new/" + change.file.name), to: target)
        undo.append {
          if change.previous == nil {
            try? FileSystem.removeFile(target)
          } else {
            try? FileSystem.move(FilePath.join(staging, "old/" + change.file.name), to: target)
          }
        }
      }
      for file in changes.removed {
        let target = FilePath.join(path, file.name)
        let backup = FilePath.join(staging, "old/" + file.name)
        try FileSystem.move(target, to: backup)
        undo.append { try? FileSystem.move(backup, to: target) }
      }
    } catch {
      for step in undo.reversed() { step() }
      throw error
    }
  }

  /// Returns a fingerprint of the files and their contents, independent of their order.
  package static func fingerprint(of files: [GeneratedFile]) -> UInt64 {
    files.reduce(0) { $0 ^ xxh64($1.content, seed: xxh64($1.name.utf8)) }
  }

  /// Returns the fingerprint of the folder's files `names`; nil if the folder contains other Swift
  /// files, or the remains of another run.
  package func fingerprint(of names: [String]) -> UInt64? {
    guard let present = try? FileSystem.names(in: path),
      !present.contains(where: { $0.hasPrefix(Self.stagingPrefix) }),
      Set(present.filter { $0.hasSuffix(".swift") }) == Set(names)
    else { return nil }
    var result: UInt64 = 0
    for name in names {
      guard let content = try? FileSystem.read(FilePath.join(path, name)) else { return nil }
      result ^= Self.fingerprint(of: [GeneratedFile(name: name, content: content)])
    }
    return result
  }

  private static let stagingPrefix = ".authgen-"

  /// Removes the staging folders that killed runs leave behind.
  private func removeAbandonedStaging() {
    for name in (try? FileSystem.names(in: path)) ?? [] where name.hasPrefix(Self.stagingPrefix) {
      // A run never creates any other name.
      guard let process = Int32(name.dropFirst(Self.stagingPrefix.count)), process > 0,
        !FileSystem.isRunning(process)
      else { continue }
      FileSystem.removeFolder(FilePath.join(path, name))
    }
  }
}
