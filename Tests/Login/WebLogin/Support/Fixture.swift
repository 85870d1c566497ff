// Tables of tests that are plain text.

import AuthGenTestSupport
import Foundation

/// The rows of a file in `Tests/Login/Fixtures`, without its comments.
func fixture(_ name: String) throws -> [String] {
  try Checkout.text("Tests/Login/Fixtures/\(name).txt").split(separator: "\n")
    .filter { !$0.hasPrefix("#") }.map(String.init)
}
