// Cases of text files: rows, or groups of lines.

import Foundation
import Testing

/// A case of a file in `Tests`: the lines up to an empty one. The first one is the title.
package struct TextCase: Sendable, CustomTestStringConvertible {
  package let lines: [String]

  package init(lines: [String]) {
    self.lines = lines
  }

  package var testDescription: String { lines[0] }

  /// The cases of a file, without its comments. A file that cannot be read is a case without content, whose
  /// test fails.
  package static func all(in name: String) -> [TextCase] {
    let text = (try? Checkout.text("Tests/\(name)")) ?? "no file \(name)"
    return text.components(separatedBy: "\n\n").map { part in
      part.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }.filter { !$0.isEmpty }.map { TextCase(lines: $0) }
  }

  /// The words of each case of a file.
  package static func words(in name: String) -> [[String]] {
    all(in: name).map { $0.lines.flatMap { $0.split(separator: " ").map(String.init) } }
  }
}
