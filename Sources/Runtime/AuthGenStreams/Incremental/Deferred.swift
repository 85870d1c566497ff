// Fragments with @defer.

public import AuthGenRuntime
import Foundation

/// A fragment with `@defer`: the server may deliver its fields later than the rest of the object, or not at all.
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
  /// The server could not deliver the fields, because of errors in fields that are not nullable. The response contains
  /// the errors, too.
  case failed([GraphQLError])

  /// The fields; nil if they are pending or failed.
  public var value: Part? {
    if case .delivered(let part) = self { part } else { nil }
  }
}

nonisolated extension Deferred: Equatable where Part: Equatable {}
nonisolated extension Deferred: Hashable where Part: Hashable {}

nonisolated extension Deferred: ResponseObject {
  public mutating func code(fields: inout FieldCoder) {
    // Reading and writing use the deferral that generated code has set.
    let deferral = fields.deferral
    let marker = deferral.map { DeferralMarker.name(label: $0.label.description) }
    fields.choice(&self) { coder throws(FieldCoder.Failed) in
      let names = deferral?.names ?? []
      switch try marker.flatMap({ marker throws(FieldCoder.Failed) in try coder.member(marker) }) {
      case DeferralMarker.pending?: return .pending
      case .array(let errors)?: return .failed(errors.compactMap { GraphQLError($0) })
      case nil where coder.mayBeDeferred:
        guard coder.hasAny(of: names), let part: Part = try coder.partIfComplete() else {
          return .pending
        }
        return .delivered(part)
      default: return .delivered(try coder.part())
      }
    } write: { value, coder in
      switch (value, marker) {
      case (.delivered(let part), _): coder.write(part)
      case (.pending, let marker?): coder.write(marker, DeferralMarker.pending)
      case (.failed(let errors), let marker?):
        coder.write(marker, .array(errors.map(JSON.init)))
      case (_, nil): break
      }
    } areEqual: {
      Self.areEqual($0, $1)
    }
  }

  private static func areEqual(_ left: Self, _ right: Self) -> Bool {
    switch (left, right) {
    case (.pending, .pending): true
    case (.delivered(let left), .delivered(let right)): FieldCoder.areEqual(left, right)
    case (.failed(let left), .failed(let right)): left == right
    default: false
    }
  }
}

nonisolated extension FieldCoder {
  /// Declares that the next part is a fragment with `@defer`.
  ///
  /// - Parameters:
  ///   - label: the label of the directive in the document.
  ///   - names: response names that no other part of the object has.
  public mutating func deferral(_ label: StaticString, _ names: [StaticString] = []) {
    deferral = Deferral(label: label, names: names)
  }
}

/// A member that marks the state of a fragment with `@defer` in its object: pending, delivered, or the list of its errors.
/// No field has such a name, because names that begin with two underscores are reserved, and no name contains a colon.
nonisolated enum DeferralMarker {
  static let pending = JSON.string("pending")
  static let pendingText = Data(#""pending""#.utf8)
  static let deliveredText = Data(#""delivered""#.utf8)

  static func name(label: String) -> String { "__deferred:" + label }
}
