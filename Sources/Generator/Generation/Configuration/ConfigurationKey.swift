// One key of an object in a configuration file, and how objects are read by their keys.

import AuthGenLanguage

/// The declaration of a key: everything that the reader, the JSON Schema and the reference page
/// need. `Target` is the value that the object's keys fill.
struct ConfigurationKey<Target> {
  let name: String
  /// An example value, for the diagnostic of a missing key; nil if the key is optional.
  let example: String?
  /// Reads the value into the target. Reports a diagnostic if the value is invalid.
  let read: (JSONValue, inout Target, inout [Diagnostic]) -> Void
  /// Returns the form, with the defaults of a target.
  let form: (Target) -> KeyForm

  /// A key whose default is the property's value in a new target.
  init<Value>(
    _ name: String, _ property: WritableKeyPath<Target, Value>, _ setting: Setting<Value>,
    summary: String
  ) {
    self.init(
      name, setting, summary: summary, example: nil,
      standard: { setting.form.json($0[keyPath: property]) },
      assign: { $0[keyPath: property] = $1 })
  }

  /// A key without a default.
  init<Value>(
    _ name: String, _ property: WritableKeyPath<Target, Value?>, _ setting: Setting<Value>,
    summary: String
  ) {
    self.init(name, setting, summary: summary, example: nil) { $0[keyPath: property] = $1 }
  }

  /// A required key.
  init<Value>(
    required name: String, _ property: WritableKeyPath<Target, Value>, _ setting: Setting<Value>,
    example: String, summary: String
  ) {
    self.init(name, setting, summary: summary, example: example) { $0[keyPath: property] = $1 }
  }

  /// A key whose value is checked and has no effect. It is required if it has an example.
  init<Value>(
    ignored name: String, _ setting: Setting<Value>, example: String? = nil, summary: String
  ) {
    self.init(name, setting, summary: summary, example: example) { _, _ in }
  }

  /// A key with an object whose keys fill the same target.
  init(_ name: String, summary: String, keys: [ConfigurationKey]) {
    self.name = name
    example = nil
    read = { value, target, diagnostics in
      keys.read(value, into: &target, &diagnostics)
    }
    form = { target in
      KeyForm(
        name: name, summary: summary, value: .object(keys.map { $0.form(target) }),
        isRequired: false, standard: "{}")
    }
  }

  private init<Value>(
    _ name: String, _ setting: Setting<Value>, summary: String, example: String?,
    standard: @escaping (Target) -> String? = { _ in nil },
    assign: @escaping (inout Target, Value) -> Void
  ) {
    self.name = name
    self.example = example
    read = { value, target, diagnostics in
      if let result = setting.read(value, &diagnostics) { assign(&target, result) }
    }
    form = { target in
      KeyForm(
        name: name, summary: summary, value: setting.form, isRequired: example != nil,
        standard: standard(target))
    }
  }
}

extension Setting {
  /// An object with these keys.
  ///
  /// - Parameter initially: the value that the keys fill, with their defaults.
  static func object(_ keys: [ConfigurationKey<Value>], initially: Value) -> Setting {
    Setting(
      form: .object(keys.map { $0.form(initially) }),
      read: { value, diagnostics in
        var result = initially
        return keys.read(value, into: &result, &diagnostics) ? result : nil
      })
  }
}

extension Array {
  /// Reads all members of an object. Reports members that are missing, duplicate, unknown or of
  /// the wrong type.
  ///
  /// - Returns: whether the value is an object.
  @discardableResult
  fileprivate func read<Target>(
    _ value: JSONValue, into target: inout Target, _ diagnostics: inout [Diagnostic]
  ) -> Bool where Element == ConfigurationKey<Target> {
    guard let members = value.object else {
      diagnostics.append(.unexpected(value, "an object"))
      return false
    }
    for key in self {
      if let member = members.first(where: { $0.name == key.name }) {
        key.read(member.value, &target, &diagnostics)
      } else if let example = key.example {
        diagnostics.report(
          .configuration, "\"\(key.name)\" is missing", at: value.position,
          help: "add \"\(key.name)\": \(example)")
      }
    }
    diagnostics += members.duplicates
    diagnostics += members.unknown(among: map(\.name))
    return true
  }
}

extension [JSONValue.Member] {
  /// A diagnostic for each repeated key.
  var duplicates: [Diagnostic] {
    var first: [String: Position] = [:]
    return compactMap { member in
      guard let earlier = first[member.name] else {
        first[member.name] = member.namePosition
        return nil
      }
      return Diagnostic(
        rule: .configuration, message: "duplicate key \"\(member.name)\"",
        at: member.namePosition, notes: [.init(earlier, "it is first given here")],
        help: "keep one of them")
    }
  }

  /// Returns a diagnostic for each member that has no known name.
  fileprivate func unknown(among names: [String]) -> [Diagnostic] {
    filter { !names.contains($0.name) }.map { member in
      let list = "the keys here are \(names.joined(separator: ", "))"
      let suggestion =
        didYouMean(member.name, among: names) ?? Configuration.form.help(forKey: member.name)
      return Diagnostic(
        rule: .configuration, message: "unknown key \"\(member.name)\"", at: member.namePosition,
        help: suggestion.map { "\($0) \(list)" } ?? list)
    }
  }
}
