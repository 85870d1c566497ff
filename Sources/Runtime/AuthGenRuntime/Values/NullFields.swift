// The fields under @include and @skip that are null, as opposed to those that are not selected.

/// Names the fields under `@include` and `@skip` that the server sent as null. Their properties are nil,
/// as those of fields that are not selected. With the names, they are written as null again.
///
/// This is no part of a response type's value, so all are equal.
nonisolated public struct NullFields: Hashable, Sendable {
  private var names: [String] = []

  public init() {}

  func contains(_ name: StaticString) -> Bool {
    !names.isEmpty && names.contains(name.description)
  }

  mutating func insert(_ name: StaticString) { names.append(name.description) }

  public static func == (left: NullFields, right: NullFields) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}
