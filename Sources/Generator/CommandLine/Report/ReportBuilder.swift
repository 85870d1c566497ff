// Collects the content of a report from the model of a client and its documents.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenTypeSystem
import AuthGenValidation

struct ReportBuilder {
  private let client: Configuration.Client
  private let input: ClientInput
  private let schema: Schema
  private let document: ExecutableDocument
  private let model: ClientModel
  private let symbols: SymbolTable
  private let sources: SourceMap
  private let traversal: UsageTraversal
  /// For each fragment, the operations that spread it, directly or indirectly.
  private let operationsOfFragments: [[Int]]
  /// For each operation, its fragments, directly or indirectly.
  private let fragmentsOfOperations: [[Int]]

  init(
    _ run: ClientRun, _ valid: Pipeline.ValidInput, _ model: ClientModel
  ) {
    client = run.client
    input = run.input
    schema = valid.schema.value
    document = valid.operations.value
    self.model = model
    symbols = run.pipeline.symbols
    let sources = run.sources
    self.sources = sources.findingLines(of: sources.sources.map { Position(offset: $0.base) })
    var traversal = UsageTraversal(document, old: schema, new: schema, wanted: nil)
    traversal.visitDefinitions()
    self.traversal = traversal
    (fragmentsOfOperations, operationsOfFragments) = document.reach(along: traversal.spreads)
  }

  func report() -> Report.Client {
    Report.Client(
      name: client.settings.name, schema: input.schema.map(\.path),
      maximumWeight: client.settings.maximumWeight, modules: modules, fragments: fragments,
      session: session, types: types)
  }

  // MARK: Operations

  private var modules: [Report.Module] {
    let sent = SentSecrets(model.inputs)
    var critical = CriticalFields(document, schema, symbols)
    let models = Dictionary(
      model.documents.flatMap(\.operations).map { ($0.operationName, $0) },
      uniquingKeysWith: { first, _ in first })
    var modules: [String: [Report.Operation]] = [:]
    for (index, item) in document.operations.enumerated() {
      guard let name = item.definition.name, let model = models[symbols[name.symbol]] else {
        continue
      }
      modules[module(of: item.documentIndex), default: []].append(
        operation(
          item.definition, model, at: place(name.position),
          fragments: fragmentsOfOperations[index].map(fragmentName), sent, &critical))
    }
    return modules.map { Report.Module(name: $0, operations: $1) }.sorted { $0.name < $1.name }
  }

  private func operation(
    _ definition: OperationDefinition, _ model: OperationModel, at place: String,
    fragments: [String], _ sent: SentSecrets, _ critical: inout CriticalFields
  ) -> Report.Operation {
    Report.Operation(
      name: model.operationName, kind: model.kind.keyword,
      description: definition.description.map(sources.text) ?? "", place: place,
      swiftType: model.typeName, swiftProtocol: model.protocolName,
      needsSession: model.isAuthenticated, sessionFields: model.authenticatedFields,
      credentialVariable: model.credentialVariable,
      secretsSent: sent.places(of: model),
      secretsReceived: model.secretsReceived,
      weight: model.weight, heaviestFields: model.heaviestFields,
      rateLimitBuckets: model.rateLimitBuckets,
      deprecatedFields: model.deprecatedFields.map { ($0, deprecationReason(of: $0)) },
      criticalFields: critical.fields(of: definition), fragments: fragments,
      hash: model.connector == nil ? model.hash : nil, request: model.connector?.requestLine)
  }

  private func deprecationReason(of coordinate: String) -> String {
    let parts = coordinate.split(separator: ".")
    guard parts.count == 2, let type = symbols.find(String(parts[0])),
      let name = symbols.find(String(parts[1])),
      let field = schema.typeID(type).flatMap({ schema.field(name, of: $0) })
    else { return "" }
    return field.directives.deprecationReason(sources) ?? ""
  }

  /// The target that compiles a document: that of SwiftPM's layout. For other layouts, the module of the
  /// client, and for documents of other targets the folder of the target's configuration.
  private func module(of documentIndex: Int) -> String {
    let path = (input.operations + input.others)[documentIndex].path
    let parts = path.split(separator: "/")
    if let index = parts.lastIndex(of: "Sources"), index + 2 < parts.count {
      return String(parts[index + 1])
    }
    if client.extends == nil, documentIndex < input.operations.count {
      return client.settings.module ?? client.settings.name
    }
    var folder = FilePath.parent(path)
    while FileSystem.kind(of: FilePath.join(folder, "authgen.json")) == nil {
      let parent = FilePath.parent(folder)
      if parent == folder { return FilePath.parent(path) }
      folder = parent
    }
    return FilePath.name(folder)
  }

