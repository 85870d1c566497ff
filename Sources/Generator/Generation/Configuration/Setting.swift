// The values in a configuration file: their form, and how each is read.

import AuthGenLanguage
import AuthGenSwiftModel

struct Setting<Value> {
  let form: ValueForm
  /// Returns the value, or nil after reporting a diagnostic.
  let read: (JSONValue, inout [Diagnostic]) -> Value?
}

extension Setting {
  /// A value that one conversion reads.
  ///
  /// - Parameters:
  ///   - expected: the description of a valid value, for the diagnostic.
  ///   - showsValue: whether the diagnostic shows an invalid value. Default: false, for its kind alone.
  fileprivate static func simple(
    _ form: ValueForm, _ expected: String, showsValue: Bool = false,
    read: @escaping (JSONValue) -> Value?
  ) -> Setting {
    Setting(
      form: form,
      read: { value, diagnostics in
        if let result = read(value) { return result }
        diagnostics.append(.unexpected(value, expected, found: showsValue ? value.shown : nil))
        return nil
      })
  }

  /// The value and its position.
  static func placed<Plain: Sendable>(_ plain: Setting<Plain>) -> Setting
  where Value == ClientSettings.Placed<Plain> {
    Setting(
      form: plain.form,
      read: { value, diagnostics in
        plain.read(value, &diagnostics).map { .init($0, at: value.position) }
      })
  }
}

extension Setting {
  /// A value for a property that can be nil.
  static func optional<Wrapped>(_ wrapped: Setting<Wrapped>) -> Setting where Value == Wrapped? {
    Setting(form: wrapped.form, read: { value, diagnostics in wrapped.read(value, &diagnostics) })
  }
}

// MARK: Lists and maps

extension Setting {
  static func list<Element>(of element: Setting<Element>, mayBeEmpty: Bool = true) -> Setting
  where Value == [Element] {
    Setting(
      form: .list(of: element.form, mayBeEmpty: mayBeEmpty),
      read: { value, diagnostics in
        guard let elements = value.array else {
          diagnostics.append(.unexpected(value, "an array"))
          return nil
        }
        guard mayBeEmpty || !elements.isEmpty else {
          diagnostics.append(.unexpected(value, "at least one element", found: "an empty array"))
          return nil
        }
        return elements.compactMap { element.read($0, &diagnostics) }
      })
  }

  /// A list of strings. Brackets are optional if it has one element.
  static func oneOrMore<Element>(_ element: Setting<Element>) -> Setting
  where Value == [Element] {
    let list = Setting.list(of: element, mayBeEmpty: false)
    return Setting(
      form: .either([element.form, list.form]),
      read: { value, diagnostics in
        switch value.kind {
        case .array: return list.read(value, &diagnostics)
        case .string: return element.read(value, &diagnostics).map { [$0] }
        default:
          diagnostics.append(.unexpected(value, "a string or an array of strings"))
          return nil
        }
      })
  }

  /// An object whose keys the user chooses, in the order of the file. Each entry's position is its key's.
  static func map<Element>(of element: Setting<Element>) -> Setting
  where Value == [ClientSettings.Entry<Element>] {
    Setting(
      form: .map(of: element.form),
      read: { value, diagnostics in
        guard let members = value.object else {
          diagnostics.append(.unexpected(value, "an object"))
          return nil
        }
        diagnostics += members.duplicates
        return members.compactMap { member in
          element.read(member.value, &diagnostics).map {
            .init(member.name, $0, at: member.namePosition)
          }
        }
      })
  }
}

// MARK: Single values

extension Setting where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the cases, by its raw value.
  static var choice: Setting {
    let names = Value.allCases.map(\.rawValue)
    return Setting(
      form: .choice(names),
      read: { value, diagnostics in
        let text = value.string?.text
        if let result = text.flatMap(Value.init(rawValue:)) { return result }
        diagnostics.append(
          .unexpected(
            value, names.map { "\"\($0)\"" }.joined(separator: " or "), found: value.shown,
            help: text.flatMap { didYouMean($0, among: names) }))
        return nil
      })
  }
}

