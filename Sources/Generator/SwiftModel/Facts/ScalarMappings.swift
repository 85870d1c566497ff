// The Swift types that are known to be right for a scalar.

import AuthGenLanguage
import AuthGenTypeSystem

/// Proposes Swift types for custom scalars, and lists the types that the compiler need not check.
package enum ScalarMappings {
  /// Returns the Swift type for a scalar: by its specification, otherwise by its name.
  ///
  /// - Parameter specification: the URL in `@specifiedBy`.
  /// - Returns: nil if neither is well known.
  package static func proposal(for name: String, specification: String?) -> String? {
    let name = name.lowercased().filter { $0 != "_" }
    // RFC 3339 also specifies a date alone.
    if let type = byName[name], type == "CalendarDate" { return type }
    let specification = specification?.lowercased() ?? ""
    if let type = bySpecification.first(where: { specification.contains($0.part) })?.type {
      return type
    }
    // Such as CommerceDateTime, of one service among several.
    return byName[name] ?? (name.hasSuffix("datetime") ? "DateTime" : nil)
  }

  /// Parts of the URLs of specifications, in lower case.
  private static let bySpecification = [
    ("scalars.graphql.org/andimarek/local-date-time", "LocalDateTime"),
    ("scalars.graphql.org/andimarek/local-date", "CalendarDate"),
    ("scalars.graphql.org/andimarek/date-time", "DateTime"),
    ("scalars.graphql.org/chillicream/local-date-time", "LocalDateTime"),
    ("scalars.graphql.org/chillicream/local-date", "CalendarDate"),
    ("scalars.graphql.org/chillicream/date-time", "DateTime"),
    ("scalars.graphql.org/chillicream/uuid", "UUID"), ("rfc3339", "DateTime"),
    ("iso_8601", "DateTime"), ("iso-8601", "DateTime"), ("rfc4122", "UUID"), ("rfc9562", "UUID"),
    ("rfc3986", "URL"), ("url.spec.whatwg.org", "URL"), ("rfc8259", "JSON"), ("rfc7159", "JSON"),
    ("ecma-404", "JSON"), ("json.org", "JSON"),
  ].map { (part: $0, type: $1) }

  /// Names in lower case, without underscores.
  private static let byName: [String: String] = {
    let groups = [
      "CalendarDate": ["date", "localdate", "isodate", "iso8601date", "dateonly"],
      "DateTime": [
        "datetime", "datetimeiso", "datetimeoffset", "datetimeutc", "instant", "isodatetime",
        "iso8601datetime", "offsetdatetime", "timestamptz",
      ],
      "LocalDateTime": ["localdatetime", "naivedatetime"],
      "Decimal": ["bigdecimal", "decimal", "numeric", "positivedecimal"],
      "BigInteger": ["bigint", "biginteger", "unsignedint64", "uint64"],
      "Int": [
        "awstimestamp", "int64", "long", "nonnegativeint", "positiveint", "unsignedint",
      ],
      "Double": ["double", "nonnegativefloat", "positivefloat"],
      "UUID": ["guid", "uuid"],
      "URL": ["uri", "url"],
      "JSON": ["json", "jsonb", "jsonobject", "jsonscalar"],
      "VoidValue": ["void"],
      "String": [
        "awsdate", "awsemail", "awsipaddress", "awsjson", "awsphone", "awstime", "awsurl", "cursor",
        "email",
        "emailaddress", "formattedstring", "html", "markdown",
      ],
    ]
    return Dictionary(
      uniqueKeysWithValues: groups.flatMap { type, names in names.map { ($0, type) } })
  }()

  /// The runtime's types for scalars.
  static let runtime: Set<String> = [
    "BigInteger", "CalendarDate", "DateTime", "JSON", "LocalDateTime", "Secret", "Timestamp",
    "VoidValue",
  ]

  /// The types of Foundation that the runtime reads and writes as servers do.
  static let foundation: Set<String> = ["Date", "Decimal", "URL", "UUID"]

  private static let standardLibrary: Set<String> = [
    "Bool", "Double", "Float", "Int", "Int16", "Int32", "Int64", "Int8", "String", "UInt", "UInt16",
    "UInt32", "UInt64", "UInt8",
  ]

  /// The types of the module for uploads.
  private static let uploads: Set<String> = ["Upload"]

  /// The scalars that have a Swift type without a setting: `Upload`, as the GraphQL multipart request
  /// specification and its servers call it.
  static func defaults(
    for schema: Schema, _ settings: ClientSettings, symbols: SymbolTable
  ) -> [ClientSettings.Entry<ClientSettings.Scalar>] {
    let name = "Upload"
    guard settings.usesLibrary,
      !settings.scalars.contains(where: { $0.key == name }),
      let type = symbols.find(name).flatMap(schema.type), type.kind == .scalar
    else { return [] }
    let scalar = ClientSettings.Scalar(swiftType: name, module: "AuthGenUploads")
    return [.init(name, scalar)]
  }

  /// Whether a type is known to be valid for a scalar.
  static func isKnown(_ scalar: ClientSettings.Scalar) -> Bool {
    let names: Set<String> =
      switch scalar.module {
      case nil: runtime.union(foundation).union(standardLibrary)
      case "AuthGenRuntime": runtime
      case "Foundation": foundation
      case "AuthGenUploads": uploads
      case "Swift": standardLibrary
      default: []
      }
    return names.contains(scalar.swiftType)
  }

  /// Whether the runtime has a placeholder for a scalar's type.
  static func hasPlaceholder(_ scalar: ClientSettings.Scalar) -> Bool {
    isKnown(scalar) && !uploads.contains(scalar.swiftType)
  }
}

extension ClientSettings.Scalar {
  /// The modules to import for the type.
  var modules: Set<String> {
    if let module { return [module] }
    let words = swiftType.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return words.contains { ScalarMappings.foundation.contains(String($0)) } ? ["Foundation"] : []
  }
}
