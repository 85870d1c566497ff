// Validates the type system: from documents and their schema to a validated schema.
// https://spec.graphql.org/September2025/#sec-Type-System

import AuthGenLanguage
import AuthGenTypeSystem

package enum SchemaValidation {
  /// Checks all rules of the specification for type systems.
  ///
  /// The checks have three steps, and each step runs only if the previous one found no error:
  /// unique definitions and existing names; then single types; then relations between types. This
  /// way one mistake is not reported several times.
  ///
  /// - Parameters:
  ///   - documents: all documents of the schema, with definitions and extensions in any order.
  ///   - schema: the schema made from exactly these documents.
  ///   - symbols: the table that the documents were parsed with, after `schema` was made.
  ///   - sources: the sources of the documents.
  ///   - reach: the part of the schema that operations use. Problems outside it become warnings,
  ///     and the validated schema contains the first of repeated definitions. Default: all problems
  ///     are errors.
  /// - Returns: the schema, unless there are errors, and all findings in source order.
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

  /// Checks the relations between types. All types must be valid by themselves.
  private static func checkRelations(_ context: TypeSystemContext, _ report: inout Report) {
    BuiltInTypes.check(context, &report)
    RootOperationTypes.checkDistinct(context, &report)
    TypeSystemValues.check(context, &report)
    DefaultValueCycles.check(context, &report)
    DirectiveCycles.check(context, &report)
  }
}
