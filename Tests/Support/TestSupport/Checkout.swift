// The folder of this package, and its files.

package import Foundation

package enum Checkout {
  /// The folder of `Package.swift`.
  package static let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  /// The text of a file.
  ///
  /// - Parameter path: the path from the folder of `Package.swift`.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
