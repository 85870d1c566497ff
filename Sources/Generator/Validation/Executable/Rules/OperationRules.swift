// Rules about the definitions of a document: their kinds and their names.
// https://spec.graphql.org/September2025/#sec-Documents
// https://spec.graphql.org/September2025/#sec-Validation.Operations

import AuthGenLanguage
import AuthGenTypeSystem

extension DocumentValidator {
  mutating func checkExecutableDefinitions() {
    for definition in document.documents.lazy.flatMap(\.definitions) {
      let what: (text: String, position: Position)
      switch definition {
      case .operation, .fragment: continue
      case .schema(let schema):
        what = ("a schema definition", schema.description?.position ?? schema.position)
      case .type(let type):
        what = (
          "the definition of type \(symbols[type.name.symbol])",
          type.description?.position ?? type.position
        )
      case .directive(let directive):
        what = (
          "the definition of directive @\(symbols[directive.name.symbol])",
          directive.description?.position ?? directive.position
        )
      }
      report.error(
        .executableDefinitions, "\(what.text) is not an operation or fragment", at: what.position,
        help: "move it to a schema file")
    }
  }
}

extension DocumentValidator {
  mutating func checkOperationTypeExistence() {
    for operation in document.operations.lazy.map(\.definition)
    where schema.root(operation.operationType) == nil {
      let keyword = operation.operationType.keyword
      report.error(
        .operationTypeExistence, "the schema has no \(keyword) type", at: operation.position,
        help: "it supports no \(keyword) operations; check that this is the right schema")
    }
  }
}

extension DocumentValidator {
  mutating func checkLoneAnonymousOperation() {
    guard document.operations.count > 1 else { return }
    for operation in document.operations where operation.definition.name == nil {
      let keyword = operation.definition.operationType.keyword
      report.error(
        .loneAnonymousOperation, "this \(keyword) has no name, but it is not the only operation",
        at: operation.definition.position,
        help: document.documents.count > 1
          ? "name it: the operations of all files make up one document"
          : "name it: \(keyword) SomeName { ... }")
    }
  }
}

extension DocumentValidator {
  mutating func checkUniqueOperationNames() {
    names.removeAll()
    for name in document.operations.lazy.compactMap(\.definition.name) {
      guard let first = names.mark(name) else { continue }
      report.error(
        .uniqueOperationNames,
        "there is more than one operation named \"\(symbols[name.symbol])\"", at: name.position,
        notes: [.init(first, "the first is here")],
        help: "rename one of them; names are shared over all files")
    }
  }
}

extension DocumentValidator {
  mutating func checkUniqueFragmentNames() {
    names.removeAll()
    for name in document.fragments.lazy.map(\.definition.name) {
      guard let first = names.mark(name) else { continue }
      report.error(
        .uniqueFragmentNames,
        "there is more than one fragment named \"\(symbols[name.symbol])\"", at: name.position,
        notes: [.init(first, "the first is here")],
        help: "rename one of them; names are shared over all files")
    }
  }
}
