// The Swift-facing model of a client: every name, type and optionality decided, nothing printed.

import AuthGenCryptography

/// All that a client's files are made from.
package struct ClientModel: Sendable {
  package var name: String
  package var facadeName: String
  package var possibleTypesName: String
  /// The schema's description.
  package var documentation: [String]
  package var documents: [DocumentModel]
  package var enums: [EnumModel]
  package var inputs: [InputModel]
  package var possibleTypes: [PossibleTypesModel]
  /// The modules that custom scalars need, sorted.
  package var scalarModules: [String]
  /// What a connected service's errors are read as.
  package var error: ErrorModel?
}

/// What one document file becomes.
package struct DocumentModel: Sendable {
  /// As the source is named.
  package var path: String
  package var operations: [OperationModel]
  package var fragments: [FragmentModel]
}

package struct OperationModel: Sendable {
  package enum Kind: String, Sendable {
    case query
    case mutation
    case subscription
  }

  /// The Swift type's name, such as `LoginMutation`.
  package var typeName: String
  /// The facade's method, such as `login`.
  package var methodName: String
  package var operationName: String
  package var kind: Kind
  package var documentation: [String]
  package var variables: [InputPropertyModel]
  package var explicitNullsName: String
  /// The operation itself, minified; the fragments are in `fragmentNames`.
  package var text: String
  /// The Swift types of all fragments that the document needs, in order of first use.
  package var fragmentNames: [String]
  /// The texts of these fragments.
  package var fragmentTexts: [String]
  package var isAuthenticated: Bool
  package var weight: Int
  package var rateLimitBuckets: [String]
  package var data: StructModel
  /// What is sent in place of a document.
  package var connection: ConnectionModel?
}

extension OperationModel {
  /// The whole document that is sent.
  package var document: String { text + fragmentTexts.joined() }

  /// SHA-256 of the document, in lower-case hexadecimal digits. It takes a while, and those who only
  /// check a client don't need it.
  package var hash: String { SHA256Digest(of: Array(document.utf8)).hexadecimal }
}

package struct FragmentModel: Sendable {
  /// The definition, minified; nil where no document is sent.
  package var text: String?
  package var type: StructModel
}

/// A Swift type with optionality spelled out.
package indirect enum SwiftType: Hashable, Sendable {
  /// A generated struct.
  case object(String)
  /// A generated enum.
  case openEnum(String)
  /// The type that a scalar is mapped to.
  case scalar(String)
  case array(SwiftType)
  case optional(SwiftType)

  package var isOptional: Bool {
    if case .optional = self { true } else { false }
  }

  /// One object, which properties of responses have out of line.
  package var isIndirect: Bool {
    if case .object = wrapped { true } else { false }
  }

  /// One object or several, however deep in lists.
  package var hasObjects: Bool {
    switch self {
    case .object: true
    case .openEnum, .scalar: false
    case .array(let inner), .optional(let inner): inner.hasObjects
    }
  }

  package var optional: SwiftType { isOptional ? self : .optional(self) }

  package var wrapped: SwiftType {
    if case .optional(let wrapped) = self { wrapped } else { self }
  }

  /// As Swift writes it.
  package var text: String {
    switch self {
    case .object(let name), .openEnum(let name), .scalar(let name): name
    case .array(let element): "[" + element.text + "]"
    case .optional(let wrapped): wrapped.text + "?"
    }
  }
}

/// A struct for the fields that one selection set selects.
package struct StructModel: Sendable {
  package var name: String
  package var documentation: [String]
  package var properties: [PropertyModel]
  package var parts: [PartModel]
  package var concrete: ConcreteModel?
  /// The structs of nested selections, declared inside this one.
  package var nested: [StructModel]
  /// It is read from a service's response rather than from that of a GraphQL server.
  package var isMapped: Bool
  /// What tells the types of a mapped object apart.
  package var match: TypeMatchModel?
  /// Two of the properties and parts select under one response name, so that encoding has to merge.
  package var mergesWhenEncoding: Bool
}

package struct PropertyModel: Sendable {
  package var name: String
  /// What the value is stored as: another name where a computed property carries the deprecation, or
  /// the value is out of line.
  package var storageName: String
  package var responseName: String
  /// Where the value is, in a struct that is mapped.
  package var paths: PropertyPathsModel?
  package var type: SwiftType
  /// Selected only under conditions, so that the response may not have it.
  package var isConditional: Bool
  package var documentation: [String]
  /// The reason, where the property is to be annotated.
  package var deprecation: String?
}

/// A fragment inside the struct that spreads it: another struct, read from the same object.
package struct PartModel: Sendable {
  package enum Presence: Sendable {
    case always
    /// Where the response has one of these names; where there are none to tell by, where the part
    /// can be read.
    case ifSelected(responseNames: [String])
    /// Where `__typename` is one of a set.
    case ifType(possibleTypes: String)
  }

  package var name: String
  /// What the value is stored as, out of line.
  package var storageName: String
  package var type: String
  package var presence: Presence
  package var documentation: [String]
}

/// The object types that a selection on an abstract type tells apart.
package struct ConcreteModel: Sendable {
  package struct Case: Sendable {
    package var name: String
    package var graphQLType: String
    package var type: String
  }

  package var propertyName: String
  package var typeName: String
  /// The property for `__typename`.
  package var typenameName: String
  package var cases: [Case]
  package var otherName: String
}

package struct EnumModel: Sendable {
  package struct Value: Sendable {
    package var name: String
    package var graphQLName: String
    package var documentation: [String]
    package var deprecation: String?
  }

  package var name: String
  package var documentation: [String]
  package var values: [Value]
  package var unknownName: String
}

package struct InputModel: Sendable {
  package var name: String
  package var documentation: [String]
  package var properties: [InputPropertyModel]
  package var explicitNullsName: String
  package var isOneOf: Bool
  /// A value can hold another of its own type other than in a list.
  package var isRecursive: Bool
}

/// A variable or an input field.
package struct InputPropertyModel: Sendable {
  package var name: String
  /// What the value is stored as: another name where a computed property carries the deprecation or
  /// the value is out of line.
  package var storageName: String
  package var graphQLName: String
  /// Optional where it may be absent.
  package var type: SwiftType
  /// An explicit null may be sent.
  package var isNullable: Bool
  /// Must be stored out of line, since the type holds itself through it.
  package var isIndirect: Bool
  package var documentation: [String]
  package var deprecation: String?
}

/// The object types that satisfy a condition on an abstract type.
package struct PossibleTypesModel: Sendable {
  package var name: String
  package var graphQLTypes: [String]
}
