// The kinds of changes, as stable codes for programs and lists of exceptions. The codes are those
// of the reference implementation (graphql-js, `findSchemaChanges`) if it has one.

/// The kind of a change. The raw value is its code.
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

  case argumentRemoved = "ARG_REMOVED"
  case argumentChangedKind = "ARG_CHANGED_KIND"
  case argumentChangedKindSafe = "ARG_CHANGED_KIND_SAFE"
  case requiredArgumentAdded = "REQUIRED_ARG_ADDED"
  case optionalArgumentAdded = "OPTIONAL_ARG_ADDED"
  case argumentDefaultValueRemoved = "ARG_DEFAULT_VALUE_REMOVED"
  case argumentDefaultValueChange = "ARG_DEFAULT_VALUE_CHANGE"
  case argumentDefaultValueAdded = "ARG_DEFAULT_VALUE_ADDED"

  case inputFieldRemoved = "INPUT_FIELD_REMOVED"
  case inputFieldChangedKind = "INPUT_FIELD_CHANGED_KIND"
  case inputFieldChangedKindSafe = "INPUT_FIELD_CHANGED_KIND_SAFE"
  case requiredInputFieldAdded = "REQUIRED_INPUT_FIELD_ADDED"
  case optionalInputFieldAdded = "OPTIONAL_INPUT_FIELD_ADDED"
  case inputFieldDefaultValueRemoved = "INPUT_FIELD_DEFAULT_VALUE_REMOVED"
  case inputFieldDefaultValueChange = "INPUT_FIELD_DEFAULT_VALUE_CHANGE"
  case inputFieldDefaultValueAdded = "INPUT_FIELD_DEFAULT_VALUE_ADDED"
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
  case directiveArgumentRemoved = "DIRECTIVE_ARG_REMOVED"
  case directiveArgumentChangedKind = "DIRECTIVE_ARG_CHANGED_KIND"
  case directiveArgumentChangedKindSafe = "DIRECTIVE_ARG_CHANGED_KIND_SAFE"
  case requiredDirectiveArgumentAdded = "REQUIRED_DIRECTIVE_ARG_ADDED"
  case optionalDirectiveArgumentAdded = "OPTIONAL_DIRECTIVE_ARG_ADDED"
  case directiveArgumentDefaultValueRemoved = "DIRECTIVE_ARG_DEFAULT_VALUE_REMOVED"
  case directiveArgumentDefaultValueChange = "DIRECTIVE_ARG_DEFAULT_VALUE_CHANGE"
  case directiveArgumentDefaultValueAdded = "DIRECTIVE_ARG_DEFAULT_VALUE_ADDED"

  case specifiedByRemoved = "SPECIFIED_BY_REMOVED"
  case specifiedByChanged = "SPECIFIED_BY_CHANGED"
  case specifiedByAdded = "SPECIFIED_BY_ADDED"
  case deprecationAdded = "DEPRECATION_ADDED"
  case deprecationReasonChanged = "DEPRECATION_REASON_CHANGED"
  case deprecationRemoved = "DEPRECATION_REMOVED"
  case descriptionChanged = "DESCRIPTION_CHANGED"
}
