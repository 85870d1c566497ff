// The marks of a schema with the names of the settings.

package import AuthGenLanguage
package import AuthGenTypeSystem

extension SchemaMarks {
  package init(
    of schema: Schema, _ names: ClientSettings.DirectiveNames, symbols: SymbolTable,
    sources: SourceMap
  ) {
    self.init(
      authenticated: names.authenticated, feature: names.feature, weight: names.weight,
      rateLimit: names.rateLimit, in: schema, symbols: symbols, sources: sources)
  }
}
