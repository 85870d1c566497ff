// Generated switches over the cases of enums, `@oneOf` inputs and unions.

import AuthGenMustache

extension Context {
  /// The most cases of one switch. The compiler compares each case with all others, and refuses to check
  /// about 630 of them. A switch over more cases is divided, and each part has a default, which ends the
  /// check.
  private static let caseLimit = 300

  /// The fields for a switch over `self` that returns a value.
  mutating func switchFields(_ count: Int) -> [(key: TemplateKey, value: Value)] {
    let isDivided = Self.isDivided(count)
    return [(.isDivided, .bool(isDivided)), (.return, isDivided ? code("return ") : .null)]
  }

  static func isDivided(_ count: Int) -> Bool { count > caseLimit }

  /// Whether another switch starts before a case.
  static func startsSwitch(at index: Int) -> Value {
    .bool(index > 0 && index % caseLimit == 0)
  }
}
