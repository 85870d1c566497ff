// The definitions of one generated file, and how they are divided.

import AuthGenSwiftModel

/// The declarations of one file, in the file's order.
struct Definitions: Sendable {
  /// Nested structs that are declared outside their containing struct.
  struct Extension: Sendable {
    /// The containing struct, such as `SearchQuery.Data`.
    let path: String
    let nested: [StructModel]
  }

  var enums: [EnumModel] = []
  var inputs: [InputModel] = []
  var operations: [OperationModel] = []
  var fragments: [FragmentModel] = []
  var extensions: [Extension] = []

  var isEmpty: Bool { enums.isEmpty && hasOnlyEnums }

  /// Whether there is nothing but enums.
  var hasOnlyEnums: Bool {
    inputs.isEmpty && operations.isEmpty && fragments.isEmpty && extensions.isEmpty
  }

  /// The structs for objects of responses.
  private var structs: [StructModel] {
    operations.map(\.data) + fragments.map(\.type) + extensions.flatMap(\.nested)
  }

  /// The types in the declarations.
  var types: [SwiftType] {
    inputs.flatMap(\.properties).map(\.type) + operations.flatMap(\.types)
      + structs.flatMap(\.types)
  }

  /// Whether the declarations refer to parts of responses that may come later.
  var isIncremental: Bool {
    structs.contains { $0.contains { $0.parts.contains { $0.deferral != nil } } }
      || operations.contains(where: \.isIncremental)
  }

  /// Whether the declarations have fields under `@catch`.
  var catchesErrors: Bool {
    structs.contains { $0.contains { $0.properties.contains(where: \.isCaught) } }
  }

  static func += (left: inout Definitions, right: Definitions) {
    left.enums += right.enums
    left.inputs += right.inputs
    left.operations += right.operations
    left.fragments += right.fragments
    for next in right.extensions {
      if let last = left.extensions.last, last.path == next.path {
        left.extensions[left.extensions.count - 1] = Extension(
          path: last.path, nested: last.nested + next.nested)
      } else {
        left.extensions.append(next)
      }
    }
  }
}

extension Definitions {
  init(_ document: DocumentModel) {
    operations = document.operations
    fragments = document.fragments
  }

  /// One definition, or a nested struct of a definition that is too large for one file.
  struct Unit: Sendable {
    /// A name that no other unit of the client has.
    let name: String
    let definitions: Definitions

    var lineCount: Int { definitions.lineCount }
  }

  /// Returns the definitions one by one. Nested structs of a definition with more than `maximum` lines
  /// are units of their own.
  func units(maximum: Int) -> [Unit] {
    enums.map { Unit(name: $0.name, definitions: Definitions(enums: [$0])) }
      + inputs.map { Unit(name: $0.name, definitions: Definitions(inputs: [$0])) }
      + operations.flatMap { operation in
        var operation = operation
        let path = operation.typeName + "." + operation.data.name
        let nested = operation.data.removeNested(path: path, maximum: maximum)
        let own = Unit(
          name: operation.typeName, definitions: Definitions(operations: [operation]))
        return [own] + nested
      }
      + fragments.flatMap { fragment in
        var fragment = fragment
        let nested = fragment.type.removeNested(path: fragment.type.name, maximum: maximum)
        let own = Unit(
          name: fragment.type.name, definitions: Definitions(fragments: [fragment]))
        return [own] + nested
      }
  }
}

extension StructModel {
  /// Removes the nested structs of a struct with more than `maximum` lines.
  ///
  /// - Parameter path: the struct's name with those of the types that contain it.
  /// - Returns: the nested structs as units. Those of a large one are units, too.
  fileprivate mutating func removeNested(path: String, maximum: Int) -> [Definitions.Unit] {
    guard lineCount > maximum, !nested.isEmpty else { return [] }
    let removed = nested
    nested = []
    return removed.flatMap { type in
      var type = type
      let inner = type.removeNested(path: "\(path).\(type.name)", maximum: maximum)
      let own = Definitions.Unit(
        name: "\(path).\(type.name)",
        definitions: Definitions(extensions: [.init(path: path, nested: [type])]))
      return [own] + inner
    }
  }
}
