// The Swift declarations of a client whose operations may be invalid.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenTypeSystem
import AuthGenValidation

extension Pipeline {
  /// Returns the declarations of the client of a schema. Leaves out operations and fragments with errors.
  ///
  /// - Returns: nil if there are other errors.
  func swiftSymbols(
    _ document: ExecutableDocument, _ schema: Validated<Schema>, _ settings: ClientSettings
  ) -> SwiftSymbols? {
    var documents = document.documents
    while documents.contains(where: { !$0.definitions.isEmpty }) {
      var pipeline = self
      pipeline.diagnostics = []
      let operations = pipeline.validateOperations(
        ExecutableDocument(documents), against: schema, options: ValidationOptions())
      if let operations, let client = pipeline.model((schema, operations), settings) {
        return SwiftSymbols(
          of: client, invalidCount: count(of: document.documents) - count(of: documents),
          pipeline.symbols)
      }
      let errors = pipeline.diagnostics.filter { $0.severity == .error }.map(\.position)
      let valid = documents.withoutDefinitions(at: errors)
      guard count(of: valid) < count(of: documents) else { return nil }
      documents = valid
    }
    return SwiftSymbols(invalidCount: count(of: document.documents), symbols)
  }

  private func count(of documents: [Document]) -> Int {
    documents.reduce(0) { $0 + $1.definitions.count }
  }
}

extension [Document] {
  /// Returns the documents without the definitions that contain a position.
  fileprivate func withoutDefinitions(at positions: [Position]) -> [Document] {
    let starts = flatMap(\.definitions).map(\.position).sorted()
    var (removed, index): (Set<Position>, Int) = ([], 0)
    for position in positions.sorted() {
      while index < starts.count, starts[index] <= position { index += 1 }
      if index > 0 { removed.insert(starts[index - 1]) }
    }
    return map { document in
      var document = document
      document.definitions.removeAll { removed.contains($0.position) }
      return document
    }
  }
}

extension Definition {
  fileprivate var position: Position {
    switch self {
    case .operation(let operation): operation.position
    case .fragment(let fragment): fragment.position
    case .schema(let schema): schema.position
    case .type(let type): type.position
    case .directive(let directive): directive.position
    case .directiveExtension(let directive): directive.position
    }
  }
}