extension Setting<Bool> {
  static var boolean: Setting {
    simple(.boolean, "true or false", read: \.boolean)
  }
}

extension Setting<Int> {
  static var wholeNumber: Setting { wholeNumber(in: 0...Int.max) }

  /// A number of files.
  static var fileCount: Setting { wholeNumber(in: 1...1_000) }

  private static func wholeNumber(in range: ClosedRange<Int>) -> Setting {
    simple(.wholeNumber(range), range.title, showsValue: true) { value in
      value.integer.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A number that was checked before.
  static func constant(_ number: Int) -> Setting {
    Setting(form: .constant(number), read: wholeNumber.read)
  }
}

extension ClosedRange<Int> {
  /// The whole numbers of the range, in words.
  package var title: String {
    "a whole number from \(lowerBound)" + (upperBound == .max ? "" : " to \(upperBound)")
  }
}

extension Setting<String> {
  static var text: Setting {
    simple(.text, "a string", read: { $0.string?.text })
  }

  static func text(_ kind: TextKind) -> Setting {
    Setting(
      form: .kind(kind),
      read: { value, diagnostics in
        guard let text = text.read(value, &diagnostics) else { return nil }
        if kind.isValid(text) { return text }
        diagnostics.append(.unexpected(value, kind.title, found: value.shown, help: kind.help))
        return nil
      })
  }
}

// MARK: A short form or an object

extension Setting {
  /// An object, or a short form for its most important key.
  fileprivate static func object<Short>(
    _ keys: [ConfigurationKey<Value>], initially: Value, or short: Setting<Short>,
    isShort: @escaping (JSONValue) -> Bool, expected: String,
    make: @escaping (Short, JSONValue) -> Value
  ) -> Setting {
    let object = Setting.object(keys, initially: initially)
    return Setting(
      form: .either([short.form, object.form]),
      read: { value, diagnostics in
        if isShort(value) { return short.read(value, &diagnostics).map { make($0, value) } }
        if value.object != nil { return object.read(value, &diagnostics) }
        diagnostics.append(.unexpected(value, expected))
        return nil
      })
  }
}

extension Setting<ClientSettings.Scalar> {
  /// The Swift type, or an object with the type and its module.
  static var scalar: Setting {
    .object(
      Value.keys, initially: Value(swiftType: ""), or: .text(.swiftType),
      isShort: { $0.string != nil },
      expected: "a string or an object", make: { type, _ in Value(swiftType: type) })
  }
}

extension Setting<ClientSettings.Session.Call> {
  /// The operation, or an object with the operation and its token.
  static var call: Setting { call(Value.keys) }

  /// The same, for an operation that completes a login.
  static var step: Setting { call(Value.keysOfStep) }

  private static func call(_ keys: [ConfigurationKey<Value>]) -> Setting {
    .object(
      keys, initially: Value(), or: .text(.graphQLName), isShort: { $0.string != nil },
      expected: "a string or an object",
      make: { name, value in Value(.init(name, at: value.position)) })
  }
}

extension Setting<ClientSettings.Session.AccessToken> {
  /// The fields, or an object with the name of a header field.
  static var accessToken: Setting {
    .object(
      Value.keys, initially: Value(), or: .list(of: .placed(.text(.word)), mayBeEmpty: false),
      isShort: { $0.array != nil }, expected: "an array or an object",
      make: { fields, _ in Value(fields: fields) })
  }
}

extension Setting<ClientSettings.Session.Expiry> {
  private enum Claim: String, CaseIterable {
    case jwt
  }

  /// "jwt", or an object with fields.
  static var expiry: Setting {
    .object(
      Value.keys, initially: Value(), or: Setting<Claim>.choice, isShort: { $0.string != nil },
      expected: "\"jwt\" or an object", make: { _, _ in Value(isClaim: true) })
  }
}

extension Diagnostic {
  /// Returns the diagnostic for a value that a setting does not accept.
  static func unexpected(
    _ value: JSONValue, _ expected: String, found: String? = nil, help: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      rule: .configuration,
      message: "expected \(expected), found \(found ?? value.kindDescription)",
      at: value.position, help: help)
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
