// What the schema's directives and the settings say about authentication: which fields need a
// session, what is secret, what fields weigh, which bucket limits them, which feature they need.
// Both sources say it by schema coordinate in the end, so one table holds both.

import AuthGenLanguage
import AuthGenTypeSystem

/// A field, input field or enum value by owner and name.
struct MemberKey: Hashable {
  let type: Symbol
  let member: Symbol
}

struct Semantics {
  private(set) var authenticated: Set<MemberKey> = []
  private(set) var secretMembers: Set<MemberKey> = []
  private(set) var secretArguments: [MemberKey: Set<Symbol>] = [:]
  private(set) var secretScalars: Set<Symbol> = []
  private(set) var weights: [MemberKey: Int] = [:]
  private(set) var buckets: [MemberKey: String] = [:]
  private(set) var memberFeatures: [MemberKey: String] = [:]
  private(set) var typeFeatures: [Symbol: String] = [:]
  /// The fields marked anywhere, to pass over all others quickly.
  private(set) var authenticatedNames: Set<Symbol> = []
  /// Whether the schema or the settings say anything about sessions.
  private(set) var knowsAuthentication = false

  private let schema: Schema
  private let sources: SourceMap

  init(
    schema: Schema, settings: ClientSettings, symbols: SymbolTable, sources: SourceMap,
    diagnostics: inout [Diagnostic]
  ) {
    self.schema = schema
    self.sources = sources
    readDirectives(settings.directives, symbols)
    var resolver = CoordinateResolver(schema: schema, symbols: symbols)
    readCoordinates(settings, symbols, &resolver)
    diagnostics += resolver.diagnostics
    authenticatedNames = Set(authenticated.map(\.member))
    knowsAuthentication = !authenticated.isEmpty || settings.authenticated != nil
  }

  // MARK: Asking

  /// Whether selecting a field needs a session: it is marked itself, or one of the same name is
  /// that the selection can reach through an interface.
  func isAuthenticated(_ field: Symbol, of type: TypeID) -> Bool {
    guard authenticatedNames.contains(field) else { return false }
    let definition = schema[type]
    if authenticated.contains(MemberKey(type: definition.name.symbol, member: field)) {
      return true
    }
    if definition.interfaces.contains(where: {
      authenticated.contains(MemberKey(type: $0.symbol, member: field))
    }) {
      return true
    }
    return definition.kind == .interface
      && schema.possibleTypes(type).contains {
        authenticated.contains(MemberKey(type: schema.name(of: $0).symbol, member: field))
      }
  }

  func isSecret(_ member: Symbol, of type: Symbol, value: Symbol) -> Bool {
    secretScalars.contains(value)
      || secretMembers.contains(MemberKey(type: type, member: member))
  }

  /// The feature that a field needs: its own mark, or its type's.
  func feature(_ field: FieldDefinition, of type: TypeID) -> String? {
    memberFeatures[MemberKey(type: schema.name(of: type).symbol, member: field.name.symbol)]
      ?? typeFeatures[field.type.symbol]
  }

  func feature(_ field: InputValueDefinition, of type: Symbol) -> String? {
    memberFeatures[MemberKey(type: type, member: field.name.symbol)]
      ?? typeFeatures[field.type.symbol]
  }

  // MARK: Reading

  private mutating func readDirectives(
    _ names: ClientSettings.DirectiveNames, _ symbols: SymbolTable
  ) {
    let authenticatedName = symbols.find(names.authenticated)
    let featureName = symbols.find(names.feature)
    let weightName = symbols.find(names.weight)
    let bucketName = symbols.find(names.rateLimit)
    for index in schema.builtInTypeCount..<schema.types.count {
      let type = schema.types[index].name.symbol
      if let feature = argument(featureName, schema.types[index].directives, symbols) {
        typeFeatures[type] = feature
      }
      for field in schema.types[index].fields where !field.directives.isEmpty {
        let key = MemberKey(type: type, member: field.name.symbol)
        if let name = authenticatedName, field.directives[name] != nil { authenticated.insert(key) }
        memberFeatures[key] = argument(featureName, field.directives, symbols)
        buckets[key] = argument(bucketName, field.directives, symbols)
        weights[key] = argument(weightName, field.directives, symbols).flatMap { Int($0) }
      }
      for field in schema.types[index].inputFields where !field.directives.isEmpty {
        let key = MemberKey(type: type, member: field.name.symbol)
        memberFeatures[key] = argument(featureName, field.directives, symbols)
      }
    }
  }

  /// The value of the one argument of an applied directive, as text.
  private func argument(
    _ directive: Symbol?, _ directives: [Directive], _ symbols: SymbolTable
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
      if let key = resolver.field(weight.value.coordinate, at: weight.position) {
        weights[key] = weight.value.weight
      }
    }
    for limit in settings.rateLimits {
      if let key = resolver.field(limit.value.coordinate, at: limit.position) {
        buckets[key] = limit.value.bucket
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
