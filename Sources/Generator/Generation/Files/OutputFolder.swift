// A client's output on disk: what differs from what it should be, and how to bring it there without
// ever leaving it half done.

import AuthGenCryptography
import AuthGenLanguage
import AuthGenSupport

/// A file that generation produced, to be named relative to the output folder.
package struct GeneratedFile: Hashable, Sendable {
  package let name: String
  package let content: [UInt8]

  package init(name: String, content: [UInt8]) {
    self.name = name
    self.content = content
  }
}

/// The difference between an output folder and the files that belong there.
package struct OutputChanges: Sendable {
  package struct Change: Sendable {
    package let file: GeneratedFile
    /// What is there now; nil where the file is new.
    package let previous: [UInt8]?
  }

  package fileprivate(set) var written: [Change] = []
  package fileprivate(set) var unchanged: [String] = []
  /// Files that authgen wrote for this client and that are no longer produced.
  package fileprivate(set) var removed: [String] = []

  package var isEmpty: Bool { written.isEmpty && removed.isEmpty }

  /// - Parameter unchanged: the files that are there as they should be.
  package init(unchanged: [String] = []) {
    self.unchanged = unchanged
  }
}

package struct OutputFolder: Sendable {
  package let path: String
  /// The first bytes of every file that authgen writes for this client. Only files that begin so
  /// are ever removed.
  private let marker: [UInt8]

  package init(path: String, marker: String) {
    self.path = path
    self.marker = Array(marker.utf8)
  }

  /// Compares the folder with the files that belong there.
  package func changes(to files: [GeneratedFile]) throws(FileError) -> OutputChanges {
    var changes = OutputChanges()
    let present = FileSystem.kind(of: path) == nil ? [] : Set(try FileSystem.names(in: path))
    let path = path
    let comparisons = try Threads.map(files) { file throws(FileError) in
      let previous =
        present.contains(file.name) ? try FileSystem.read(FilePath.join(path, file.name)) : nil
      let isSame = previous.map { FileSystem.areEqual($0, file.content) } ?? false
      return (file: file, previous: previous, isSame: isSame)
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
      let content = try? FileSystem.read(FilePath.join(path, name))
      if content?.starts(with: marker) == true { changes.removed.append(name) }
    }
    return changes
  }

  /// Makes the changes: everything new is first written to a folder beside its place, then each file
  /// is replaced in one step. Where a step fails, those before it are undone; where the process is
  /// killed, each file is still either the old or the new one.
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
        let place = FilePath.join(path, change.file.name)
        try FileSystem.move(FilePath.join(staging, "new/" + change.file.name), to: place)
        undo.append {
          if change.previous == nil {
            try? FileSystem.removeFile(place)
          } else {
            try? FileSystem.move(FilePath.join(staging, "old/" + change.file.name), to: place)
          }
        }
      }
      for name in changes.removed {
        let place = FilePath.join(path, name)
        let backup = FilePath.join(staging, "old/" + name)
        try FileSystem.move(place, to: backup)
        undo.append { try? FileSystem.move(backup, to: place) }
      }
    } catch {
      for step in undo.reversed() { step() }
      throw error
    }
  }

  /// A number for files and their contents, in whatever order.
  package static func fingerprint(of files: [GeneratedFile]) -> UInt64 {
    files.reduce(0) { $0 ^ xxh64($1.content, seed: xxh64($1.name.utf8)) }
  }

  /// The number for what is in the folder under `names`; nil where there are not just these Swift
  /// files, or a run left something behind.
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

  /// A killed run leaves its staging folder behind.
  private func removeAbandonedStaging() {
    for name in (try? FileSystem.names(in: path)) ?? [] where name.hasPrefix(Self.stagingPrefix) {
      // Any other name is not one that a run gave.
      guard let process = Int32(name.dropFirst(Self.stagingPrefix.count)), process > 0,
        !FileSystem.isRunning(process)
      else { continue }
      FileSystem.removeFolder(FilePath.join(path, name))
    }
  }
}
