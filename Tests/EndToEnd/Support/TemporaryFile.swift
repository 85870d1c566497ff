// Where tests store an app's session.

import AuthGenTestSupport
import Foundation
import Testing

/// A file's location, in a folder that is removed with this value.
struct TemporaryFile {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  var url: URL { bench.url("app/session") }
  var exists: Bool { bench.exists("app/session") }
  var files: [String] { get throws { try bench.names("app") } }
  var permissions: Int { get throws { try permissions(of: "app/session") } }
  var folderPermissions: Int { get throws { try permissions(of: "app") } }

  private func permissions(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: bench.url(path).path)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }
}
