// The user's settings of a client, as values. The keys of the configuration (Configuration+Keys)
// fill them; their initial values are the keys' defaults.

package import AuthGenLanguage

package struct ClientSettings: Sendable {
  package enum AccessLevel: String, Sendable, CaseIterable {
    case `public`
    case package
    case `internal`
  }

  /// How deprecated members are generated.
  package enum DeprecatedMembers: String, Sendable, CaseIterable {
    /// With `@available(*, deprecated)`, so that uses cause warnings.
    case annotate
    /// Without an annotation.
    case plain
  }

  /// Which form of its document an operation contains.
  package enum DocumentForm: String, Sendable, CaseIterable {
    /// The text and its hash.
    case text
    /// Only the hash, for servers that store the documents.
    case hash
  }

  /// Which doc comments are generated from descriptions.
  package enum Documentation: String, Sendable, CaseIterable {
    /// Whole descriptions, and for selected types and fields the first paragraph, once in each operation
    /// or fragment.
    case summary
    /// Whole descriptions everywhere.
    case full
    /// No descriptions.
    case none
  }

  /// A Swift type for a custom scalar.
  package struct Scalar: Sendable, Hashable {
    package var swiftType: String
    /// The module of the type.
    package var module: String?

    /// The type, with its module if operations declare a type of the same name.
    package var typeName: String {
      guard let module, ["Data", "NullableField"].contains(swiftType) else { return swiftType }
      return "\(module).\(swiftType)"
    }

    package init(swiftType: String, module: String? = nil) {
      self.swiftType = swiftType
      self.module = module
    }
  }

  /// A setting's value and its position, for diagnostics.
  package struct Placed<Value: Sendable>: Sendable {
    package let value: Value
    package let position: Position

    package init(_ value: Value, at position: Position = .unknown) {
      self.value = value
      self.position = position
    }
  }

  /// A setting by name or schema coordinate.
  package struct Entry<Value: Sendable>: Sendable {
    package let key: String
    package let value: Value
    /// The position of the key.
    package let position: Position

    package init(_ key: String, _ value: Value, at position: Position = .unknown) {
      self.key = key
      self.value = value
      self.position = position
    }
  }

  /// Where generated files get the runtime from.
  package enum Runtime: String, Sendable, CaseIterable {
    /// They import AuthGenRuntime.
    case library
    /// Its sources are generated, too.
    case sources
  }

  /// Which enums and input objects of the schema are generated.
  package enum SchemaTypes: String, Sendable, CaseIterable {
    /// Those that the documents reach.
    case used
    case all
  }

  /// The target of the client that another one extends.
  package struct Base: Sendable {
    package let module: String
    package let accessLevel: AccessLevel

    package init(module: String, accessLevel: AccessLevel) {
      self.module = module
      self.accessLevel = accessLevel
    }
  }

  /// The client's name, an upper camel case Swift identifier: the facade is `NameClient`.
  package var name: String
  package var accessLevel = AccessLevel.public
  /// The module of the client's target, for targets that extend the client; nil if none can.
  package var module: String?
  package var schemaTypes = SchemaTypes.used
  /// The target with the facade, the session, the schema's types and the shared fragments; nil if this target
  /// has them.
  package var base: Base?
  var isExtension: Bool { base != nil }
  /// Additional modules that every generated file imports.
  package var imports: [String] = []
  /// Comment lines at the start of every generated file.
  package var header: [String] = []
  package var caseConversion = CaseConversion.camelCase
  package var deprecatedMembers = DeprecatedMembers.annotate
  package var documents = DocumentForm.text
  package var documentation = Documentation.summary
  /// Whether response types conform to Equatable.
  package var isEquatable = false
  /// Whether response types and inputs conform to Hashable.
  package var isHashable = false
  /// Whether response types with an `id` conform to Identifiable.
  package var isIdentifiable = true
  /// Whether response types conform to Encodable.
  package var isEncodable = true
  package var runtime = Runtime.library
  /// Whether generated files import the runtime's modules. Otherwise there are no subscriptions, no
  /// incremental delivery and no uploads.
  package var usesLibrary: Bool { runtime == .library }

  /// The number of files for all definitions; nil if each document has files of its own.
  package var fileCount: Int?
  /// The number of files for each document in a build.
  package var filesPerDocument = 1

  /// Whether operations may use `@defer` and `@stream`.
  package var incrementalDelivery = false

  /// Swift types of custom scalars, by name.
  package var scalars: [Entry<Scalar>] = []
  /// Fields that are null only if they have an error, by coordinate; `*` is all fields.
  package var semanticNonNull: [Placed<String>] = []
  /// Coordinates of fields whose values are also read in other forms.
  package var lenient: [Placed<String>] = []
  /// Swift names, by schema coordinate or by the name of an operation or fragment.
  package var renames: [Entry<String>] = []

  /// The type of connectors' errors, by its schema name.
  package var errorType: Placed<String>?

  /// Fields that require a session, by coordinate; nil if not set.
  package var authenticated: [Placed<String>]?
  /// Fields, input fields, arguments and scalars with secret values, by coordinate.
  package var secrets: [Placed<String>] = []
  /// Elements that look secret by their names, and are not.
  package var notSecret: [Placed<String>] = []
  /// The weights of fields, by coordinate.
  package var weights: [Entry<Int>] = []
  /// The maximum weight of an operation.
  package var maximumWeight: Int?
  /// The rate-limit buckets of fields, by coordinate.
  package var rateLimits: [Entry<String>] = []
  /// The features that the site supports.
  package var features: [String] = []
  /// The session to generate.
  package var session: Session?
  /// The names of the schema directives with the same meaning.
  package var directives = DirectiveNames()

  package struct DirectiveNames: Sendable {
    package var authenticated = "authenticated"
    package var feature = "if"
    package var weight = "weight"
    package var rateLimit = "rateLimit"

    package init() {}
  }

  package init(name: String) {
    self.name = name
  }
}
