// Tests that the messages in the article Troubleshooting are those of the sources.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct TroubleshootingTests {
  @Test func messagesAreThoseOfTheSources() throws {
    let sources = try Self.sources()
    let messages = try Self.messages()
    #expect(messages.count > 0)
    for message in messages {
      // Some messages begin or end with a value.
      let text = message.trimmingPrefix("…")
      #expect(sources.contains(text), "no source has the message: \(message)")
    }
  }

  /// The first cells of the tables whose first column is "Message".
  private static func messages() throws -> [String] {
    let article = try Checkout.text(
      "Sources/Tools/authgen/Documentation.docc/Ship/Troubleshooting.md")
    return article.components(separatedBy: "\n\n").filter { $0.hasPrefix("| Message |") }
      .flatMap { table in
        table.split(separator: "\n").dropFirst(2).compactMap { row in
          row.firstMatch(of: /^\| `([^`]+)` \|/).map { String($0.1) }
        }
      }
  }

  /// All sources, with `…` in place of interpolations. Literals that are joined are one.
  private static func sources() throws -> String {
    let folder = Checkout.root.appending(path: "Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    return try files.map { file in
      try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        .replacing(/"\s*\n\s*\+ "/, with: "")
        .replacing(/\\\n\s*/, with: "")
        .replacing(/\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/, with: "…")
        .replacing("\\\"", with: "\"")
    }.joined(separator: "\n")
  }
}
