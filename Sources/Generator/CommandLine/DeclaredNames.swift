// The names that generated Swift code declares:
//
//     public enum Role: OpenEnum {
//       case admin
//
// gives Role and Role.admin. Reads the indentation that all templates have, and no Swift.

import AuthGenGeneration
import AuthGenLanguage

/// Public types, properties, methods and enum cases, with the names of the types around them.
struct DeclaredNames {
  private(set) var names: Set<String> = []

  mutating func add(_ code: [UInt8]) {
    /// The types around a line.
    var types: [(name: String, indentation: Int)] = []
    for line in String(decoding: code, as: UTF8.self).split(separator: "\n") {
      let indentation = line.prefix { $0 == " " }.utf8.count
      guard let (keyword, name) = Self.declaration(line.dropFirst(indentation)) else { continue }
      while let last = types.last, last.indentation >= indentation { types.removeLast() }
      guard indentation == types.last.map({ $0.indentation + 2 }) ?? 0 else { continue }
      let path = ((types.last.map { [$0.name] } ?? []) + [name]).joined(separator: ".")
      if ["struct", "enum", "class", "extension", "protocol"].contains(keyword) {
        types.append((path, indentation))
      }
      if keyword != "extension" { names.insert(path) }
    }
  }

  /// - Returns: nil if the line declares nothing that an app names.
  private static func declaration(_ line: Substring) -> (keyword: Substring, name: String)? {
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
  /// The names that the changes add and remove, such as "; Swift symbols: 2 added (Role, Role.admin)".
  /// Empty if there are none, or if nothing was generated before.
  var declarations: String {
    var (old, new) = (DeclaredNames(), DeclaredNames())
    for change in written {
      if let previous = change.previous { old.add(previous) }
      new.add(change.file.content)
    }
    for file in removed { old.add(file.content) }
    if old.names.isEmpty { return "" }
    let texts = [
      ("added", new.names.subtracting(old.names)), ("removed", old.names.subtracting(new.names)),
    ].filter { !$0.1.isEmpty }.map { verb, names in
      let list = names.sorted().prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
      return "\(names.count) \(verb) (\(list.harmless()))"
    }
    return texts.isEmpty ? "" : "; Swift symbols: " + texts.joined(separator: ", ")
  }
}
