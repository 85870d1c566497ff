// Reads the members of a JSON object by name. Reports members that are missing, duplicate, unknown
// or of the wrong type.

import AuthGenLanguage

struct ObjectReader {
  static let rule = Diagnostic.Rule.configuration

  private let members: [JSONValue.Member]
  private let position: Position
  /// The keys that were read, in that order.
  private var known: [String] = []
  private var diagnostics: [Diagnostic] = []

  private init(_ members: [JSONValue.Member], at position: Position) {
    self.members = members
    self.position = position
  }

  /// Reads an object.
  ///
  /// - Parameter body: reads every supported key, even after an error.
  /// - Returns: the result of `body`, or nil if the value is not an object.
  @discardableResult
  static func read<Result>(
    _ value: JSONValue, _ diagnostics: inout [Diagnostic],
    _ body: (inout ObjectReader) -> Result
  ) -> Result? {
    guard let members = value.object else {
      diagnostics.append(.unexpected(value, "an object"))
      return nil
    }
    var reader = ObjectReader(members, at: value.position)
    let result = body(&reader)
    diagnostics += reader.diagnostics
    diagnostics += duplicates(of: members)
    diagnostics += reader.unknownKeys
    return result
  }

  /// Reads an object nested in this one.
  mutating func read<Result>(
    _ value: JSONValue, _ body: (inout ObjectReader) -> Result
  ) -> Result? {
    Self.read(value, &diagnostics, body)
  }

  /// Reads the object of an optional key. Its keys are known only if the object is present.
  mutating func object(_ key: String, _ body: (inout ObjectReader) -> Void) {
    if let value = value(key) { _ = read(value, body) }
  }

  /// - Returns: nil if the key is absent or its value is invalid.
  mutating func read<Value>(_ key: String, _ setting: Setting<Value>) -> Value? {
    value(key).flatMap { setting.read($0, &diagnostics) }
  }

  /// Reads a value into `destination`, which keeps its default if the key is absent.
  mutating func read<Value>(
    _ key: String, _ setting: Setting<Value>, into destination: inout Value
  ) {
    if let value = read(key, setting) { destination = value }
  }

  /// Checks the value of a key that the generator ignores.
  mutating func ignore<Value>(_ key: String, _ setting: Setting<Value>) {
    _ = read(key, setting)
  }

  /// - Parameter example: an example value, for the diagnostic of a missing key.
  /// - Returns: nil after an error.
  mutating func require<Value>(
    _ key: String, _ setting: Setting<Value>, example: String
  ) -> Value? {
    if let value = value(key) { return setting.read(value, &diagnostics) }
    report("\"\(key)\" is missing", at: position, help: "add \"\(key)\": \(example)")
    return nil
  }

  mutating func report(
    _ message: String, at position: Position, notes: [Diagnostic.Note] = [], help: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(rule: Self.rule, message: message, at: position, notes: notes, help: help))
  }

  /// Reports every repeated key.
  static func duplicates(of members: [JSONValue.Member]) -> [Diagnostic] {
    var first: [String: Position] = [:]
    return members.compactMap { member in
      guard let earlier = first[member.name] else {
        first[member.name] = member.namePosition
        return nil
      }
      return Diagnostic(
        rule: rule, message: "duplicate key \"\(member.name)\"", at: member.namePosition,
        notes: [.init(earlier, "it is first given here")], help: "keep one of them")
    }
  }

  private mutating func value(_ key: String) -> JSONValue? {
    known.append(key)
    return members.first { $0.name == key }?.value
  }

  private var unknownKeys: [Diagnostic] {
    members.filter { !known.contains($0.name) }.map { member in
      let list = "the keys here are \(known.joined(separator: ", "))"
      let suggestion = didYouMean(member.name, among: known)
      return Diagnostic(
        rule: Self.rule, message: "unknown key \"\(member.name)\"", at: member.namePosition,
        help: suggestion.map { "\($0) \(list)" } ?? list)
    }
  }
}

extension Diagnostic {
  /// Returns the diagnostic for a value that a setting does not accept.
  static func unexpected(
    _ value: JSONValue, _ expected: String, found: String? = nil, help: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      rule: ObjectReader.rule,
      message: "expected \(expected), found \(found ?? value.kindDescription)",
      at: value.position, help: help)
  }
}
