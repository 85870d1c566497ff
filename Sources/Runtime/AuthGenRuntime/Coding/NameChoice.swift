// Names that a decoder chooses, because it has no input.

/// Chooses one of several names at a coding path: the value of an enum, or the type of an object.
package typealias NameChoice = (
  _ names: [String], _ codingPath: [any CodingKey]
) -> String

nonisolated extension CodingUserInfoKey {
  /// The ``NameChoice`` of a decoder that invents values for tests.
  package static let nameChoice = CodingUserInfoKey(rawValue: "authgen.nameChoice")
    .unsafelyUnwrapped
}
