// Validates the type system: from documents and their schema to a validated schema.
//
//     type Book implements Node { title: String! }
//     interface Node { id: ID! }
//
// gives no schema, and the error: Book implements Node but lacks its field "id". Its note is at Node's field,
// and its help is: add "id: ID!".
// https://spec.graphql.org/September2025/#sec-Type-System

package import AuthGenLanguage
package import AuthGenTypeSystem

package enum SchemaValidation {
  /// Checks all rules of the specification for type systems.
  ///
  /// The checks have three steps, and each step runs only if the previous one found no error:
  /// unique definitions and existing names; then single types; then relations between types. This
  /// way one mistake is not reported several times.
  ///
  /// - Parameters:
  ///   - schema: the schema made from exactly `documents`.
  ///   - documents: all documents of the schema, with definitions and extensions in any order.
  ///   - operations: the operations of a client. With `options.schemaErrors == .used`, problems outside
  ///     of what they use become warnings, and the validated schema contains the first of repeated
  ///     definitions. Default: all problems are errors.
  ///   - symbols: the table that the documents were parsed with, after `schema` was made.
  ///   - sources: the sources of the documents.
  /// - Returns: the schema, unless there are errors, and all diagnostics in source order.
  package static func validate(
    _ schema: Schema, documents: [Document], usedBy operations: ExecutableDocument? = nil,
    symbols: SymbolTable, sources: SourceMap, options: ValidationOptions
  ) -> (schema: Validated<Schema>?, diagnostics: [Diagnostic]) {
    func check(_ schema: Schema, _ reach: SchemaReach? = nil) -> (
      schema: Validated<Schema>?, diagnostics: [Diagnostic]
    ) {
      var validator = SchemaValidator(
        documents: documents, schema: schema, symbols: symbols, sources: sources, options: options,
        report: Report(reach: reach, isSilent: options.schemaErrors == .usedSilently))
      validator.checkDefinitions()
      if !validator.report.hasErrors { validator.checkTypes() }
      if !validator.report.hasErrors { validator.checkRelations() }
      let report = validator.report
      return (report.hasErrors ? nil : Validated(schema), report.sorted())
    }
    let all = check(schema)
    guard all.schema == nil, let operations else { return all }
    let used = check(
      schema.withoutRepeatedMembers(),
      SchemaReach(of: operations, in: schema, documents: documents))
    switch options.schemaErrors {
    case .used, .usedSilently: return used
    case .all: return used.schema == nil ? all : (nil, all.diagnostics + [adviceToContinue])
    }
  }

  private static let adviceToContinue = Diagnostic(
    .warning, rule: .schemaErrors,
    message: "the schema's errors do not affect any operation",
    help: "to continue, write \"schemaErrors\": \"used\" among the client's options, or use"
      + " --schema-errors used")
}

extension SchemaValidator {
  fileprivate mutating func checkDefinitions() {
    checkTypeSystemDefinitions()
    checkLoneSchemaDefinition()
    checkUniqueOperationTypes()
    checkUniqueTypeNames()
    checkUniqueDirectiveNames()
    checkPossibleTypeExtensions()
    checkPossibleDirectiveExtensions()
    checkUniqueMemberNames()
    checkUniqueArgumentDefinitionNames()
    checkKnownTypeNames()
    checkAppliedDirectives()
  }

  fileprivate mutating func checkTypes() {
    checkRootOperationTypes()
    checkOneOfExtensions()
    for directive in schema.directives[definedDirectives] {
      checkReservedName(directive.name, .directive(directive.name.symbol), at: directive.start)
      directive.forEachMember { checkMember($0) }
    }
    for type in schema.types[definedTypes] {
      checkReservedName(type.name, .type(type.name.symbol), at: type.start)
      type.forEachMember { checkMember($0) }
      checkNonEmptyTypes(type)
      checkUnionMembers(type)
      checkIsValidImplementation(type)
      checkOneOfInputObjects(type)
    }
    checkInputObjectCycles()
  }

  private mutating func checkMember(_ member: Member) {
    checkReservedName(member.name, member.element, at: member.start)
    checkIsInputType(member)
    checkIsOutputType(member)
    checkRequiredInput(member)
  }

  /// Checks the relations between types. All types must be valid by themselves.
  fileprivate mutating func checkRelations() {
    checkBuiltInTypes()
    checkDistinctRootOperationTypes()
    checkConstantValues()
    checkInputObjectDefaultValueHasCycle()
    checkDirectiveCycles()
  }
}
