// The definitions of one generated file, and how they are divided.

import AuthGenLanguage
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

  /// Whether the declarations have a subscription's stream, or a part of a response that may come later.
  var declaresStreams: Bool {
    operations.contains { $0.kind == .subscription }
      || structs.contains { $0.contains { $0.refersToDeferredParts } }
  }

  /// Whether an operation's response comes in several parts.
  var isIncremental: Bool { operations.contains(where: \.isIncremental) }

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

  /// One definition, or a nested struct of a large one, with a name that no other unit of the client has.
  typealias Unit = (name: String, definitions: Definitions)

  /// The number of members in the declarations. A type counts as three: it has code of its own.
  var size: Int {
    let types =
      enums.map(\.values.count) + inputs.map(\.properties.count)
      + operations.map(\.variables.count)
    return types.reduce(structs.reduce(0) { $0 + $1.size }) { $0 + 3 + $1 }
  }

  /// Returns the definitions one by one. Nested structs of a definition that is larger than `maximum`
  /// are units of their own.
  func units(maximum: Int) -> [Unit] {
    var units: [Unit] = enums.map { ($0.name, Definitions(enums: [$0])) }
    units += inputs.map { ($0.name, Definitions(inputs: [$0])) }
    for var operation in operations {
      let (name, data) = (operation.typeName, operation.data)
      units += data.units(named: name, path: "\(name).\(data.name)", maximum: maximum) {
        operation.data = $0
        return Definitions(operations: [operation])
      }
    }
    for var fragment in fragments {
      let type = fragment.type
      units += type.units(named: type.name, path: type.name, maximum: maximum) {
        fragment.type = $0
        return Definitions(fragments: [fragment])
      }
    }
    return units
  }
}

extension StructModel {
  fileprivate var refersToDeferredParts: Bool {
    parts.contains { $0.deferral != nil } || forwarded.contains(where: \.isDeferred)
  }

  /// The size in members, as of `Definitions`.
  fileprivate var size: Int {
    3 + properties.count + 3 * parts.count + forwarded.count + (concrete?.cases.count ?? 0)
      + nested.reduce(0) { $0 + $1.size }
  }

  /// Returns the unit with the struct. The nested structs of one larger than `maximum` are units, too.
  ///
  /// - Parameters:
  ///   - path: the struct's name with those of the types that contain it.
  ///   - definitions: the declaration that contains a struct.
  fileprivate func units(
    named name: String, path: String, maximum: Int, in definitions: (StructModel) -> Definitions
  ) -> [Definitions.Unit] {
    guard size > maximum else { return [(name, definitions(self))] }
    var own = self
    own.nested = []
    return [(name, definitions(own))]
      + nested.flatMap { type in
        let inner = "\(path).\(type.name)"
        return type.units(named: inner, path: inner, maximum: maximum) {
          Definitions(extensions: [.init(path: path, nested: [$0])])
        }
      }
  }
}
