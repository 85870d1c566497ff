// Reads the marks of the schema's directives and of the settings.

import AuthGenLanguage
import AuthGenTypeSystem

extension Semantics {
  /// Returns the marks, and the errors in the settings' coordinates.
  ///
  /// - Parameter sessionTokens: the input fields with tokens of the session are secret.
  static func read(
    _ schema: Schema, _ settings: ClientSettings, sessionTokens: SessionTokens,
    symbols: SymbolTable, sources: SourceMap
  ) -> (semantics: Semantics, diagnostics: [Diagnostic]) {
    var reader = SemanticsReader(
      settings: settings, sources: sources,
      resolver: CoordinateResolver(schema: schema, symbols: symbols),
      marks: Semantics(schema: schema))
    reader.readDirectives()
    reader.readCoordinates()
    reader.marks.secrets.formUnion(sessionTokens.secretMembers.map { .member($0) })
    reader.marks.authenticatedNames = Set(reader.marks.authenticated.map(\.member))
    return (reader.marks, reader.resolver.diagnostics)
  }
}

private struct SemanticsReader {
  let settings: ClientSettings
  let sources: SourceMap
  var resolver: CoordinateResolver
  var marks: Semantics

  private var schema: Schema { resolver.schema }
  private var symbols: SymbolTable { resolver.symbols }

  mutating func readDirectives() {
    let directives = SchemaMarks(
      of: schema, settings.directives, symbols: symbols, sources: sources)
    let (levels, name) = (symbols.find("levels"), symbols.find("name"))
    // Federation also has `@authenticated` on types: it counts for their fields, and for fields of the type.
    let authenticated = Set(
      schema.types[schema.builtInTypeCount...].lazy.filter { type in
        directives.authentication.contains { type.directives[$0] != nil }
      }.map(\.name.symbol))
    for index in schema.builtInTypeCount..<schema.types.count {
      let type = schema.types[index].name.symbol
      let isAuthenticated = authenticated.contains(type)
      if let feature = argument(of: directives.feature, in: schema.types[index].directives) {
        marks.typeFeatures[type] = feature
      }
      for directive in schema.types[index].directives
      where directives.nonNullField.contains(directive.name.symbol) {
        guard let field = name.flatMap({ directive[argument: $0]?.string }).map(sources.text),
          let symbol = symbols.find(field)
        else { continue }
        marks.semanticNonNull[MemberKey(type: type, member: symbol)] = SemanticLevels(
          directive, levels: levels, sources: sources)
      }
      for field in schema.types[index].fields {
        let key = MemberKey(type: type, member: field.name.symbol)
        if isAuthenticated || authenticated.contains(field.type.symbol)
          || directives.authentication.contains(where: { field.directives[$0] != nil })
        {
          marks.authenticated.insert(key)
        }
        guard !field.directives.isEmpty else { continue }
        if let directive = directives.nonNull.lazy.compactMap({ field.directives[$0] }).first {
          marks.semanticNonNull[key] = SemanticLevels(directive, levels: levels, sources: sources)
        }
        marks.memberFeatures[key] = argument(of: directives.feature, in: field.directives)
        marks.buckets[key] = argument(of: directives.rateLimit, in: field.directives)
        marks.weights[key] = argument(of: directives.weight, in: field.directives).flatMap {
          Int($0)
        }
      }
      for field in schema.types[index].inputFields where !field.directives.isEmpty {
        let key = MemberKey(type: type, member: field.name.symbol)
        marks.memberFeatures[key] = argument(of: directives.feature, in: field.directives)
      }
    }
  }

  /// Returns the value of the single argument of an applied directive, as text.
  private func argument(of directive: Symbol?, in directives: [Directive]) -> String? {
    guard let directive, let value = directives[directive]?.arguments.first?.value else {
      return nil
    }
    return switch value.kind {
    case .enum(let symbol): symbols[symbol]
    case .string(let literal): sources.text(of: literal)
    case .int: sources.number(value)
    default: nil
    }
  }

  mutating func readCoordinates() {
    for coordinate in settings.authenticated ?? [] {
      marks.authenticated.formUnion(resolver.fields(coordinate.value, at: coordinate.position))
    }
    for coordinate in settings.semanticNonNull {
      if coordinate.value == "*" {
        marks.isSemanticNonNull = true
      } else if let key = resolver.field(coordinate.value, at: coordinate.position) {
        marks.semanticNonNull[key] = .all
      }
    }
    for coordinate in settings.lenient {
      let fields = resolver.fields(coordinate.value, at: coordinate.position)
      marks.lenient.formUnion(fields)
      guard fields.count == 1, let field = fields.first,
        let type = schema.typeID(field.type).flatMap({ schema.field(field.member, of: $0) })?.type,
        type.isNonNull, !type.isList
      else { continue }
      resolver.report(
        "\"lenient\" requires a nullable field or a list, found \"\(coordinate.value)\" of type "
          + type.text(symbols),
        at: coordinate.position)
    }
    for weight in settings.weights {
      if let key = resolver.field(weight.key, at: weight.position) {
        marks.weights[key] = weight.value
      }
    }
    for limit in settings.rateLimits {
      if let key = resolver.field(limit.key, at: limit.position) {
        marks.buckets[key] = limit.value
      }
    }
    for secret in settings.secrets {
      guard let (element, type) = resolver.value(secret.value, at: secret.position) else {
        continue
      }
      if let problem = problem(of: type) {
        resolver.report("\"\(secret.value)\" cannot be secret: \(problem)", at: secret.position)
      } else {
        marks.secrets.insert(element)
      }
    }
    for element in settings.notSecret {
      if let (element, _) = resolver.value(element.value, at: element.position) {
        marks.notSecret.insert(element)
      }
    }
  }

  /// Why the values of a type cannot be secret; nil if they can. A secret is a string.
  private func problem(of type: Symbol) -> String? {
    let name = symbols[type]
    switch schema.type(type)?.kind {
    case .scalar:
      if [.int, .float, .boolean].contains(type) {
        return "expected String, found \(name)"
      }
      let mapped = settings.scalars.first { $0.key == name }?.value.swiftType
      return mapped.flatMap {
        ["Secret", "String"].contains($0)
          ? nil : "expected String, found \(name), which \"scalars\" maps to \($0)"
      }
    case .enum: return nil
    default: return "type \(name) has fields: list its secret fields"
    }
  }
}
