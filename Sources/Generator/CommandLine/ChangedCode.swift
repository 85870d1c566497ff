// The Swift declarations that a schema change concerns.

import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenSwiftModel
import AuthGenTypeSystem

struct ChangedCode {
  /// The most declarations of a change. It bounds the output for malicious input.
  private static let maximumCount = 100

  private let old: SwiftSymbols?
  private let new: SwiftSymbols?

  /// - Parameters:
  ///   - old: the declarations for the old schema; nil if the operations are invalid for it.
  ///   - new: the same for the new schema.
  init(_ old: SwiftSymbols?, _ new: SwiftSymbols?) {
    self.old = old
    self.new = new
  }

  /// Describes the declarations of the changed element, or else names the operations that use it.
  func texts(of change: SchemaChange, _ uses: [DiffReport.Use]) -> [String] {
    let own = texts(
      old?.elements[change.element] ?? [], new?.elements[change.element] ?? [])
    if !own.isEmpty, !change.kind.concernsOperations { return own }
    var names: [String] = []
    for use in uses {
      for name in use.keyword == "fragment" ? use.operations : [use.name].compactMap(\.self)
      where names.count < Self.maximumCount && !names.contains(name) {
        names.append(name)
      }
    }
    if change.kind.changesProtocols {
      return texts(
        names.compactMap { old?.operations[$0] }, names.compactMap { new?.operations[$0] })
    }
    return names.compactMap { (old?.operations[$0] ?? new?.operations[$0])?.name }
  }

  /// Whether a missing declaration does not exist. Otherwise, its operation was left out for its errors.
  private static func hasTypes(of name: String, _ symbols: SwiftSymbols?) -> Bool {
    guard let symbols else { return false }
    return symbols.invalidCount == 0 || symbols.types.contains(String(name.prefix { $0 != "." }))
  }

  private func texts(
    _ old: [SwiftSymbols.Declaration], _ new: [SwiftSymbols.Declaration]
  ) -> [String] {
    let before = Dictionary(old.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(new.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    var names: [String] = []
    var seen: Set<String> = []
    for declaration in old + new where seen.insert(declaration.name).inserted {
      names.append(declaration.name)
    }
    return names.prefix(Self.maximumCount).map { name in
      switch (before[name], after[name]) {
      case (let type?, let other?): type == other ? name : "\(name): \(type) → \(other)"
      case (nil, _): Self.hasTypes(of: name, self.old) ? "\(name) is added" : name
      case (_, nil): Self.hasTypes(of: name, self.new) ? "\(name) is removed" : name
      }
    }
  }
}

extension SchemaChangeKind {
  /// Whether a change alters the protocols of operations.
  fileprivate var changesProtocols: Bool {
    self == .authenticationAdded || self == .authenticationRemoved
  }

  /// Whether a change alters the types of operations, and not the declaration of the element.
  fileprivate var concernsOperations: Bool {
    switch self {
    case .authenticationAdded, .authenticationRemoved, .authenticationChanged, .weightChanged,
      .rateLimitAdded, .rateLimitRemoved, .rateLimitChanged, .connectorChanged:
      true
    default: false
    }
  }
}
