// Reads the files with a project's operations. The specification's rules are for one document; these are for
// files:
//
//     FetchUser.graphql    query { user { name } }      is query FetchUser { user { name } }
//     Draft.graphql        # query Draft { user }       is skipped with a warning
//     Types.graphql        type User { name: String }   is an error

import AuthGenLanguage

extension Document {
  /// Parses a file with operations and fragments.
  ///
  /// - Parameter warnings: receives a warning if the file contains nothing.
  static func operations(
    in source: Source, symbols: inout SymbolTable, warnings: inout [Diagnostic]
  ) throws(Diagnostic) -> Document {
    var document = try Document.parse(source, symbols: &symbols, mayBeEmpty: true)
    if document.definitions.isEmpty {
      warnings.report(
        .files, "\(source.path) contains no operations or fragments, and is skipped",
        severity: .warning, at: Position(offset: source.base),
        help: "write an operation, or remove the file")
    } else if !document.definitions.contains(where: \.isExecutable) {
      throw Diagnostic(
        rule: .executableDefinitions,
        message: "expected operations or fragments, found only definitions of a schema",
        at: document.position,
        help: "name the file in \"schema\", or move it out of the folder with the operations")
    }
    try document.nameOnlyOperation(after: source.path, &symbols)
    return document
  }

  /// Gives the document's operation the name of its file, if it is the only one and has no name.
  private mutating func nameOnlyOperation(
    after path: String, _ symbols: inout SymbolTable
  ) throws(Diagnostic) {
    var only: (index: Int, operation: OperationDefinition)?
    for (index, definition) in definitions.enumerated() {
      guard case .operation(let operation) = definition else { continue }
      if only != nil || operation.name != nil { return }
      only = (index, operation)
    }
    guard let (index, operation) = only else { return }
    let keyword = operation.operationType.keyword
    guard let name = Self.operationName(ofFile: path) else {
      throw Diagnostic(
        rule: .loneAnonymousOperation,
        message: "this \(keyword) has no name, and \"\(FilePath.name(path))\" does not give it one",
        at: operation.position,
        help: "name it: \(keyword) SomeName { ... }, or begin the file's name with an ASCII letter")
    }
    definitions[index] = .operation(
      operation.named(Name(symbols.intern(name), at: operation.position)))
  }

  /// Returns the name for a file's operation: `FetchUser` for `FetchUser.graphql`, and `fetchUser` for
  /// `fetch-user.graphql`.
  ///
  /// - Returns: nil if that is no name in GraphQL.
  private static func operationName(ofFile path: String) -> String? {
    let file = FilePath.name(path)
    let stem = file[..<(file.lastIndex(of: ".") ?? file.endIndex)]
    let words = stem.split { $0.isASCII && !$0.isLetter && !$0.isNumber && $0 != "_" }
    let name = words.dropFirst().reduce(words.first.map(String.init) ?? "") { name, word in
      name + word.prefix(1).uppercased() + word.dropFirst()
    }
    return Name.isValid(name.utf8) ? name : nil
  }
}

extension Definition {
  fileprivate var isExecutable: Bool {
    switch self {
    case .operation, .fragment: true
    case .schema, .type, .directive, .directiveExtension: false
    }
  }
}

extension OperationDefinition {
  fileprivate func named(_ name: Name) -> OperationDefinition {
    OperationDefinition(
      position: position, description: description, operationType: operationType, name: name,
      variables: variables, directives: directives, selectionSet: selectionSet)
  }
}
