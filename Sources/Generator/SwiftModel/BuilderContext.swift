// The common input of all builders: the validated documents, the settings, and derived values.

import AuthGenLanguage
import AuthGenTypeSystem

final class BuilderContext: Sendable {
  let schema: Schema
  let symbols: SymbolTable
  let sources: SourceMap
  let settings: ClientSettings
  let semantics: Semantics
  let renames: Renames
  /// The variables that carry tokens of the session.
  let sessionTokens: SessionTokens
  /// The directive whose fields catch errors, if a document or the schema names it.
  let catchSymbol: Symbol?
  /// The directives that are not sent: `@catch`, and those of other clients.
  let clientDirectives: Set<Symbol>
  /// The Swift types of scalars, by type; nil for a custom scalar without one in the settings. The elements
  /// of other types are placeholders that are never read.
  private let scalars: [SwiftType?]
  /// The Swift types of scalars without a placeholder in the runtime.
  private let checkedTypes: Set<String>

  init(
    schema: Schema, symbols: SymbolTable, sources: SourceMap, settings: ClientSettings,
    semantics: Semantics, renames: Renames, sessionTokens: SessionTokens
  ) {
    self.schema = schema
    self.symbols = symbols
    self.sources = sources
    self.settings = settings
    self.semantics = semantics
    self.renames = renames
    self.sessionTokens = sessionTokens
    catchSymbol = symbols.find("catch")
    clientDirectives = Set(
      [catchSymbol].compactMap(\.self)
        + ClientDirective.known(in: symbols) { schema.directive($0) }.keys)
    var scalars = schema.types.enumerated().map { index, type in
      index >= schema.builtInTypeCount && type.kind == .scalar ? nil : SwiftType.scalar("String")
    }
    func set(_ symbol: Symbol?, _ swiftType: String) {
      if let id = symbol.flatMap(schema.typeID) { scalars[id.index] = .scalar(swiftType) }
    }
    set(.int, "Int")
    set(.float, "Double")
    set(.boolean, "Bool")
    for scalar in settings.scalars { set(symbols.find(scalar.key), scalar.value.typeName) }
    self.scalars = scalars
    checkedTypes = Set(
      settings.scalars.map(\.value).filter { !ScalarMappings.hasPlaceholder($0) }.map(\.typeName))
  }

  /// Whether a type is a custom scalar without a Swift type in the settings.
  func isUnmapped(_ type: TypeID) -> Bool { scalars[type.index] == nil }

  /// Whether the values of a type are strings of any content, which can be secret.
  func isText(_ type: Symbol) -> Bool {
    type == .string || type == .id || schema.typeID(type).map(isUnmapped) ?? false
  }

  /// Whether the values of an element are secret: it or its type is marked, or the Swift type is `Secret`.
  ///
  /// - Parameters:
  ///   - element: nil for a variable, or an argument of a directive, which have no marks.
  ///   - value: the named type of its values.
  func isSecret(_ element: CoordinateResolver.Element?, value: Symbol) -> Bool {
    semantics.secrets.contains(.type(value)) || scalar(value) == .scalar("Secret")
      || element.map(semantics.secrets.contains) ?? false
  }

  /// Returns the schema coordinate of a field, input field or enum value.
  func coordinate(of key: MemberKey) -> String { "\(symbols[key.type]).\(symbols[key.member])" }

  /// Returns the schema coordinate of an element.
  func coordinate(of element: CoordinateResolver.Element) -> String {
    switch element {
    case .member(let key): coordinate(of: key)
    case .argument(let key, let name): "\(coordinate(of: key))(\(symbols[name]):)"
    case .type(let name): symbols[name]
    }
  }

  /// Returns the Swift type for a scalar: `String`, unless the scalar is built in or configured.
  func scalar(_ symbol: Symbol) -> SwiftType {
    schema.typeID(symbol).flatMap { scalars[$0.index] } ?? .scalar("String")
  }

  /// Whether the runtime has a placeholder for a type.
  func hasPlaceholder(_ type: SwiftType) -> Bool {
    if case .scalar(let name) = type { !checkedTypes.contains(name) } else { true }
  }

  /// Whether a type is a scalar's that is known to be `Hashable`, or has to be by the settings.
  func isHashableScalar(_ type: SwiftType) -> Bool {
    guard case .scalar(let name) = type, name != "Secret" else { return false }
    return settings.isHashable || hasPlaceholder(type)
  }

  /// - Parameter base: the Swift type for the innermost named type.
  func swiftType(_ type: TypeReference, base: SwiftType) -> SwiftType {
    let core: SwiftType = type.element.map { .array(swiftType($0, base: base)) } ?? base
    return type.isNonNull ? core : .optional(core)
  }

  /// Returns the lines of a description or its first paragraph, unless doc comments are switched off.
  func documentation(_ description: StringLiteral?, isSummary: Bool = false) -> [String] {
    guard let description, settings.documentation != .none else { return [] }
    let lines = sources.lines(of: description)
    return documentation(isSummary ? CodeFence.summary(lines) : lines)
  }

  /// Removes a space at the end of lines. Two spaces are a line break in Markdown, and one has no meaning.
  func documentation(_ lines: [String]) -> [String] {
    let space = UInt8(ascii: " ")
    return lines.map {
      $0.utf8.last == space && $0.utf8.dropLast().last != space ? String($0.dropLast()) : $0
    }
  }

  /// Returns the label of a `@defer`; nil if it has none.
  func label(of directive: Directive) -> String? {
    guard case .string(let literal)? = directive[argument: .label]?.kind else { return nil }
    return sources.text(of: literal)
  }

  /// Returns the reason of a deprecation, if deprecated members are annotated.
  func deprecation(_ directives: [Directive]) -> String? {
    guard !directives.isEmpty, settings.deprecatedMembers == .annotate else { return nil }
    return directives.deprecationReason(sources)
  }
}

/// Cached texts that are used repeatedly.
struct TextCache: Sendable {
  private let context: BuilderContext
  /// The documentation of types and fields in selections, by the position of the description.
  private var documentation: [UInt32: [String]] = [:]
  private var types: [Symbol: String] = [:]
  private var members: [Symbol: String] = [:]

  init(_ context: BuilderContext) {
    self.context = context
  }

  /// Returns the name of a type.
  mutating func type(_ symbol: Symbol) -> String {
    types.value(for: symbol) { [context] in SwiftName.type(context.symbols[symbol]) }
  }

  /// Returns the name of a property or case.
  mutating func member(_ symbol: Symbol) -> String {
    members.value(for: symbol) { [context] in
      SwiftName.member(context.symbols[symbol], context.settings.caseConversion)
    }
  }

  /// Returns the documentation of a type or field in selections: all of it, or the first paragraph.
  mutating func documentation(_ description: StringLiteral?) -> [String] {
    guard let description, context.settings.documentation != .none else { return [] }
    return documentation.value(for: description.position.offset) { [context] in
      context.documentation(description, isSummary: context.settings.documentation != .full)
    }
  }
}

extension Dictionary {
  /// Returns the value for a key, which is made the first time.
  mutating func value(for key: Key, _ make: () -> Value) -> Value {
    if let known = self[key] { return known }
    let made = make()
    self[key] = made
    return made
  }
}
