// What the customer puts into a form.

import AuthGenRuntime
import HorizonAPI

/// Answers by the names of their fields. They are what the customer typed: a description shows which
/// fields have one, and no answer.
///
/// ```swift
/// var answers = information.answers
/// answers["email"] = "ada@example.com"
/// answers[confirmationOf: "email"] = "ada@example.com"
/// ```
public struct FormAnswers: Hashable, Sendable {
  private var values: [String: String]
  private var confirmations: [String: String]

  public init(_ values: [String: String] = [:]) {
    self.values = values
    confirmations = [:]
  }

  /// The answer to a field. A date is `YYYY-MM-DD`, a tick box `true` or `false`, a choice its
  /// `optionKey`.
  public subscript(name: String) -> String? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// What was typed the second time, for a field that is confirmable. It is compared, and not sent.
  public subscript(confirmationOf name: String) -> String? {
    get { confirmations[name] }
    set { confirmations[name] = newValue }
  }

  /// The answers to begin with: what the customer has answered before, or else what the provider
  /// told, or else what the form says.
  init(initiallyFor form: LoginForm, identity: SocialIdentity, previous: FormAnswers?) {
    values = [:]
    confirmations = previous?.confirmations ?? [:]
    for field in form.fields {
      let known: String? =
        switch field.name {
        case "email": identity.email
        case "fullName": identity.fullName
        default: nil
        }
      values[field.name] =
        field.disabled
        ? field.defaultValue ?? known : previous?[field.name] ?? known ?? field.defaultValue
    }
  }
}

extension FormAnswers: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String {
    "answers to " + values.keys.sorted().joined(separator: ", ")
  }

  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
