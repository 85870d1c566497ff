// Temporary folders for tests.

import Foundation

/// Runs `body` with a new folder, and removes the folder afterwards.
func withFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "authgen-\(UUID().uuidString)").resolvingSymlinksInPath()
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder)
}

/// The permissions of a file or directory.
func mode(of url: URL) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
}

func setMode(_ mode: Int, of url: URL) throws {
  try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
}

/// The names of the files in a folder, in order.
func names(in folder: URL) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}
