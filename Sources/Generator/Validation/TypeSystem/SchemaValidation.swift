// The type system half of validation: from documents and the schema made of them to a validated
// schema. https://spec.graphql.org/September2025/#sec-Type-System

import AuthGenLanguage
import AuthGenTypeSystem

package enum SchemaValidation {
  /// Checks every rule of the specification for type systems.
  ///
  /// In three steps, of which each is taken only where the one before found no error: definitions
  /// that are unique and name what exists; then types that are sound; then what they have to do
  /// with each other. Otherwise one mistake would be reported in many ways.
  ///
  /// - Parameters:
  ///   - documents: all documents of the schema, in which definitions and extensions may stand in
  ///     any order.
  ///   - schema: the schema made of exactly these documents.
  ///   - symbols: the table they were parsed with, after `schema` was made.
  ///   - sources: where their texts are.
  ///   - reach: what operations use of the schema. Defects of all else are warnings then, and the
  ///     validated schema has the first of what is defined twice. Default: all are errors.
  /// - Returns: the schema, unless there are errors, and everything found, in the order of the text.
  package static func validate(
    documents: [Document], schema: Schema, symbols: SymbolTable, sources: SourceMap,
    options: ValidationOptions, reach: SchemaReach? = nil
  ) -> (schema: Validated<Schema>?, diagnostics: [Diagnostic]) {
    let schema = reach == nil ? schema : schema.withoutRepeatedMembers()
    let context = TypeSystemContext(
      documents: documents, schema: schema, symbols: symbols, sources: sources, options: options)
    var report = Report(reach: reach)
    checkDefinitions(documents, context, &report)
    if !report.hasErrors { checkTypes(context, &report) }
    if !report.hasErrors { checkRelations(context, &report) }
    return (report.hasErrors ? nil : Validated(schema), report.sorted())
  }

  private static func checkDefinitions(
    _ documents: [Document], _ context: TypeSystemContext, _ report: inout Report
  ) {
    TypeSystemDefinitions.check(documents, &report)
    SchemaDefinitions.check(context, &report)
    UniqueTypeNames.check(context, &report)
    UniqueDirectiveNames.check(context, &report)
    PossibleTypeExtensions.check(context, &report)
    UniqueMemberNames.check(context, &report)
    UniqueArgumentDefinitionNames.check(context, &report)
    KnownTypeNames.check(context, &report)
    AppliedDirectives.check(context, &report)
  }

  private static func checkTypes(_ context: TypeSystemContext, _ report: inout Report) {
    RootOperationTypes.check(context, &report)
    OneOfInputObjects.checkExtensions(context, &report)
    let names = ReservedNames(context)
    for directive in context.schema.directives[context.definedDirectives] {
      names.check(directive, &report)
      TypePositions.check(directive, context, &report)
      RequiredInputs.check(directive, context, &report)
    }
    var unions = UnionMembers(context)
    var interfaces = ImplementedInterfaces(context)
    for type in context.schema.types[context.definedTypes] {
      names.check(type, &report)
      TypePositions.check(type, context, &report)
      NonEmptyTypes.check(type, context, &report)
      unions.check(type, &report)
      interfaces.check(type, &report)
      RequiredInputs.check(type, context, &report)
      OneOfInputObjects.check(type, context, &report)
    }
    InputObjectCycles.check(context, &report)
  }

  /// What is only worth looking at where each type is sound by itself.
  private static func checkRelations(_ context: TypeSystemContext, _ report: inout Report) {
    BuiltInTypes.check(context, &report)
    RootOperationTypes.checkDistinct(context, &report)
    TypeSystemValues.check(context, &report)
    DefaultValueCycles.check(context, &report)
    DirectiveCycles.check(context, &report)
  }
}
