// What to do about a change.

package import AuthGenValidation

extension SchemaChange {
  /// What the authors of affected operations do, as a clause without a full stop; nil for nothing.
  ///
  /// - Parameter parts: the places in operations that use the element.
  package func remedy(_ parts: Set<SchemaUse.Part>) -> String? {
    switch kind {
    case .rootTypeRemoved, .rootTypeChanged, .typeRemoved, .typeChangedKind, .fieldRemoved,
      .typeRemovedFromUnion, .implementedInterfaceRemoved, .inputRemoved, .directiveRemoved,
      .directiveRepeatableRemoved, .directiveLocationRemoved:
      "remove it from the operations before the server changes, then run `authgen generate`"
    case .fieldChangedKind, .fieldChangedKindSafe, .semanticNullabilityChanged:
      "change selections that no longer fit, run `authgen generate`, and change the Swift code that reads it"
    case .inputChangedKind:
      parts == [.variable]
        ? "run `authgen generate`, and give a value of the new type in Swift"
        : "give a value, or define the variable, with the new type; then run `authgen generate`"
    case .requiredInputAdded:
      parts == [.variable]
        ? "run `authgen generate`, and give it where Swift creates the input object"
        : "give it in the operations, then run `authgen generate`"
    case .optionalInputAdded, .inputDefaultAdded, .inputDefaultChanged, .inputDefaultRemoved:
      "give it where the response must stay as it was"
    case .oneOfAdded:
      "give exactly one of its fields, then run `authgen generate`"
    case .valueRemovedFromEnum:
      "run `authgen generate`, and remove the case from the Swift code"
    case .valueAddedToEnum:
      "run `authgen generate`, and add the case to switches; until then, it is read as unknown"
    case .typeAddedToUnion, .implementedInterfaceAdded:
      "select its fields where the app shows them; without that, it has the common fields alone"
    case .authenticationAdded:
      "run `authgen generate`, and call the operations with a session"
    case .authenticationRemoved:
      "run `authgen generate`; Swift code that requires an AuthenticatedOperation changes"
    case .authenticationChanged:
      "check that the app's users have the permission"
    case .secretAdded, .secretRemoved:
      "run `authgen generate`, and change the Swift code that gives or reads it"
    case .featureAdded, .featureChanged:
      "list the feature in \"features\" if all servers of the app have it, or remove it from the operations"
    case .weightChanged:
      "run `authgen generate`; select less if a request exceeds the server's maximum"
    case .rateLimitAdded, .rateLimitChanged:
      "run `authgen generate`, and handle a call that is refused for now"
    case .connectorChanged:
      "run `authgen generate`, and try the calls"
    case .marksLost:
      "keep the directives in the schema's file, or use the SDL that the server publishes"
    case .specifiedByAdded, .specifiedByChanged, .specifiedByRemoved:
      "run `authgen generate`, and map the scalar in \"scalars\" if it needs another type"
    case .deprecationAdded:
      "use its replacement before it is removed"
    case .rootTypeAdded, .typeAdded, .fieldAdded, .inputChangedKindSafe, .oneOfRemoved,
      .directiveAdded, .directiveRepeatableAdded, .directiveLocationAdded, .featureRemoved,
      .rateLimitRemoved, .deprecationReasonChanged, .deprecationRemoved, .descriptionChanged:
      nil
    }
  }
}
