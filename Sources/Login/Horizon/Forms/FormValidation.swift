// Finds problems with answers before they are sent. The app refuses only what the server would
// refuse for certain, and leaves all other checks to the server.

public import AuthGenRuntime
import Foundation
public import HorizonAPI

/// Checks the answers to a form.
public struct FormValidation: Sendable {
  private let today: @Sendable () -> CalendarDate?

  /// Creates a validation that computes ages for a given day.
  ///
  /// - Parameter today: the day for which ages are computed. Nil leaves rules about ages to the server.
  public init(today: @escaping @Sendable () -> CalendarDate?) {
    self.today = today
  }

  /// Creates a validation that computes ages for the current day in the device's time zone.
  public init() {
    self.init {
      let now = Calendar(identifier: .gregorian).dateComponents(
        [.year, .month, .day], from: Date())
      guard let year = now.year, let month = now.month, let day = now.day else { return nil }
      return CalendarDate(year: year, month: month, day: day)
    }
  }

  /// Returns all problems, in the order of the form's fields. Skips fields that are hidden or disabled.
  public func problems(in answers: FormAnswers, to form: LoginForm) -> [FormProblem] {
    let deadline = ContinuousClock.now + RuleCheck.totalTime
    return form.visibleFields(for: answers).filter { !$0.disabled }.flatMap { field in
      reasons(answers, field, deadline).map { FormProblem(fieldName: field.name, reason: $0) }
    }
  }

  private func reasons(
    _ answers: FormAnswers, _ field: LoginForm.Field, _ deadline: ContinuousClock.Instant
  ) -> [FormProblem.Reason] {
    let isSendable = SocialLoginMissingInformation.fieldNames.containsSameBytes(as: field.name)
    guard let answer = answers[field.name]?.trimmedAnswer else {
      guard field.required else { return [] }
      return [isSendable ? .required : .cannotBeSent]
    }
    guard isSendable || !field.required else { return [.cannotBeSent] }
    var reasons: [FormProblem.Reason] = []
    if field.isRepeated, answers[confirmationOf: field.name]?.trimmedAnswer != answer {
      reasons.append(.notConfirmed)
    }
    if let reason = field.reasonAgainstForm(of: answer) { reasons.append(reason) }
    let check = RuleCheck(
      answer: answer, field: field, answers: answers, today: today, deadline: deadline)
    for validator in field.validators.prefix(RuleCheck.maximumCount)
    where !check.mayHold(validator) {
      reasons.append(.rule(validator.name))
    }
    return reasons
  }
}

extension String {
  /// An answer as it is sent; nil if it is empty.
  var trimmedAnswer: String? {
    let text = trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : text
  }
}

extension SocialLoginOutcome.Form.Field {
  /// The reason why an answer does not have the format of this field's type; nil if it does.
  fileprivate func reasonAgainstForm(of answer: String) -> FormProblem.Reason? {
    switch kind {
    case .email: answer.isEmailAddress ? nil : .invalidEmail
    case .phoneNumber: answer.isPhoneNumber ? nil : .invalidPhoneNumber
    case .date: CalendarDate(answer) == nil ? .invalidDate : nil
    case .number: Decimal(answerText: answer) == nil ? .invalidNumber : nil
    case .boolean: ["true", "false"].contains(answer) ? nil : .invalidOption
    case .group, .likertScale, .list, .marketingConsent:
      options.isEmpty || options.contains { $0.optionKey.hasSameBytes(as: answer) }
        ? nil : .invalidOption
    case .fileUpload, .multiSelect, .password, .text, .textbox, .unknown: nil
    }
  }
}

extension String {
  /// The check that browsers make (HTML, valid email address), extended to all scripts.
  /// https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
  fileprivate var isEmailAddress: Bool {
    let parts = split(separator: "@", omittingEmptySubsequences: false)
    guard utf8.count <= 254, parts.count == 2, !parts[0].isEmpty else { return false }
    let isLocalPart = parts[0].utf8.allSatisfy {
      $0 >= 0x80 || $0.isASCIIAlphanumeric || ".!#$%&'*+/=?^_`{|}~-".utf8.contains($0)
    }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    let isDomain =
      labels.allSatisfy { label in
        (1...63).contains(label.count) && label.first != "-" && label.last != "-"
          && label.utf8.allSatisfy {
            $0 >= 0x80 || $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-")
          }
      }
    return isLocalPart && isDomain
  }

  /// At most the 15 digits of E.164, in any script, with common separators and invisible formatting
  /// characters.
  fileprivate var isPhoneNumber: Bool {
    var digits = 0
    for (index, scalar) in unicodeScalars.filter({ !$0.isFormat }).enumerated() {
      switch scalar.properties.generalCategory {
      case .decimalNumber: digits += 1
      case .dashPunctuation, .spaceSeparator: break
      default:
        guard "./()".unicodeScalars.contains(scalar) || scalar == "+" && index == 0 else {
          return false
        }
      }
    }
    return (5...15).contains(digits)
  }
}

extension Unicode.Scalar {
  fileprivate var isFormat: Bool { properties.generalCategory == .format }
}

extension Decimal {
  /// A decimal number with an optional point: `-12.5`.
  init?(answerText text: String) {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, text.utf8.count <= 30,
      parts.allSatisfy(\.isASCIIDigits)
    else { return nil }
    self.init(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }
}
