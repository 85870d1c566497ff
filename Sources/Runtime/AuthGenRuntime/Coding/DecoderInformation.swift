// The keys of the user information of decoders and encoders.

/// Chooses one of several names at a coding path: the value of an enum, or the type of an object.
package typealias NameChoice = (
  _ names: [String], _ codingPath: [any CodingKey]
) -> String

nonisolated extension CodingUserInfoKey {
  /// The Boolean variables of the operation, as `[String: Bool]`, for decoding its response with any decoder.
  public static let conditionVariables = CodingUserInfoKey("authgen.conditionVariables")

  /// The ``NameChoice`` of a decoder that invents values for tests.
  package static let nameChoice = CodingUserInfoKey("authgen.nameChoice")

  /// A `Locked<Bool>` of an encoder, which is true after the encoder has written a secret.
  static let secretWatch = CodingUserInfoKey("authgen.secretWatch")

  private init(_ name: String) {
    guard let key = CodingUserInfoKey(rawValue: name) else { preconditionFailure(name) }
    self = key
  }
}
