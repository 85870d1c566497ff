// Fragments with @defer.

@_spi(Generated) public import AuthGenRuntime
import Foundation

/// A fragment with `@defer`: the server may deliver its fields later than the rest of the object, or not at
/// all.
///
/// ```swift
/// switch hero.details {
/// case .pending: showProgress()
/// case .delivered(let details): show(details)
/// case .failed(let errors): show(errors)
/// }
/// ```
///
/// https://github.com/graphql/graphql-spec/pull/1110
nonisolated public enum Deferred<Part: ResponseObject>: Sendable {
  /// The server has not delivered the fields yet.
  case pending
  /// The fields, which the server delivered.
  indirect case delivered(Part)
  /// The server could not deliver the fields, because of errors in fields that are not nullable. The response
  /// contains the errors, too.
  case failed([GraphQLError])

  /// The fields; nil if they are pending or failed.
  public var value: Part? {
    if case .delivered(let part) = self { part } else { nil }
  }
}

nonisolated extension Deferred: Equatable where Part: Equatable {}
nonisolated extension Deferred: Hashable where Part: Hashable {}

nonisolated extension FieldReader {
  /// A fragment with `@defer`.
  ///
  /// - Parameters:
  ///   - label: the label of the directive in the document.
  ///   - names: response names that no other part of the object has.
  @inline(never)
  public mutating func deferred<Part: ResponseObject>(
    _ label: StaticString, _ names: [StaticString] = []
  ) -> Deferred<Part> {
    if let earlier: Deferred<Part> = earlierView() { return earlier }
    switch member(DeferralMarker.name(label: label.description)) {
    case DeferralMarker.pending?: return .pending
    case .array(let errors)?: return .failed(errors.map { GraphQLError($0) })
    case nil where mayBeDeferred:
      guard hasAny(of: names) else { return .pending }
      return partIfComplete { $0.part() }.map { .delivered($0) } ?? .pending
    default: return .delivered(part())
    }
  }

  /// A fragment with `@defer` that is selected if a condition is true.
  ///
  /// - Parameters:
  ///   - label: the label of the directive in the document.
  ///   - names: response names that no other part of the object has.
  ///   - condition: names of Boolean variables, such as `a && !b || c`.
  ///   - responseNames: fields that only this fragment selects. Without variables, a fragment is selected if
  ///     its non-null fields are present, and one of these names, unless the list is empty.
  @inline(never)
  public mutating func deferred<Part: ResponseObject>(
    _ label: StaticString, _ names: [StaticString] = [], if condition: StaticString,
    orAnyOf responseNames: [StaticString] = []
  ) -> Deferred<Part>? {
    optionalPart(
      { $0.isTrue(condition, orAnyOf: responseNames) }, reading: { $0.deferred(label, names) })
  }
}

nonisolated extension FieldWriter {
  /// A fragment with `@defer`.
  @inline(never)
  public final func deferred<Part: ResponseObject>(_ label: StaticString, _ value: Deferred<Part>) {
    if collect(part: value, Deferred<Part>.self) { return }
    let marker = DeferralMarker.name(label: label.description)
    switch value {
    case .delivered(let part): self.part(part)
    case .pending: write(member: marker, DeferralMarker.pending)
    case .failed(let errors): write(member: marker, .array(errors.map(JSON.init)))
    }
  }

  /// A fragment with `@defer` that may not be selected.
  @inline(never)
  public final func deferred<Part: ResponseObject>(
    _ label: StaticString, _ value: Deferred<Part>?
  ) {
    if let value {
      deferred(label, value)
    } else if !collect(part: nil, Deferred<Part>.self) {
      part(Part?.none)
    }
  }
}

/// A member that marks the state of a fragment with `@defer` in its object: pending, delivered, or the list
/// of its errors. No field has such a name, because names that begin with two underscores are reserved, and
/// no name contains a colon.
nonisolated enum DeferralMarker {
  static let pending = JSON.string("pending")
  static let pendingText = Data(#""pending""#.utf8)
  static let deliveredText = Data(#""delivered""#.utf8)

  static func name(label: String) -> String { "__deferred:" + label }
}
