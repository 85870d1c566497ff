// The rules of a form's fields.

import AuthGenRuntime
import Foundation
import HorizonAPI

/// Whether an answer breaks the rules of its field. It is not known how the server counts
/// characters or anchors expressions, so a rule counts as broken only if every reading breaks it.
/// The server checks unknown rules and rules without their argument. The limits here keep a hostile
/// form from blocking the app; the server checks what they leave out.
struct RuleCheck {
  let answer: String
  let field: LoginForm.Field
  let answers: FormAnswers
  let today: () -> CalendarDate?
  /// When expressions are no longer matched.
  let deadline: ContinuousClock.Instant

  /// The number of rules of a field that are checked.
  static let maximumCount = 32
  /// The time for matching all expressions of a form.
  static let totalTime: Duration = .seconds(1)
  /// The time for matching one expression. It can take exponential time.
  private static let matchingTime: Duration = .milliseconds(50)
  /// The maximum length of an expression, in UTF-16 code units.
  private static let maximumPatternLength = 1_000
  /// The maximum length of a list in a rule's argument, in UTF-8 code units.
  private static let maximumListLength = 4_096

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
      return rule.argument.flatMap(parts).map { $0.contains(where: isInDomain) } ?? true
    case .notEqualTo:
      return rule.argument.flatMap(parts).map {
        $0.allSatisfy { answers[$0.text]?.trimmedAnswer?.hasSameBytes(as: answer) != true }
      } ?? true
    case .specifiedAnswersOnly:
      return field.options.isEmpty
        || field.options.contains { $0.optionKey.hasSameBytes(as: answer) }
    case .regexMatches: return rule.argument.map { matches($0) != .nowhere } ?? true
    case .regexDoesNotMatch: return rule.argument.map { matches($0) != .whole } ?? true
    case .maxOptions, .minOptions, .maxUploadSizeKb, .supportedUploadExtensions, .mustBeUnique,
      .serverSideCheck, .unknown:
      return true
    }
  }

  /// The different texts in a list; nil if it is too long.
  private func parts(of list: String) -> Set<ExactString>? {
    guard list.utf8.count <= Self.maximumListLength else { return nil }
    return Set(
      list.unicodeScalars.split(separator: ",").map {
        ExactString(String($0).trimmingCharacters(in: .whitespaces))
      })
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

  private func isInDomain(_ domain: ExactString) -> Bool {
    let domain = domain.text.lowercased()
    let answer = answer.lowercased().utf8.reversed()
    func ends(with text: String) -> Bool { answer.starts(with: text.utf8.reversed()) }
    return ends(with: "@" + domain) || ends(with: "." + domain)
      || ends(with: domain) && domain.utf8.first == UInt8(ascii: "@")
  }

  private enum Match {
    case whole, part, nowhere
  }

  /// How the answer matches an expression. Nil counts as satisfied: the expression is invalid or in
  /// another syntax with slashes, the expression or the answer is too long, or matching takes too long.
  private func matches(_ pattern: String) -> Match? {
    let now = ContinuousClock.now
    guard answer.utf16.count <= 500, pattern.utf16.count <= Self.maximumPatternLength,
      !pattern.hasPrefix("/"), now < deadline,
      let expression = try? NSRegularExpression(pattern: pattern)
    else { return nil }
    let deadline = min(now + Self.matchingTime, deadline)
    guard let found = expression.matches(answer, until: deadline) else { return nil }
    guard found else { return .nowhere }
    guard let anchored = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z") else {
      return .part
    }
    return anchored.matches(answer, until: deadline).map { $0 ? .whole : .part }
  }
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
