// Reads the marks of the schema's directives and of the settings.

import AuthGenLanguage
import AuthGenTypeSystem

struct SemanticMarks: Sendable {
  private(set) var authenticated: Set<MemberKey> = []
  private(set) var secretMembers: Set<MemberKey> = []
  private(set) var secretArguments: [MemberKey: Set<Symbol>] = [:]
  private(set) var secretScalars: Set<Symbol> = []
  private(set) var weights: [MemberKey: Int] = [:]
  private(set) var buckets: [MemberKey: String] = [:]
  private(set) var memberFeatures: [MemberKey: String] = [:]
  private(set) var typeFeatures: [Symbol: String] = [:]
  /// Whether the schema or the settings mark fields as authenticated.
  private(set) var knowsAuthentication = false

  init(
    schema: Schema, settings: ClientSettings, symbols: SymbolTable, sources: SourceMap,
    diagnostics: inout [Diagnostic]
  ) {
    readDirectives(schema, settings.directives, symbols, sources)
    var resolver = CoordinateResolver(schema: schema, symbols: symbols)
    readCoordinates(settings, symbols, &resolver)
    diagnostics += resolver.diagnostics
    knowsAuthentication = !authenticated.isEmpty || settings.authenticated != nil
  }

  private mutating func readDirectives(
    _ schema: Schema, _ names: ClientSettings.DirectiveNames, _ symbols: SymbolTable,
    _ sources: SourceMap
  ) {
    let authenticatedName = symbols.find(names.authenticated)
    let featureName = symbols.find(names.feature)
    let weightName = symbols.find(names.weight)
    let bucketName = symbols.find(names.rateLimit)
    for index in schema.builtInTypeCount..<schema.types.count {
      let type = schema.types[index].name.symbol
      if let feature = argument(featureName, schema.types[index].directives, symbols, sources) {
        typeFeatures[type] = feature
      }
      for field in schema.types[index].fields where !field.directives.isEmpty {
        let key = MemberKey(type: type, member: field.name.symbol)
        if let name = authenticatedName, field.directives[name] != nil { authenticated.insert(key) }
        memberFeatures[key] = argument(featureName, field.directives, symbols, sources)
        buckets[key] = argument(bucketName, field.directives, symbols, sources)
        weights[key] = argument(weightName, field.directives, symbols, sources).flatMap { Int($0) }
      }
      for field in schema.types[index].inputFields where !field.directives.isEmpty {
        let key = MemberKey(type: type, member: field.name.symbol)
        memberFeatures[key] = argument(featureName, field.directives, symbols, sources)
      }
    }
  }

  /// Returns the value of the single argument of an applied directive, as text.
  private func argument(
    _ directive: Symbol?, _ directives: [Directive], _ symbols: SymbolTable, _ sources: SourceMap
  ) -> String? {
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

  private mutating func readCoordinates(
    _ settings: ClientSettings, _ symbols: SymbolTable, _ resolver: inout CoordinateResolver
  ) {
    for coordinate in settings.authenticated ?? [] {
      if let key = resolver.field(coordinate.value, at: coordinate.position) {
        authenticated.insert(key)
      }
    }
    for weight in settings.weights {
      if let key = resolver.field(weight.key, at: weight.position) {
        weights[key] = weight.value
      }
    }
    for limit in settings.rateLimits {
      if let key = resolver.field(limit.key, at: limit.position) {
        buckets[key] = limit.value
      }
    }
    for secret in settings.secrets {
      switch resolver.secret(secret.value, at: secret.position) {
      case .member(let key): secretMembers.insert(key)
      case .argument(let key, let name): secretArguments[key, default: []].insert(name)
      case .scalar(let symbol): secretScalars.insert(symbol)
      case nil: break
      }
    }
  }
}
