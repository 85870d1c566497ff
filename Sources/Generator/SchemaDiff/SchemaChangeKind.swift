// The kinds of changes, as stable codes for programs and lists of exceptions. The codes are those
// of the reference implementation (graphql-js, `findSchemaChanges`) if it has one.

/// The kind of a change. The raw value is its code, with `*` for the code of an input: an argument,
/// an input field or an argument of a directive.
package enum SchemaChangeKind: String, CaseIterable, Sendable {
  case rootTypeRemoved = "ROOT_TYPE_REMOVED"
  case rootTypeChanged = "ROOT_TYPE_CHANGED"
  case rootTypeAdded = "ROOT_TYPE_ADDED"

  case typeRemoved = "TYPE_REMOVED"
  case typeChangedKind = "TYPE_CHANGED_KIND"
  case typeAdded = "TYPE_ADDED"

  case fieldRemoved = "FIELD_REMOVED"
  case fieldChangedKind = "FIELD_CHANGED_KIND"
  case fieldChangedKindSafe = "FIELD_CHANGED_KIND_SAFE"
  case fieldAdded = "FIELD_ADDED"

  case inputRemoved = "*_REMOVED"
  case inputChangedKind = "*_CHANGED_KIND"
  case inputChangedKindSafe = "*_CHANGED_KIND_SAFE"
  case requiredInputAdded = "REQUIRED_*_ADDED"
  case optionalInputAdded = "OPTIONAL_*_ADDED"
  case inputDefaultRemoved = "*_DEFAULT_VALUE_REMOVED"
  case inputDefaultChanged = "*_DEFAULT_VALUE_CHANGE"
  case inputDefaultAdded = "*_DEFAULT_VALUE_ADDED"
  case oneOfAdded = "ONE_OF_ADDED"
  case oneOfRemoved = "ONE_OF_REMOVED"

  case valueRemovedFromEnum = "VALUE_REMOVED_FROM_ENUM"
  case valueAddedToEnum = "VALUE_ADDED_TO_ENUM"

  case typeRemovedFromUnion = "TYPE_REMOVED_FROM_UNION"
  case typeAddedToUnion = "TYPE_ADDED_TO_UNION"
  case implementedInterfaceRemoved = "IMPLEMENTED_INTERFACE_REMOVED"
  case implementedInterfaceAdded = "IMPLEMENTED_INTERFACE_ADDED"

  case directiveRemoved = "DIRECTIVE_REMOVED"
  case directiveAdded = "DIRECTIVE_ADDED"
  case directiveRepeatableRemoved = "DIRECTIVE_REPEATABLE_REMOVED"
  case directiveRepeatableAdded = "DIRECTIVE_REPEATABLE_ADDED"
  case directiveLocationRemoved = "DIRECTIVE_LOCATION_REMOVED"
  case directiveLocationAdded = "DIRECTIVE_LOCATION_ADDED"

  case authenticationAdded = "AUTHENTICATION_ADDED"
  case authenticationRemoved = "AUTHENTICATION_REMOVED"
  case authenticationChanged = "AUTHENTICATION_CHANGED"
  case secretAdded = "SECRET_ADDED"
  case secretRemoved = "SECRET_REMOVED"
  case featureAdded = "FEATURE_ADDED"
  case featureRemoved = "FEATURE_REMOVED"
  case featureChanged = "FEATURE_CHANGED"
  case weightChanged = "WEIGHT_CHANGED"
  case rateLimitAdded = "RATE_LIMIT_ADDED"
  case rateLimitRemoved = "RATE_LIMIT_REMOVED"
  case rateLimitChanged = "RATE_LIMIT_CHANGED"
  case semanticNullabilityChanged = "SEMANTIC_NULLABILITY_CHANGED"
  case connectorChanged = "CONNECTOR_CHANGED"
  case marksLost = "DIRECTIVES_LOST"

  case specifiedByRemoved = "SPECIFIED_BY_REMOVED"
  case specifiedByChanged = "SPECIFIED_BY_CHANGED"
  case specifiedByAdded = "SPECIFIED_BY_ADDED"
  case deprecationAdded = "DEPRECATION_ADDED"
  case deprecationReasonChanged = "DEPRECATION_REASON_CHANGED"
  case deprecationRemoved = "DEPRECATION_REMOVED"
  case descriptionChanged = "DESCRIPTION_CHANGED"
}