  private func place(_ position: Position) -> String {
    sources.location(of: position).map { "\($0.path):\($0.line):\($0.column)" } ?? ""
  }

  // MARK: Fragments

  private func fragmentName(_ index: Int) -> String {
    symbols[document.fragments[index].definition.name.symbol]
  }

  private func operationName(_ index: Int) -> String {
    document.operations[index].definition.name.map { symbols[$0.symbol] } ?? ""
  }

  private var fragments: [Report.Fragment] {
    let types = Dictionary(
      model.documents.flatMap(\.fragments).map { ($0.fragmentName, $0.type.name) },
      uniquingKeysWith: { first, _ in first })
    return document.fragments.enumerated().compactMap { index, item in
      let position = item.definition.name.position
      let name = fragmentName(index)
      guard let swiftType = types[name] else { return nil }
      return Report.Fragment(
        name: name, swiftType: swiftType,
        type: symbols[item.definition.typeCondition.symbol],
        module: module(of: item.documentIndex), place: place(position),
        spreads: traversal.spreads[document.operations.count + index].withoutRepetition
          .map(fragmentName),
        operations: operationsOfFragments[index].map(operationName))
    }
  }

  // MARK: Schema

  private var types: [Report.TypeCoverage] {
    schema.types.compactMap { type in
      guard type.kind == .object || type.kind == .interface,
        !symbols[type.name.symbol].hasPrefix("__"), !type.fields.isEmpty
      else { return nil }
      return Report.TypeCoverage(
        name: symbols[type.name.symbol], kind: type.kind == .object ? "object" : "interface",
        fields: type.fields.map { field in
          Report.TypeCoverage.Field(
            name: symbols[field.name.symbol],
            isDeprecated: field.directives[.deprecated] != nil,
            selectedBy: definitions(selecting: field.name.symbol, of: type))
        })
    }
  }

  /// The names of the operations and fragments that select a field of a type or of one of its interfaces.
  private func definitions(selecting field: Symbol, of type: TypeDefinition) -> [String] {
    let uses = ([type.name] + type.interfaces).flatMap {
      traversal.found[UseKey(.field(field, of: $0.symbol))] ?? []
    }
    let operationCount = document.operations.count
    return uses.map(\.definition).sorted().withoutRepetition.map {
      $0 < operationCount ? operationName($0) : fragmentName($0 - operationCount)
    }
  }

  // MARK: Session

  private var session: Report.Session? {
    guard let model = model.session, let settings = client.settings.session else { return nil }
    return Report.Session(
      swiftType: model.typeName, logIn: settings.logIn.map(\.value),
      secondStep: settings.secondStep?.value.operations.map(\.operation.value) ?? [],
      replaceTokens: settings.replaceTokens.map(\.value),
      refresh: settings.refresh?.operation.value, logOut: settings.logOut?.operation.value,
      deleteAccount: settings.deleteAccount?.value, placement: settings.send.text,
      endings: settings.ended.map(\.value.text),
      stored: model.storedProperties.map { "\($0.name): \($0.type.text)" })
  }
}

extension ExecutableDocument {
  /// Returns, for each operation, the fragments that it spreads, directly or indirectly, in order of first
  /// use; and for each fragment, those operations.
  ///
  /// - Parameter spreads: for each operation, and then for each fragment, the fragments that it spreads
  ///   itself.
  fileprivate func reach(
    along spreads: [[Int]]
  ) -> (fragments: [[Int]], operations: [[Int]]) {
    var ofFragments: [[Int]] = fragments.map { _ in [] }
    let ofOperations = operations.indices.map { operation in
      var found = spreads[operation].withoutRepetition
      var known = Set(found)
      var next = 0
      while next < found.count {
        ofFragments[found[next]].append(operation)
        found += spreads[operations.count + found[next]].filter { known.insert($0).inserted }
        next += 1
      }
      return found
    }
    return (ofOperations, ofFragments)
  }
}

extension ConnectorModel {
  /// The method and the target's form, such as `GET /users/{id}`.
  fileprivate var requestLine: String {
    let target = target.map { piece in
      switch piece {
      case .text(let text): text
      case .value(let path): "{\(path.steps.map(\.name).joined(separator: "."))}"
      }
    }
    return "\(method.uppercased()) \(target.joined())"
  }
}
