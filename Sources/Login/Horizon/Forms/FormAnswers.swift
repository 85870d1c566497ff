// The customer's input to a form.

import AuthGenRuntime
import HorizonAPI

/// The customer's answers, by the names of their fields. A description shows which fields have an
/// answer, without the answers.
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

  /// The answer to a field. A date is `YYYY-MM-DD`, a tick box `true` or `false`, and a choice its
  /// `optionKey`.
  public subscript(name: String) -> String? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// The repeated input of a confirmable field. It is compared with the answer and not sent.
  public subscript(confirmationOf name: String) -> String? {
    get { confirmations[name] }
    set { confirmations[name] = newValue }
  }

  /// The initial answers. Each is the customer's earlier answer, or the provider's value, or the
  /// form's default.
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

extension FormAnswers: RedactedDescription {
  public var description: String {
    "answers to " + values.keys.sorted().joined(separator: ", ")
  }
}
