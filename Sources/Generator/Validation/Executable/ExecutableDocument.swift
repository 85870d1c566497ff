// The operations and fragments of all files together: fragments are shared over files, so the rules
// see one document. https://spec.graphql.org/September2025/#sec-Executable-Definitions

import AuthGenLanguage

/// The executable definitions of several files, in the order of the files and of their texts.
package struct ExecutableDocument: Sendable {
  package struct Operation: Sendable {
    package let definition: OperationDefinition
    /// Its file, as an index into `documents`.
    package let documentIndex: Int
  }

  package struct Fragment: Sendable {
    package let definition: FragmentDefinition
    /// Its file, as an index into `documents`.
    package let documentIndex: Int
  }

  /// What the document consists of, one element a file.
  package let documents: [Document]
  package let operations: [Operation]
  package let fragments: [Fragment]
  private let fragmentIndexes: [Symbol: Int]

  /// - Parameter documents: one element a file. Type system definitions in them are no part of
  ///   `operations` or `fragments`; validation reports them.
  package init(_ documents: [Document]) {
    var operations: [Operation] = []
    var fragments: [Fragment] = []
    var indexes: [Symbol: Int] = [:]
    for (index, document) in documents.enumerated() {
      for definition in document.definitions {
        switch definition {
        case .operation(let operation):
          operations.append(Operation(definition: operation, documentIndex: index))
        case .fragment(let fragment):
          if indexes[fragment.name.symbol] == nil {
            indexes[fragment.name.symbol] = fragments.count
          }
          fragments.append(Fragment(definition: fragment, documentIndex: index))
        case .schema, .type, .directive:
          break
        }
      }
    }
    self.documents = documents
    self.operations = operations
    self.fragments = fragments
    fragmentIndexes = indexes
  }

  /// The place in `fragments` of the fragment of that name, the first where there are several.
  package func fragmentIndex(_ name: Symbol) -> Int? {
    fragmentIndexes[name]
  }

  /// The fragment of that name, the first where there are several.
  package func fragment(_ name: Symbol) -> Fragment? {
    fragmentIndexes[name].map { fragments[$0] }
  }
}
