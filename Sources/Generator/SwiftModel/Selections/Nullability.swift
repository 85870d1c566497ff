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
  func applied(to type: TypeReference) -> TypeReference { Self.applied(bits, to: type) }

  private static func applied(_ bits: UInt64, to type: TypeReference) -> TypeReference {
    let inner = type.element.map { applied(bits >> 1, to: $0).list } ?? type.nullable
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

extension StructBuilder {
  /// Returns how a field catches errors, and reports what authgen does not support.
  mutating func caughtError(_ field: CollectedField) -> CaughtError? {
    let caught = context.caughtError(field.field)
    for other in field.others where context.caughtError(other) != caught {
      diagnostics.report(
        .caughtErrors, "the selections of the field have different @catch directives",
        at: other.position, notes: [.init(field.field.position, "the other selection is here")],
        help: "write the same @catch on both")
    }
    guard caught != nil, let catchSymbol = context.catchSymbol else { return nil }
    let directive = field.field.directives[catchSymbol]
    for argument in directive?.arguments ?? [] {
      guard case .variable = argument.value.kind else { continue }
      diagnostics.report(
        .caughtErrors, "expected a value, found a variable", at: argument.value.position,
        help: "write RESULT, NULL or THROW: the server does not get the directive")
    }
    if let levels = context.symbols.find("levels"), let value = directive?[argument: levels],
      case .list(let elements) = value.kind,
      elements.count != 1 || context.sources.number(elements[0]) != "0"
    {
      diagnostics.report(
        .caughtErrors, "@catch supports only level 0", at: value.position,
        help: "remove the argument \"levels\"; level 0 also catches the errors of elements")
    }
    if draft.mapping != nil {
      diagnostics.report(
        .caughtErrors, "@catch requires a GraphQL server", at: field.field.position,
        help: "remove @catch: connectors return no field errors")
    }
    return caught
  }
}
