// The names that generated Swift code declares:
//
//     public enum Role: OpenEnum {
//       case admin
//
// gives Role and Role.admin. Reads the indentation that all templates have, and no Swift.

import AuthGenGeneration
import AuthGenLanguage

/// The declarations of types, properties, methods and enum cases, by their names with those of the types
/// around them.
struct DeclaredNames {
  private(set) var lines: [String: Substring] = [:]

  mutating func add(_ code: [UInt8]) {
    /// The types around a line.
    var types: [(name: String, indentation: Int)] = []
    for line in code.split(separator: UInt8(ascii: "\n")) {
      let indentation = line.prefix { $0 == UInt8(ascii: " ") }.count
      // Most lines are deeper, such as statements.
      guard indentation <= types.last.map({ $0.indentation + 2 }) ?? 0 else { continue }
      let text = Substring(decoding: line.dropFirst(indentation), as: UTF8.self)
      guard let (keyword, name) = Self.declaration(text) else { continue }
      while let last = types.last, last.indentation >= indentation { types.removeLast() }
      guard indentation == types.last.map({ $0.indentation + 2 }) ?? 0 else { continue }
      let path = ((types.last.map { [$0.name] } ?? []) + [name]).joined(separator: ".")
      if ["struct", "enum", "class", "extension", "protocol"].contains(keyword) {
        types.append((path, indentation))
      }
      if keyword != "extension" { lines[path] = text }
    }
  }

  /// - Returns: nil if the line declares nothing that an app names.
  private static func declaration(_ line: Substring) -> (keyword: Substring, name: String)? {
    guard !line.hasPrefix("/") else { return nil }
    var words = line.split(separator: " ", maxSplits: 8)[...]
    // Members with this attribute are the runtime's.
    guard words.first != "@_spi(Generated)" else { return nil }
    while let word = words.first, word.hasPrefix("@") || modifiers.contains(word) {
      words.removeFirst()
    }
    guard words.count > 1, keywords.contains(words[words.startIndex]) else { return nil }
    let name = words[words.startIndex + 1].drop { $0 == "`" }.prefix {
      $0.isLetter || $0.isNumber || $0 == "_" || $0 == "."
    }
    guard let first = name.first, first != "_", first != "." else { return nil }
    return (words[words.startIndex], String(name))
  }

  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "nonisolated", "final", "indirect", "mutating",
  ]
  private static let keywords: Set<Substring> = [
    "struct", "enum", "class", "extension", "protocol", "var", "let", "func", "case",
    "typealias",
  ]
}

extension OutputChanges {
  /// The names that the changes add, remove and change, such as "; Swift symbols: 1 added (Role.admin)".
  /// Empty in the first run, or if no declaration changes.
  ///
  /// - Parameter isVerbose: whether to list all names. Otherwise, lists three of a kind.
  func declarations(isVerbose: Bool) -> String {
    var (old, new) = (DeclaredNames(), DeclaredNames())
    for change in written { if let previous = change.previous { old.add(previous) } }
    for file in removed { old.add(file.content) }
    if old.lines.isEmpty { return "" }
    for change in written { new.add(change.file.content) }
    let texts = [
      ("added", new.lines.keys.filter { old.lines[$0] == nil }),
      ("removed", old.lines.keys.filter { new.lines[$0] == nil }),
      ("changed", new.lines.filter { old.lines[$0.key] ?? $0.value != $0.value }.map(\.key)),
    ].filter { !$0.1.isEmpty }.map { verb, names in
      let shown = names.sorted().listed(upTo: isVerbose ? .max : 3)
      return "\(names.count) \(verb) (\(shown.harmless()))"
    }
    return texts.isEmpty ? "" : "; Swift symbols: " + texts.joined(separator: ", ")
  }
}
