// What operations send: input objects and variables.

/// A GraphQL input object. Of its optional properties, nil means that the field is absent; a field
/// listed in `explicitNulls` is sent as null where it has no value.
nonisolated public protocol InputObject: FieldEncodable {}
