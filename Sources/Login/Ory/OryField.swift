// The fields of a form, which the server describes.

public import AuthGenRuntime
import Foundation
import OryAPI

/// A field that the user fills in: the identifier of a login, or a trait of a new user.
///
/// Its label, value and messages may quote the user, so descriptions show only its name.
public struct OryField: Hashable, Sendable {
  /// The type of the field's input, as in HTML.
  public enum Kind: Hashable, Sendable {
    case text
    case email
    /// A phone number.
    case phoneNumber
    case number
    case url
    case date
    /// A date with a time.
    case dateTime
    /// A yes or no.
    case checkbox
    case password
  }

  /// Identifies the field, such as `identifier`, `traits.email` or `traits.name.first`.
  public let name: String
  public let kind: Kind
  /// The text beside the field, from the server.
  public let label: String?
  public let isRequired: Bool
  /// What the server fills in, such as the last submission. Nil for nothing.
  public let value: JSON?
  /// The problems of the last submission.
  public let messages: [OryMessage]

  public init(
    name: String, kind: Kind, label: String? = nil, isRequired: Bool = false, value: JSON? = nil,
    messages: [OryMessage] = []
  ) {
    self.name = name
    self.kind = kind
    self.label = label
    self.isRequired = isRequired
    self.value = value
    self.messages = messages
  }
}

extension OryField: RedactedDescription {
  public var description: String { "field \(name)" }
  public var customMirror: Mirror { Mirror(self, children: ["name": name], displayStyle: .struct) }
}

extension OryField {
  /// - Returns: nil for a node that the user does not fill in.
  init?(_ node: Flow.Node) {
    guard node.type.hasSameBytes(as: "input"), let name = node.name,
      let kind = Kind(node.inputType),
      name.hasSameBytes(as: "identifier") || Self.isTrait(name)
    else { return nil }
    let value = node.value.flatMap { $0 == .null || $0 == .string("") ? nil : $0 }
    self.init(
      name: name, kind: kind, label: node.label, isRequired: node.required ?? false, value: value,
      messages: node.ownMessages)
  }

  fileprivate static func isTrait(_ name: String) -> Bool { name.utf8.starts(with: "traits.".utf8) }
}

extension OryField.Kind {
  /// - Parameter type: a value of the attribute `type`. An unknown one is a text, as in HTML.
  fileprivate init?(_ type: String?) {
    switch ExactString(type ?? "") {
    case "hidden", "submit", "button": return nil
    case "email": self = .email
    case "tel": self = .phoneNumber
    case "number": self = .number
    case "url": self = .url
    case "date": self = .date
    case "datetime-local": self = .dateTime
    case "checkbox": self = .checkbox
    case "password": self = .password
    default: self = .text
    }
  }
}

extension Flow {
  var fields: [OryField] { nodes.compactMap { OryField($0) } }
}

extension OryForm {
  /// Returns the traits of a new user, as the server takes them: what the user has entered, and the values of
  /// the other fields.
  ///
  /// ```swift
  /// let traits = form.traits(["traits.name.first": .string("Ada")])
  /// ```
  ///
  /// - Parameter answers: the answers by the fields' names. Those with other names are left out.
  public func traits(_ answers: JSON.Object) -> JSON {
    var traits: JSON.Object = [:]
    for field in fields {
      guard let value = answers[field.name] ?? field.value, OryField.isTrait(field.name) else {
        continue
      }
      traits.set(
        value,
        at: field.name.unicodeScalars.split(separator: ".").dropFirst().map { String($0) }[...])
    }
    return .object(traits)
  }
}

extension JSON.Object {
  /// Sets a member of a member, and so on. A path that no identity schema has is left out.
  fileprivate mutating func set(_ value: JSON, at path: ArraySlice<String>) {
    guard let first = path.first, path.count <= 16 else { return }
    guard path.count > 1 else {
      self[first] = value
      return
    }
    var members: JSON.Object = if case .object(let known)? = self[first] { known } else { [:] }
    members.set(value, at: path.dropFirst())
    self[first] = .object(members)
  }
}
