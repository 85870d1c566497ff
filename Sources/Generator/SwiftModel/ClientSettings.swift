// What a user decides about a client, as values: where they come from (a configuration file, flags)
// is not this module's business.

import AuthGenLanguage

package struct ClientSettings: Sendable {
  package enum AccessLevel: String, Sendable, CaseIterable {
    case `public`
    case package
    case `internal`
  }

  /// What becomes of members that the schema deprecates.
  package enum DeprecatedMembers: String, Sendable, CaseIterable {
    /// `@available(*, deprecated)`, so that a use of them warns.
    case annotate
    /// Like any other member.
    case plain
  }

  /// How an operation carries its document.
  package enum DocumentForm: String, Sendable, CaseIterable {
    /// The text and its hash.
    case text
    /// The hash alone, for servers that know the documents.
    case hash
  }

  /// A Swift type for a custom scalar.
  package struct Scalar: Sendable, Hashable {
    package let swiftType: String
    /// The module to import for it.
    package let module: String?

    package init(swiftType: String, module: String? = nil) {
      self.swiftType = swiftType
      self.module = module
    }
  }

  /// A setting's value beside the place where it stands, for complaints about it.
  package struct Placed<Value: Sendable>: Sendable {
    package let value: Value
    package let position: Position

    package init(_ value: Value, at position: Position = .unknown) {
      self.value = value
      self.position = position
    }
  }

  /// The client's name, an upper camel case Swift identifier: the facade is `NameClient`.
  package var name: String
  package var accessLevel = AccessLevel.public
  /// Further modules that every generated file imports.
  package var imports: [String] = []
  /// Lines put at the head of every generated file, as comments.
  package var header: [String] = []
  package var caseConversion = CaseConversion.camelCase
  package var deprecatedMembers = DeprecatedMembers.annotate
  package var documents = DocumentForm.text
  /// Response types and inputs conform to Hashable.
  package var isHashable = false
  /// Response types conform to Encodable.
  package var isEncodable = true
  /// The module that generated files import for the runtime; nil where it is emitted beside them.
  package var runtimeModule: String? = "AuthGenRuntime"

  /// Custom scalars by name.
  package var scalars: [Placed<(name: String, scalar: Scalar)>] = []
  /// Swift names by schema coordinate, or by the name of an operation or fragment.
  package var renames: [Placed<(coordinate: String, name: String)>] = []

  /// The type that a connected service's errors are read as, by its name in the schema.
  package var errorType: Placed<String>?

  /// Fields that need a session, by coordinate; nil where nothing was said.
  package var authenticated: [Placed<String>]?
  /// Fields, input fields, arguments and scalars whose values are secret, by coordinate.
  package var secrets: [Placed<String>] = []
  /// What fields weigh, by coordinate.
  package var weights: [Placed<(coordinate: String, weight: Int)>] = []
  /// The most that an operation may weigh.
  package var maximumWeight: Int?
  /// The rate-limit buckets of fields, by coordinate.
  package var rateLimits: [Placed<(coordinate: String, bucket: String)>] = []
  /// The features that the site has.
  package var features: Set<String> = []
  /// The names of the directives that say the same in the schema.
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
