// The operations and fragments of all files together. Files share fragments, so the rules treat
// them as one document. https://spec.graphql.org/September2025/#sec-Executable-Definitions

package import AuthGenLanguage

/// The executable definitions of several files, in the order of the files and of their texts.
package struct ExecutableDocument: Sendable {
  /// An operation or fragment, and its file.
  package struct Item<Definition: Sendable>: Sendable {
    package let definition: Definition
    /// The file, as an index in `documents`.
    package let documentIndex: Int
  }

  /// The documents, one for each file.
  package let documents: [Document]
  package let operations: [Item<OperationDefinition>]
  package let fragments: [Item<FragmentDefinition>]
  private let fragmentIndexes: [Symbol: Int]

  /// - Parameter documents: one document for each file. Type system definitions in them are not
  ///   part of `operations` or `fragments`; validation reports them.
  package init(_ documents: [Document]) {
    var operations: [Item<OperationDefinition>] = []
    var fragments: [Item<FragmentDefinition>] = []
    var indexes: [Symbol: Int] = [:]
    for (index, document) in documents.enumerated() {
      for definition in document.definitions {
        switch definition {
        case .operation(let operation):
          operations.append(Item(definition: operation, documentIndex: index))
        case .fragment(let fragment):
          if indexes[fragment.name.symbol] == nil {
            indexes[fragment.name.symbol] = fragments.count
          }
          fragments.append(Item(definition: fragment, documentIndex: index))
        case .schema, .type, .directive, .directiveExtension:
          break
        }
      }
    }
    self.documents = documents
    self.operations = operations
    self.fragments = fragments
    fragmentIndexes = indexes
  }

  /// Returns the index in `fragments` of the first fragment with that name.
  package func fragmentIndex(_ name: Symbol) -> Int? {
    fragmentIndexes[name]
  }

  /// Returns the first fragment with that name.
  package func fragment(_ name: Symbol) -> Item<FragmentDefinition>? {
    fragmentIndexes[name].map { fragments[$0] }
  }
}
