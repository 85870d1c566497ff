// Files of this package that tests compare with what they make.

import Foundation

package enum Golden {
  /// Whether tests write the files again.
  package static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1"

  /// Returns a file's text; empty if there is no file. With `UPDATE_SNAPSHOTS=1`, then writes `expected`, so
  /// that a stale file fails once.
  package static func text(of path: String, expecting expected: String) -> String {
    let file = Checkout.root.appending(path: path)
    let current = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    if isUpdating, current != expected {
      try? expected.write(to: file, atomically: true, encoding: .utf8)
    }
    return current
  }
}
