// The input of operations: input objects and variables.

/// A GraphQL input object. A nil property is an absent field. A field listed in `explicitNulls` is
/// sent as null if it has no value.
nonisolated public protocol InputObject: FieldEncodable {}
