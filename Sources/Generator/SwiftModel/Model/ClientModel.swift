// The Swift model of a client, with every name, type and optionality, but no Swift text.

package import AuthGenConnectors
import AuthGenCryptography
package import AuthGenLanguage

/// The model that a client's files are generated from.
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
  /// The modules of custom scalars, by Swift type.
  package var scalarModules: [String: Set<String>]
  /// The custom scalars whose Swift types only the compiler can check.
  package var checkedScalars: [ClientSettings.Entry<ClientSettings.Scalar>]
  /// The type of the errors of a client with connectors.
  package var error: ErrorModel?
  package var session: SessionModel?
  /// The Swift types of the target that the client extends; nil if it extends none.
  package var baseTypes: Set<String>?

  /// The names of the types that the client declares at file scope.
  package var declaredTypes: [String] {
    let own = baseTypes == nil ? [facadeName] : []
    let types =
      enums.map(\.name) + inputs.map(\.name)
      + documents.flatMap { $0.operations.map(\.typeName) + $0.fragments.map(\.type.name) }
    return own + types
      + [possibleTypes.isEmpty ? nil : possibleTypesName, error?.type.name, session?.typeName]
      .compactMap(\.self)
  }
}

/// The output of one document file.
package struct DocumentModel: Sendable {
  package var operations: [OperationModel]
  package var fragments: [FragmentModel]
}

package struct OperationModel: Sendable {
  /// The Swift type's name, such as `LoginMutation`.
  package var typeName: String
  /// The name of the facade's method, such as `login`.
  package var methodName: String
  package var operationName: String
  package var kind: OperationType
  package var documentation: [String]
  package var variables: [PropertyModel]
  package var explicitNullsName: String
  /// The minified text of the operation itself; `fragmentNames` lists the fragments.
  package var text: String
  /// The operation as in its document, with a line for each selection; nil if no document is sent.
  package var formattedText: String?
  /// The Swift types of all fragments of the document, in order of first use.
  package var fragmentNames: [String]
  /// The texts of these fragments.
  package var fragmentTexts: [String]
  /// The schema coordinates of the selected fields that require a session.
  package var authenticatedFields: [String]
  package var weight: Int
  /// The selected fields with the largest weights, in descending order.
  package var heaviestFields: [(coordinate: String, weight: Int)]
  package var rateLimitBuckets: [String]
  /// The schema coordinates of the selected fields that are deprecated.
  package var deprecatedFields: [String]
  /// The variable that carries the session's token. It is not among `variables`.
  package var credentialVariable: String?
  /// The response name of a mutation's only root field, if the mutation needs a session; nil for others.
  package var onlyRootField: String?
  /// Whether a part of the response may come later.
  package var isIncremental: Bool
  /// The schema coordinates of the selected fields with secret values.
  package var secretFields: [String]
  /// Whether the response has a token of the session in a header field.
  package var returnsSecretHeader: Bool
  /// The Boolean variables on which selections depend.
  package var conditions: [ConditionVariableModel]
  package var data: StructModel
  /// How the query gets to the next page; nil if it has no pages.
  package var pagination: PaginationModel?
  /// The HTTP exchange that replaces a document.
  package var connector: ConnectorModel?
}

/// A Boolean variable on which selections depend.
package struct ConditionVariableModel: Sendable {
  package var graphQLName: String
  package var propertyName: String
  /// The default value; nil if the variable has a value in any case.
  package var `default`: Bool?
}

extension OperationModel {
  /// Whether the operation needs a session.
  package var isAuthenticated: Bool { !authenticatedFields.isEmpty || credentialVariable != nil }

  /// Whether a response contains a secret value.
  package var returnsSecrets: Bool { !secretFields.isEmpty || returnsSecretHeader }

  /// The runtime's protocol for operations of this kind.
  package var protocolName: String {
    (isAuthenticated ? "Authenticated" : "Anonymous")
      + (kind == .subscription ? "Subscription" : "Operation")
  }

  /// The whole document to send.
  package var document: String { text + fragmentTexts.joined() }

  /// The SHA-256 of the document, in lower-case hexadecimal digits. It is computed on demand,
  /// because `check` does not need it.
  package var hash: String { SHA256Digest(of: Array(document.utf8)).hexadecimal }
}

package struct FragmentModel: Sendable {
  /// The name in the document.
  package var fragmentName: String
  /// The minified definition; nil if no document is sent.
  package var text: String?
  /// The fragment as in its document, with a line for each selection; nil if no document is sent.
  package var formattedText: String?
  package var type: StructModel
}

/// A Swift type with its optionality.
package indirect enum SwiftType: Hashable, Sendable {
  /// A generated struct.
  case object(String)
  /// A generated enum.
  case openEnum(String)
  /// The Swift type of a scalar.
  case scalar(String)
  case array(SwiftType)
  case optional(SwiftType)
  /// A value, or the server's error for it.
  case result(SwiftType)

  package var isOptional: Bool {
    if case .optional = self { true } else { false }
  }

  /// Whether the values are lists.
  package var isList: Bool { if case .array = wrapped { true } else { false } }

  /// Whether the type contains objects, at any list depth.
  package var hasObjects: Bool { if case .object = innermost { true } else { false } }

  /// The type without lists, optionality and errors.
  package var innermost: SwiftType {
    switch self {
    case .object, .openEnum, .scalar: self
    case .array(let inner), .optional(let inner), .result(let inner): inner.innermost
    }
  }

  package var optional: SwiftType { isOptional ? self : .optional(self) }

  package var wrapped: SwiftType {
    if case .optional(let wrapped) = self { wrapped } else { self }
  }

  /// The type in Swift syntax.
  package var text: String {
    switch self {
    case .object(let name), .openEnum(let name), .scalar(let name): name
    case .array(let element): "[" + element.text + "]"
    case .optional(let wrapped): wrapped.text + "?"
    // A nested struct may have the name Result.
    case .result(let value): "Swift.Result<\(value.text), GraphQLError>"
    }
  }
}

