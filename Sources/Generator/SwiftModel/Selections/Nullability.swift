// Fields that are null only if they have an error, and fields whose errors the app catches.
// https://specs.apollo.dev/nullability/v0.4

import AuthGenLanguage
import AuthGenTypeSystem

/// The levels of a field's type that are null only in case of an error: 0 is the type itself, 1 the elements
/// of a list, and so on.
struct SemanticLevels: Sendable {
  private(set) var bits: UInt64

  static let all = SemanticLevels(bits: .max)

  private init(bits: UInt64) {
    self.bits = bits
  }

  /// - Parameter directive: `@semanticNonNull` or `@semanticNonNullField`.
  init(_ directive: Directive, levels: Symbol?, sources: SourceMap) {
    guard let levels, case .list(let values)? = directive[argument: levels]?.kind else {
      bits = 1
      return
    }
    bits = values.reduce(into: 0) { bits, value in
      if case .int = value.kind, let level = sources.number(value).flatMap({ Int($0) }),
        (0..<64).contains(level)
      {
        bits |= 1 << UInt64(level)
      }
    }
  }

  /// Returns a type that is non-null at these levels, too.
  func applied(to type: TypeReference) -> TypeReference {
    let inner =
      type.element.map { Self(bits: bits >> 1).applied(to: $0).list } ?? type.nullable
    return type.isNonNull || bits & 1 == 1 ? inner.nonNull : inner
  }
}

/// What happens to an error of a field.
enum CaughtError {
  /// The property is a `Result`.
  case result
  /// The property is nil.
  case null
}

extension BuilderContext {
  /// Returns how a field catches errors, or nil if it does not.
  func caughtError(_ field: Field) -> CaughtError? {
    guard !field.directives.isEmpty, let catchSymbol, let directive = field.directives[catchSymbol]
    else {
      return nil
    }
    guard let to = symbols.find("to"), case .enum(let value)? = directive[argument: to]?.kind else {
      return .result
    }
    return switch symbols[value] {
    case "NULL": .null
    case "THROW": nil
    default: .result
    }
  }
}
