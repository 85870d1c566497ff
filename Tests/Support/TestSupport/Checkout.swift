// The location of this package.

package import Foundation

package enum Checkout {
  /// The folder of `Package.swift`.
  package static let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }
}
