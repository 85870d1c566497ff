// Where tests store an app's session.

import Foundation
import Testing

/// A file's location, in a folder that is removed with this value.
final class TemporaryFile: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "authgen-\(UUID().uuidString)/app/session")
  }

  deinit {
    try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
  }

  private var folder: URL { url.deletingLastPathComponent() }
  var exists: Bool { FileManager.default.fileExists(atPath: url.path) }
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
  }
  var permissions: Int { get throws { try permissions(of: url) } }
  var folderPermissions: Int { get throws { try permissions(of: folder) } }

  private func permissions(of url: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }
}