/// A struct for the fields of one selection set.
package struct StructModel: Sendable {
  package var name: String
  package var documentation: [String]
  package var properties: [PropertyModel]
  package var parts: [PartModel]
  /// The members of the parts that are members of the struct, too.
  package var forwarded: [ForwardedMemberModel] = []
  package var concrete: ConcreteModel?
  /// The structs of nested selections, declared inside this one.
  package var nested: [StructModel]
  /// Distinguishes the types of an object that a connector returns.
  package var match: TypeMatch?
  /// The stored property for the fields under a condition that are null; nil if no such field is nullable.
  package var nullsName: String?
  /// Whether the struct conforms to `Identifiable`.
  package var isIdentifiable = false
}

/// The runtime's type around a stored value.
package enum StorageWrapper: String, Sendable {
  /// The value is stored out of line.
  case indirect = "Indirect"
  /// The value has no placeholder, and is absent after a problem.
  case checked = "Checked"
}

/// A field of a response, a variable or an input field.
package struct PropertyModel: Sendable {
  /// A response's field in the schema; nil for an added `__typename`.
  var field: MemberKey?
  package var name: String
  /// The name of the stored property. It differs from the name if the storage has a wrapper, or
  /// if a computed property has the deprecation.
  package var storageName: String
  package var wrapper: StorageWrapper?
  /// The response name of a field; the name of a variable or an input field.
  package var graphQLName: String
  /// The location of the value, in a struct with a mapping.
  package var paths: PropertyPathsModel?
  /// The type; optional if the value can be absent.
  package var type: SwiftType
  /// Whether an explicit null can be sent.
  package var isNullable = false
  /// Whether the property catches errors of the server.
  package var isCaught = false
  /// The condition under which the field is selected; nil if it always is.
  package var condition: ConditionModel?
  package var documentation: [String]
  /// The reason, if the property is annotated as deprecated.
  package var deprecation: String?
}

extension PropertyModel {
  /// Whether nil stands for two things: a field that is not selected, and one that is null.
  package var isNullOrOmitted: Bool {
    guard let condition else { return false }
    return !condition.isNonNull || isCaught
  }
}

/// When a field under `@include` or `@skip` is selected.
package struct ConditionModel: Sendable {
  /// The condition as the runtime reads it, such as `a && !b || c`.
  package var text: String
  /// Whether the schema requires a value if the field is selected.
  package var isNonNull: Bool
}

/// A fragment in the struct that spreads it: a separate struct, read from the same object.
package struct PartModel: Sendable {
  package enum Presence: Sendable {
    case always
    /// The part is present if it is selected. Without variables, it is present if its non-null fields
    /// are, and one of these names, unless the list is empty.
    case ifSelected(condition: String, responseNames: [String])
    /// The part is present if `__typename` is in a set. For a type outside the known ones, it is
    /// present if it is complete.
    case ifType(possibleTypes: String, known: String)
  }

  package var name: String
  /// The name of the stored property. It differs from the name if the value is stored out of line.
  package var storageName: String
  package var type: String
  /// Whether the value is stored out of line.
  package var isIndirect: Bool
  package var presence: Presence
  /// Nil if the part is there with the rest of the object.
  package var deferral: DeferralModel?
  package var documentation: [String]
  /// Whether the part has fields of the struct itself, and not of a fragment. It reads and writes them in
  /// place of the struct.
  package var isGroup = false

  /// Whether every object has the part's type.
  package var isAlwaysThere: Bool {
    if case .always = presence { true } else { false }
  }

  /// Whether the part's members are members of the struct, too.
  package var forwardsMembers: Bool { isAlwaysThere && deferral == nil }
}

/// A member of a fragment, as a member of the struct that spreads it.
package struct ForwardedMemberModel: Sendable {
  package var name: String
  /// The property with the fragment that has the member.
  package var part: String
  /// The number of fragments that lead to the field.
  var depth: Int
  /// The response name of a field; otherwise a name that tells different members apart.
  var graphQLName: String
  /// The type, as structs outside the fragment name it.
  package var type: SwiftType
  /// Whether the server may deliver the value later.
  package var isDeferred = false
  package var documentation: [String]
  package var deprecation: String?
}

/// A `@defer` on a fragment.
package struct DeferralModel: Sendable {
  package var label: String
  /// Response names that only this fragment of the object has.
  package var responseNames: [String]
}

/// The object types that a selection on an abstract type distinguishes.
package struct ConcreteModel: Sendable {
  package struct Case: Sendable {
    package var name: String
    package var graphQLType: String
    package var type: String
    /// The property with the object as this type.
    package var accessorName: String
    /// The type of that property's value.
    package var narrowedName: String
  }

  package var propertyName: String
  package var typeName: String
  /// The property for `__typename`.
  package var typenameName: String
  package var cases: [Case]
}

package struct EnumModel: Sendable {
  package struct Value: Sendable {
    package var name: String
    package var graphQLName: String
    package var documentation: [String]
  }

  package var name: String
  package var graphQLName: String
  package var documentation: [String]
  package var values: [Value]
}

package struct InputModel: Sendable {
  package var name: String
  package var graphQLName: String
  package var documentation: [String]
  package var properties: [PropertyModel]
  package var explicitNullsName: String
  package var isOneOf: Bool
  /// Whether a value can contain another value of its own type outside a list.
  package var isRecursive: Bool
}

/// The object types that satisfy a condition on an abstract type.
package struct PossibleTypesModel: Sendable {
  package var name: String
  package var graphQLTypes: [String]
}
