// The identifiers of the rules that diagnostics refer to.

extension Diagnostic {
  /// A rule. Its raw value is shown with each diagnostic, and is part of the JSON output.
  package enum Rule: String, Sendable, CaseIterable {
    // MARK: Reading files

    /// Files can be read and written, and their names are distinct.
    case files
    /// Source text fits into the limits of a run.
    case source
    /// https://spec.graphql.org/September2025/#sec-Language
    case syntax
    /// RFC 8259.
    case json
    /// https://spec.graphql.org/September2025/#sec-Introspection
    case introspection

    // MARK: Operations and fragments

    // https://spec.graphql.org/September2025/#sec-Validation
    // Of `@defer` and `@stream`: https://github.com/graphql/graphql-spec/pull/1110
    case deferStreamDirectiveLabel = "DeferStreamDirectiveLabel"
    case deferStreamDirectiveOnRootField = "DeferStreamDirectiveOnRootField"
    case deferStreamDirectiveOnValidOperations = "DeferStreamDirectiveOnValidOperations"
    case executableDefinitions = "ExecutableDefinitions"
    case fieldsOnCorrectType = "FieldsOnCorrectType"
    case fragmentsOnCompositeTypes = "FragmentsOnCompositeTypes"
    case knownArgumentNames = "KnownArgumentNames"
    case knownFragmentNames = "KnownFragmentNames"
    case loneAnonymousOperation = "LoneAnonymousOperation"
    case noFragmentCycles = "NoFragmentCycles"
    case noUndefinedVariables = "NoUndefinedVariables"
    case noUnusedFragments = "NoUnusedFragments"
    case noUnusedVariables = "NoUnusedVariables"
    case operationTypeExistence = "OperationTypeExistence"
    case overlappingFieldsCanBeMerged = "OverlappingFieldsCanBeMerged"
    case possibleFragmentSpreads = "PossibleFragmentSpreads"
    case providedRequiredArguments = "ProvidedRequiredArguments"
    case scalarLeafs = "ScalarLeafs"
    case singleFieldSubscriptions = "SingleFieldSubscriptions"
    case streamDirectiveOnListField = "StreamDirectiveOnListField"
    case uniqueFragmentNames = "UniqueFragmentNames"
    case uniqueOperationNames = "UniqueOperationNames"
    case uniqueVariableNames = "UniqueVariableNames"
    case variablesAreInputTypes = "VariablesAreInputTypes"
    case variablesInAllowedPosition = "VariablesInAllowedPosition"

    // MARK: Operations and schemas

    case knownDirectives = "KnownDirectives"
    case knownTypeNames = "KnownTypeNames"
    case uniqueArgumentNames = "UniqueArgumentNames"
    case uniqueDirectivesPerLocation = "UniqueDirectivesPerLocation"
    case uniqueInputFieldNames = "UniqueInputFieldNames"
    case valuesOfCorrectType = "ValuesOfCorrectType"

    // MARK: Schemas

    // https://spec.graphql.org/September2025/#sec-Type-System
    case directiveCycles = "DirectiveCycles"
    case inputObjectCycles = "InputObjectCycles"
    case inputObjectDefaultValueHasCycle = "InputObjectDefaultValueHasCycle"
    case isInputType = "IsInputType"
    case isOutputType = "IsOutputType"
    case isValidImplementation = "IsValidImplementation"
    /// https://spec.graphql.org/September2025/#sec--deprecated
    case deprecatedImplementation = "DeprecatedImplementation"
    case knownArgumentNamesOnDirectives = "KnownArgumentNamesOnDirectives"
    case loneSchemaDefinition = "LoneSchemaDefinition"
    case nonEmptyTypes = "NonEmptyTypes"
    case oneOfInputObjects = "OneOfInputObjects"
    /// https://spec.graphql.org/draft/#sec-Directive-Extensions
    case possibleDirectiveExtensions = "PossibleDirectiveExtensions"
    case possibleTypeExtensions = "PossibleTypeExtensions"
    case providedRequiredArgumentsOnDirectives = "ProvidedRequiredArgumentsOnDirectives"
    case requiredInputs = "RequiredInputs"
    case reservedNames = "ReservedNames"
    case rootOperationTypes = "RootOperationTypes"
    case specifiedBy = "SpecifiedBy"
    case typeSystemDefinitions = "TypeSystemDefinitions"
    case unionMembers = "UnionMembers"
    case uniqueArgumentDefinitionNames = "UniqueArgumentDefinitionNames"
    case uniqueDirectiveNames = "UniqueDirectiveNames"
    case uniqueEnumValueNames = "UniqueEnumValueNames"
    case uniqueFieldDefinitionNames = "UniqueFieldDefinitionNames"
    case uniqueOperationTypes = "UniqueOperationTypes"
    case uniqueTypeNames = "UniqueTypeNames"
    /// Advice: the schema's errors do not affect any operation.
    case schemaErrors

    // MARK: Clients

    /// The configuration's keys and values.
    case configuration = "Configuration"
    /// REST services described in a schema.
    case connectors = "Connectors"
    /// Templates and their keys.
    case templates
    /// Generated members do not clash with those of the runtime.
    case reservedResponseName = "ReservedResponseName"
    /// Each operation and fragment has its own Swift name.
    case uniqueSwiftNames = "UniqueSwiftNames"
    /// Whether the schema or the configuration says which fields require authentication.
    case authenticationKnown = "AuthenticationKnown"
    /// Each custom scalar has a Swift type in the configuration.
    case unmappedScalar = "UnmappedScalar"
    /// Values that look secret by their names are listed in the configuration.
    case secretNames = "SecretNames"
    /// Documents contain no secrets.
    case secretLiterals = "SecretLiterals"
    /// The use of directives of other clients, such as Relay's.
    case clientDirectives = "ClientDirectives"
    /// The use of `@catch`. https://specs.apollo.dev/nullability/v0.4
    case caughtErrors = "CaughtErrors"
    /// Whether the client can read responses that arrive in parts.
    case incrementalDelivery = "IncrementalDelivery"
    /// A feature that an operation needs is configured.
    case featureConfigured = "FeatureConfigured"
    /// The limits of a client's server.
    case maximumWeight = "MaximumWeight"
    case maximumFragments = "MaximumFragments"
    /// `authgen build`: the target depends on the products that its files import.
    case dependencies
    /// `authgen check`: the generated files are current.
    case check
    /// `authgen validate --batch`: the form of its input.
    case batch

    /// Whether the source line of a problem is secret, so that no output shows it.
    package var hidesSource: Bool { self == .secretLiterals }
  }
}
