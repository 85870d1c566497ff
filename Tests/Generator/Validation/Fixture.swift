// Reads schemas and operations whose text marks the positions of the expected errors.
//
// A line that begins with `#` followed by a caret or a bar is a mark for the last line before it that is not
// a mark. The caret is below the error's column. The bar (`#|`) stands for the first column, which a caret
// cannot reach. The rule's name follows, for warnings after the word `warning`:
//
//     type Query {
//       a: Missing
//     #    ^ KnownTypeNames
//
// The first line of operations may name another schema than `pets`: `# schema: queries`.

import Foundation
import Testing

struct Fixture: CustomTestStringConvertible, Sendable {
  /// An expected error as its position, severity and rule, so that differences are easy to read.
  struct Problem: Hashable, Comparable, CustomStringConvertible, Sendable {
    let line: Int
    let column: Int
    let rule: String

    var description: String { "\(line):\(column) \(rule)" }

    static func < (left: Problem, right: Problem) -> Bool {
      (left.line, left.column, left.rule) < (right.line, right.column, right.rule)
    }
  }

  let name: String
  let text: String

  var testDescription: String { name }

  /// All fixtures in a folder of this one, by name.
  static func all(in folder: String) -> [Fixture] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: directory.appending(path: folder), includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "graphql" }
      .sorted { $0.path < $1.path }
      .compactMap { file in
        (try? String(contentsOf: file, encoding: .utf8)).map {
          Fixture(name: file.deletingPathExtension().lastPathComponent, text: $0)
        }
      }
  }

  /// The text of a schema for operations.
  static func schema(_ name: String) throws -> String {
    try String(
      contentsOf: directory.appending(path: "Executable/Fixtures/\(name).schema.graphql"),
      encoding: .utf8)
  }

  private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The name of the schema for operations.
  var schemaName: String {
    let prefix = "# schema: "
    let first = text.prefix { $0 != "\n" }
    return first.hasPrefix(prefix) ? String(first.dropFirst(prefix.count)) : "pets"
  }

  /// The problems that the marks expect, in the order of the text.
  var marked: [Problem] {
    var problems: [Problem] = []
    var subject = 0
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if let (column, rule) = Self.mark(Array(line.utf8)) {
        problems.append(Problem(line: subject, column: column, rule: rule))
      } else {
        subject = index + 1
      }
    }
    return problems.sorted()
  }

  private static func mark(_ line: [UInt8]) -> (column: Int, rule: String)? {
    guard line.first == UInt8(ascii: "#"),
      let end = line.dropFirst().firstIndex(where: { $0 != UInt8(ascii: " ") })
    else { return nil }
    let rule = String(decoding: line[(end + 1)...], as: UTF8.self)
      .trimmingCharacters(in: .whitespaces)
    switch line[end] {
    case UInt8(ascii: "^"): return (end + 1, rule)
    case UInt8(ascii: "|") where end == 1: return (1, rule)
    default: return nil
    }
  }
}
