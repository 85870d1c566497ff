// The types of values in a configuration file, and how each is read.

import AuthGenLanguage
import AuthGenSwiftModel

struct Setting<Value> {
  /// Returns the value, or nil after reporting a diagnostic.
  let read: (JSONValue, inout [Diagnostic]) -> Value?

  /// Adds a condition.
  ///
  /// - Parameter expected: the description of a valid value, for the diagnostic.
  func checked(
    _ expected: String, help: String? = nil, _ isValid: @escaping (Value) -> Bool
  ) -> Setting {
    Setting { value, diagnostics in
      guard let result = read(value, &diagnostics) else { return nil }
      if isValid(result) { return result }
      diagnostics.append(.unexpected(value, expected, found: value.shown, help: help))
      return nil
    }
  }

  /// The value and its position.
  static func placed<Plain: Sendable>(_ setting: Setting<Plain>) -> Setting
  where Value == ClientSettings.Placed<Plain> {
    Setting { value, diagnostics in
      setting.read(value, &diagnostics).map { .init($0, at: value.position) }
    }
  }

  private static func simple(
    _ expected: String, _ convert: @escaping (JSONValue) -> Value?
  ) -> Setting {
    Setting { value, diagnostics in
      if let result = convert(value) { return result }
      diagnostics.append(.unexpected(value, expected))
      return nil
    }
  }
}

// MARK: Lists and maps

extension Setting {
  static func list<Element>(of element: Setting<Element>) -> Setting where Value == [Element] {
    Setting { value, diagnostics in
      guard let elements = value.array else {
        diagnostics.append(.unexpected(value, "an array"))
        return nil
      }
      return elements.compactMap { element.read($0, &diagnostics) }
    }
  }

  static func nonEmptyList<Element>(of element: Setting<Element>) -> Setting
  where Value == [Element] {
    Setting { value, diagnostics in
      if value.array?.isEmpty == true {
        diagnostics.append(
          .unexpected(value, "at least one element", found: "an empty array"))
        return nil
      }
      return Setting.list(of: element).read(value, &diagnostics)
    }
  }

  /// A list. Brackets are optional if it has one element.
  static func oneOrMore<Element>(_ element: Setting<Element>) -> Setting
  where Value == [Element] {
    Setting { value, diagnostics in
      switch value.kind {
      case .array: return Setting.nonEmptyList(of: element).read(value, &diagnostics)
      case .string: return element.read(value, &diagnostics).map { [$0] }
      default:
        diagnostics.append(.unexpected(value, "a string or an array of strings"))
        return nil
      }
    }
  }

  /// An object whose keys the user chooses, in the order of the file. Each entry's position is its
  /// key's.
  static func map<Element, Entry: Sendable>(
    of element: Setting<Element>, _ entry: @escaping (String, Element) -> Entry
  ) -> Setting where Value == [ClientSettings.Placed<Entry>] {
    Setting { value, diagnostics in
      guard let members = value.object else {
        diagnostics.append(.unexpected(value, "an object"))
        return nil
      }
      diagnostics += ObjectReader.duplicates(of: members)
      return members.compactMap { member in
        element.read(member.value, &diagnostics).map {
          .init(entry(member.name, $0), at: member.namePosition)
        }
      }
    }
  }
}

// MARK: Single values

extension Setting where Value: RawRepresentable, Value.RawValue == String {
  /// One of `values`, by its raw value.
  static func choice(_ values: [Value]) -> Setting {
    Setting { value, diagnostics in
      let text = value.string?.text
      if let result = values.first(where: { $0.rawValue == text }) { return result }
      let names = values.map(\.rawValue)
      diagnostics.append(
        .unexpected(
          value, names.map { "\"\($0)\"" }.joined(separator: " or "), found: value.shown,
          help: text.flatMap { didYouMean($0, among: names) }))
      return nil
    }
  }
}

extension Setting<JSONValue> {
  static var anything: Setting { Setting { value, _ in value } }
}

extension Setting<Bool> {
  static var boolean: Setting { simple("true or false", \.boolean) }
}

extension Setting<Int> {
  /// An integer from 0 to the largest `Int`.
  static var wholeNumber: Setting {
    Setting { value, diagnostics in
      if let number = value.integer, number >= 0 { return number }
      diagnostics.append(.unexpected(value, "a whole number from 0", found: value.shown))
      return nil
    }
  }
}

extension Setting<String> {
  static var text: Setting { simple("a string") { $0.string?.text } }

  /// A single line of text, which may be empty.
  static var line: Setting {
    text.checked(
      "a line of text", help: "write each line as a string of its own, without control characters",
      SwiftText.isLine)
  }

  /// A line that is not empty.
  static var word: Setting {
    text.checked("text without control characters, one character at least") {
      !$0.isEmpty && SwiftText.isLine($0)
    }
  }

  static var path: Setting {
    text.checked("a path", help: "write \".\" for the folder of the configuration") {
      !$0.isEmpty && SwiftText.isLine($0)
    }
  }

  static var identifier: Setting {
    text.checked(
      "a Swift identifier", help: "use letters, digits and underscores, no digit first",
      SwiftText.isIdentifier)
  }

  static var clientName: Setting {
    text.checked(
      "a Swift identifier that begins with an upper-case letter",
      help: "use letters, digits and underscores, such as \"Shop\"", SwiftText.isTypeName)
  }

  static var module: Setting {
    text.checked(
      "the name of a Swift module", help: "write the name alone, such as \"Foundation\"",
      SwiftText.isModule)
  }

  static var swiftType: Setting {
    text.checked(
      "a Swift type", help: "write it as in code, such as \"Decimal\" or \"[String: JSON]\"",
      SwiftText.isType)
  }

  static var graphQLName: Setting {
    text.checked(
      "the name of a type", help: "write the name alone, as the schema has it",
      SwiftText.isGraphQLName)
  }

  static var directiveName: Setting {
    text.checked(
      "the name of a directive", help: "write the name alone, without @ and arguments",
      SwiftText.isGraphQLName)
  }
}

extension Setting<ClientSettings.Scalar> {
  /// The Swift type, or an object with the type and its module.
  static var scalar: Setting {
    Setting { value, diagnostics in
      switch value.kind {
      case .string:
        return Setting<String>.swiftType.read(value, &diagnostics).map { .init(swiftType: $0) }
      case .object:
        return ObjectReader.read(value, &diagnostics) { scalar in
          let type = scalar.require("type", .swiftType, example: "\"Decimal\"")
          let module = scalar.read("module", .module)
          return type.map { .init(swiftType: $0, module: module) }
        }.flatMap { $0 }
      default:
        diagnostics.append(.unexpected(value, "a string or an object"))
        return nil
      }
    }
  }
}

extension JSONValue {
  /// The value itself if it is short enough for a message, otherwise its kind.
  fileprivate var shown: String {
    switch kind {
    case .number(let text) where text.utf8.count <= 20: return text
    case .string(let string) where string.length <= 60:
      let text = string.text
      return SwiftText.isLine(text) ? "\"\(text)\"" : "a string with control characters"
    default: return kindDescription
    }
  }
}
