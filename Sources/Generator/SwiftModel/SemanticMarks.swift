// Reads the marks of the schema's directives and of the settings.

import AuthGenLanguage
import AuthGenTypeSystem

struct SemanticMarks: Sendable {
  fileprivate(set) var authenticated: Set<MemberKey> = []
  fileprivate(set) var secretMembers: Set<MemberKey> = []
  fileprivate(set) var secretArguments: [MemberKey: Set<Symbol>] = [:]
  fileprivate(set) var secretScalars: Set<Symbol> = []
  fileprivate(set) var weights: [MemberKey: Int] = [:]
  fileprivate(set) var buckets: [MemberKey: String] = [:]
  fileprivate(set) var memberFeatures: [MemberKey: String] = [:]
  fileprivate(set) var typeFeatures: [Symbol: String] = [:]
  /// Whether the schema or the settings mark fields as authenticated.
  fileprivate(set) var knowsAuthentication = false

  /// Returns the marks, and the errors in the settings' coordinates.
  ///
  /// - Parameter sessionTokens: the input fields with tokens of the session are secret.
  static func read(
    _ schema: Schema, _ settings: ClientSettings, sessionTokens: SessionTokens,
    symbols: SymbolTable, sources: SourceMap
  ) -> (marks: SemanticMarks, diagnostics: [Diagnostic]) {
    var reader = SemanticMarksReader(
      schema: schema, settings: settings, symbols: symbols, sources: sources)
    reader.readDirectives()
    reader.readCoordinates()
    reader.marks.secretMembers.formUnion(sessionTokens.secretMembers)
    reader.marks.knowsAuthentication =
      !reader.marks.authenticated.isEmpty || settings.authenticated != nil
    return (reader.marks, reader.resolver.diagnostics)
  }
}

private struct SemanticMarksReader {
  private let schema: Schema
  private let settings: ClientSettings
  private let symbols: SymbolTable
  private let sources: SourceMap
  var resolver: CoordinateResolver
  var marks = SemanticMarks()

  init(schema: Schema, settings: ClientSettings, symbols: SymbolTable, sources: SourceMap) {
    self.schema = schema
    self.settings = settings
    self.symbols = symbols
    self.sources = sources
    resolver = CoordinateResolver(schema: schema, symbols: symbols)
  }

  mutating func readDirectives() {
    let authenticatedName = symbols.find(settings.directives.authenticated)
    let featureName = symbols.find(settings.directives.feature)
    let weightName = symbols.find(settings.directives.weight)
    let bucketName = symbols.find(settings.directives.rateLimit)
    for index in schema.builtInTypeCount..<schema.types.count {
      let type = schema.types[index].name.symbol
      if let feature = argument(of: featureName, in: schema.types[index].directives) {
        marks.typeFeatures[type] = feature
      }
      for field in schema.types[index].fields where !field.directives.isEmpty {
        let key = MemberKey(type: type, member: field.name.symbol)
        if let name = authenticatedName, field.directives[name] != nil {
          marks.authenticated.insert(key)
        }
        marks.memberFeatures[key] = argument(of: featureName, in: field.directives)
        marks.buckets[key] = argument(of: bucketName, in: field.directives)
        marks.weights[key] = argument(of: weightName, in: field.directives).flatMap { Int($0) }
      }
      for field in schema.types[index].inputFields where !field.directives.isEmpty {
        let key = MemberKey(type: type, member: field.name.symbol)
        marks.memberFeatures[key] = argument(of: featureName, in: field.directives)
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
      if let key = resolver.field(coordinate.value, at: coordinate.position) {
        marks.authenticated.insert(key)
      }
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
      switch resolver.secret(secret.value, at: secret.position) {
      case .member(let key): marks.secretMembers.insert(key)
      case .argument(let key, let name): marks.secretArguments[key, default: []].insert(name)
      case .scalar(let symbol): marks.secretScalars.insert(symbol)
      case nil: break
      }
    }
  }
}
