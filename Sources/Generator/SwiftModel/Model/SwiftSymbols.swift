// The declarations of a client, by the schema elements that they come from:
//
//     type Query { me: User }                query Me { me { name } }
//     type User { name: String! }
//
// gives MeQuery.Data.me of type Me? at Query.me, and MeQuery.Data.Me.name of type String at User.name.

package import AuthGenLanguage
package import AuthGenTypeSystem

package struct SwiftSymbols: Sendable {
  package struct Declaration: Hashable, Sendable {
    /// The name with those of the types around it, such as `MeQuery.Data.me`.
    package let name: String
    /// The type of a property, the protocol of an operation, or the keyword of another declaration.
    package let type: String
  }

  package private(set) var elements: [SchemaElement: [Declaration]] = [:]
  /// The operations, by their names in the documents.
  package private(set) var operations: [String: Declaration] = [:]
  /// The names of the types at file scope.
  package let types: Set<String>
  /// The number of operations and fragments that the client lacks, because they have errors.
  package let invalidCount: Int
  private let table: SymbolTable

  /// The declarations of a client without valid definitions.
  package init(invalidCount: Int, _ table: SymbolTable) {
    types = []
    self.invalidCount = invalidCount
    self.table = table
  }

  package init(of client: ClientModel, invalidCount: Int, _ table: SymbolTable) {
    types = Set(client.declaredTypes)
    self.invalidCount = invalidCount
    self.table = table
    for operation in client.documents.flatMap(\.operations) {
      operations[operation.operationName] = Declaration(
        name: operation.typeName, type: operation.protocolName)
      add(operation.data, in: operation.typeName)
    }
    for fragment in client.documents.flatMap(\.fragments) { add(fragment.type, in: nil) }
    for input in client.inputs {
      guard let type = table.find(input.graphQLName) else { continue }
      add(.type(type), input.name, input.isOneOf ? "enum" : "struct")
      for property in input.properties {
        guard let field = table.find(property.graphQLName) else { continue }
        add(.inputField(field, of: type), "\(input.name).\(property.name)", property.type.text)
      }
    }
    for enumeration in client.enums {
      guard let type = table.find(enumeration.graphQLName) else { continue }
      add(.type(type), enumeration.name, "enum")
      for value in enumeration.values {
        guard let symbol = table.find(value.graphQLName) else { continue }
        add(.enumValue(symbol, of: type), "\(enumeration.name).\(value.name)", "case")
      }
    }
  }

  private mutating func add(_ type: StructModel, in outer: String?) {
    let name = outer.map { "\($0).\(type.name)" } ?? type.name
    for property in type.properties {
      guard let key = property.field else { continue }
      add(.field(key.member, of: key.type), "\(name).\(property.name)", property.type.text)
    }
    for nested in type.nested { add(nested, in: name) }
  }

  private mutating func add(_ element: SchemaElement, _ name: String, _ type: String) {
    elements[element, default: []].append(Declaration(name: name, type: type))
  }
}
