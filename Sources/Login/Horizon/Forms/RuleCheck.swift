// The rules of a form's fields.

import AuthGenRuntime
import Foundation
import HorizonAPI

/// Whether an answer breaks the rules of its field. It is not known how the server counts
/// characters or anchors expressions, so a rule counts as broken only if every reading breaks it.
/// The server checks unknown rules and rules without their argument.
struct RuleCheck {
  let answer: String
  let field: LoginForm.Field
  let answers: FormAnswers
  let today: () -> CalendarDate?

  /// Whether the answer may satisfy the rule.
  func mayHold(_ rule: LoginForm.Field.Validator) -> Bool {
    let number = rule.argument.flatMap(Decimal.init(answerText:))
    let count = number.flatMap { Int("\($0)") }
    switch rule.name {
    case .maxLength: return count.map { answer.count <= $0 } ?? true
    case .minLength: return count.map { answer.utf16.count >= $0 } ?? true
    case .minLowercase: return has(count, where: \.properties.isLowercase)
    case .minUppercase: return has(count, where: \.properties.isUppercase)
    case .minNumbers: return has(count, where: \.isNumber)
    case .minSpecialCharacters:
      return has(count) { !$0.properties.isAlphabetic && !$0.isNumber }
    case .noDigits: return !answer.unicodeScalars.contains { ("0"..."9").contains($0) }
    case .noSpecialCharacters:
      return !answer.unicodeScalars.contains {
        "!\"#$%&()*+/:;<=>?@[\\]^_`{|}~".unicodeScalars.contains($0)
      }
    case .maxValue: return compare(number, <=)
    case .minValue: return compare(number, >=)
    case .maxDaysOld: return age.flatMap { age in count.map { age - 1 <= $0 } } ?? true
    case .minDaysOld: return age.flatMap { age in count.map { age + 1 >= $0 } } ?? true
    case .emailDomain:
      return rule.argument.map { parts(of: $0).contains(where: isInDomain) } ?? true
    case .notEqualTo:
      return rule.argument.map { parts(of: $0).allSatisfy { answers.trimmed($0) != answer } }
        ?? true
    case .specifiedAnswersOnly:
      return field.options.isEmpty || field.options.contains { $0.optionKey == answer }
    case .regexMatches: return rule.argument.map { matches($0) != .nowhere } ?? true
    case .regexDoesNotMatch: return rule.argument.map { matches($0) != .whole } ?? true
    case .maxOptions, .minOptions, .maxUploadSizeKb, .supportedUploadExtensions, .mustBeUnique,
      .serverSideCheck, .unknown:
      return true
    }
  }

  private func parts(of list: String) -> [String] {
    list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func has(_ count: Int?, where isCounted: (Unicode.Scalar) -> Bool) -> Bool {
    count.map { answer.unicodeScalars.filter(isCounted).count >= $0 } ?? true
  }

  private func compare(_ bound: Decimal?, _ holds: (Decimal, Decimal) -> Bool) -> Bool {
    guard let bound, let value = Decimal(answerText: answer) else { return true }
    return holds(value, bound)
  }

  /// The days since the date in the answer. The server's date may differ by one day.
  private var age: Int? {
    guard let date = CalendarDate(answer), let today = today() else { return nil }
    return today.daysSince1970 - date.daysSince1970
  }

  private func isInDomain(_ domain: String) -> Bool {
    let answer = answer.lowercased()
    let domain = domain.lowercased()
    return answer.hasSuffix("@" + domain) || answer.hasSuffix("." + domain)
      || answer.hasSuffix(domain) && domain.hasPrefix("@")
  }

  private enum Match {
    case whole, part, nowhere
  }

  /// How the answer matches an expression. Nil counts as satisfied: the expression is invalid or in
  /// another syntax with slashes, the answer is too long, or matching takes too long.
  private func matches(_ pattern: String) -> Match? {
    guard answer.utf16.count <= 500, !pattern.hasPrefix("/"),
      let expression = try? NSRegularExpression(pattern: pattern)
    else { return nil }
    let deadline = ContinuousClock.now + Self.matchingTime
    guard let found = expression.matches(answer, until: deadline) else { return nil }
    guard found else { return .nowhere }
    guard let anchored = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z") else {
      return .part
    }
    return anchored.matches(answer, until: deadline).map { $0 ? .whole : .part }
  }

  /// The time for matching one expression. A server's expression can take exponential time.
  private static let matchingTime: Duration = .milliseconds(50)
}

extension NSRegularExpression {
  /// - Returns: whether a part of the text matches; nil if the deadline has passed.
  fileprivate func matches(_ text: String, until deadline: ContinuousClock.Instant) -> Bool? {
    var result: Bool? = false
    enumerateMatches(
      in: text, options: .reportProgress, range: NSRange(text.startIndex..., in: text)
    ) { match, _, stop in
      if match != nil {
        result = true
        stop.pointee = true
      } else if ContinuousClock.now >= deadline {
        result = nil
        stop.pointee = true
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isNumber: Bool { properties.numericType != nil }
}
