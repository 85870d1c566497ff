// Objects as one of the types that a selection distinguishes.

/// An object of an interface or union, as one of its types: the members of the whole selection and those of
/// the type.
///
/// ```swift
/// if let film = item.asFilm {
///   print(film.title, film.minutes)
/// }
/// ```
///
/// The selection of the type does not repeat the fields of the whole selection. Here, `title` is a member of
/// ``whole``, and `minutes` one of ``part``. If both have a member, it is that of the part.
@dynamicMemberLookup
nonisolated public struct Narrowed<Whole, Part> {
  /// The struct with the fields that all types have.
  public let whole: Whole
  /// The struct with the fields of the type.
  public let part: Part

  @inlinable
  public init(_ whole: Whole, part: Part) {
    self.whole = whole
    self.part = part
  }

  @inlinable
  public subscript<Member>(dynamicMember path: KeyPath<Part, Member>) -> Member {
    part[keyPath: path]
  }

  @inlinable
  @_disfavoredOverload
  public subscript<Member>(dynamicMember path: KeyPath<Whole, Member>) -> Member {
    whole[keyPath: path]
  }
}

nonisolated extension Narrowed: Sendable where Whole: Sendable, Part: Sendable {}
nonisolated extension Narrowed: Equatable where Whole: Equatable, Part: Equatable {}
nonisolated extension Narrowed: Hashable where Whole: Hashable, Part: Hashable {}

nonisolated extension Narrowed: Identifiable where Whole: Identifiable {
  @inlinable public var id: Whole.ID { whole.id }
}
