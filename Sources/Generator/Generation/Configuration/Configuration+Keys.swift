// All keys of the configuration: the only place that declares them. The reader, the JSON Schema
// (Schemas/authgen.schema.json) and the reference page (Configuration.md) are made from it. A key's
// default is the initial value of the property that it fills.

import AuthGenSwiftModel
import AuthGenValidation

extension Configuration {
  /// The form of the file.
  package static var form: ValueForm { file.form }

  static var file: Setting<Configuration> {
    .object(
      [
        ConfigurationKey(ignored: "$schema", .text, "The JSON Schema of this file, for editors."),
        ConfigurationKey(
          ignored: "version", .constant(version), example: "\(version)",
          "The version of this format."),
        ConfigurationKey(
          required: "clients", \.clients,
          .nonEmptyList(of: .object(Client.keys, initially: Client())), example: "[{ … }]",
          "The clients to generate."),
      ], initially: Configuration(clients: []))
  }
}

extension Configuration.Client {
  static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        required: "name", \.settings.name, .text(.typeName), example: "\"Shop\"",
        "The client's name, unique in this file. \"Shop\" generates ShopClient."),
      ConfigurationKey(
        required: "schema", \.schema, .oneOrMore(.text(.path)), example: "\"schema.graphql\"",
        "The schema files: SDL, or the JSON result of an introspection query."),
      ConfigurationKey(
        required: "operations", \.operations, .oneOrMore(.text(.path)),
        example: "\"Operations\"",
        "Files with operations and fragments, or folders of .graphql and .gql files."),
      ConfigurationKey(
        "output", \.output, .text(.path),
        "The folder for the generated files, unique to this client. Without it, only the build"
          + " plugin generates the client."),
      ConfigurationKey("options", "Options for the generated code.", keys: options),
      ConfigurationKey(
        "authentication", "Sessions, secrets and limits that the schema does not define.",
        keys: authentication),
    ]
  }

  private static var options: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "accessLevel", \.settings.accessLevel, .choice,
        "The access level of the generated declarations."),
      ConfigurationKey(
        "header", \.settings.header, .list(of: .text(.line)),
        "Lines to add as comments at the start of every generated file."),
      ConfigurationKey(
        "imports", \.settings.imports, .list(of: .text(.module)),
        "Additional modules that every generated file imports."),
      ConfigurationKey(
        "caseConversion", \.settings.caseConversion, .choice,
        "camelCase: converts properties and cases to lowerCamelCase. none: keeps the schema's"
          + " spelling."),
      ConfigurationKey(
        "deprecatedMembers", \.settings.deprecatedMembers, .choice,
        "annotate: uses of deprecated members cause warnings. plain: no warnings."),
      ConfigurationKey(
        "documents", \.settings.documents, .choice,
        "text: operations contain their document and its hash. hash: only the hash, for servers"
          + " with registered documents."),
      ConfigurationKey(
        "hashable", \.settings.isHashable, .boolean,
        "Whether response types and inputs conform to Hashable."),
      ConfigurationKey(
        "encodable", \.settings.isEncodable, .boolean,
        "Whether response types conform to Encodable."),
      ConfigurationKey(
        "runtime", \.settings.runtime, .choice,
        "library: generated files import AuthGenRuntime. sources: authgen writes the runtime's"
          + " sources beside them."),
      ConfigurationKey(
        "templates", \.templates, .text(.path),
        "A folder of templates that override the built-in templates of the same name. Without it,"
          + " authgen uses the built-in templates."),
      ConfigurationKey(
        "scalars", \.settings.scalars, .map(of: .scalar),
        "The Swift types of custom scalars, by scalar name. Other custom scalars are String."),
      ConfigurationKey(
        "errorType", \.settings.errorType, .placed(.text(.graphQLName)),
        "The schema type that errors of a REST service decode to. Without it, an error has only"
          + " its HTTP status."),
      ConfigurationKey(
        "renames", \.settings.renames, .map(of: .text(.identifier)),
        "Swift names by schema coordinate, or by the name of an operation or fragment."),
      ConfigurationKey(
        "schemaErrors", \.validation.schemaErrors, .choice,
        "Which schema defects are errors. all: every defect. used: only defects that affect an"
          + " operation; the others are warnings. If a definition is duplicated, the first is"
          + " used."),
      ConfigurationKey(
        "rules", "The severity of validation rules that can be relaxed.", keys: rules),
    ]
  }

  private static var rules: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "NoUnusedFragments", \.validation.unusedFragments, .choice,
        "Fragments that no operation uses."),
      ConfigurationKey(
        "DeprecatedImplementation", \.validation.deprecatedImplementations, .choice,
        "Deprecated fields that implement an interface field that is not deprecated."),
    ]
  }

  private static var authentication: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "authenticated", \.settings.authenticated, .list(of: .placed(.text(.word))),
        "Coordinates of fields that need a session. An empty list means that no field needs one."
          + " Without the key, only the schema's directives mark such fields."),
      ConfigurationKey(
        "secrets", \.settings.secrets, .list(of: .placed(.text(.word))),
        "Coordinates of fields, input fields, arguments and scalars whose values are secret."),
      ConfigurationKey(
        "weights", \.settings.weights, .map(of: .wholeNumber),
        "The weights of fields, by coordinate. Other fields have the schema's weights."),
      ConfigurationKey(
        "maximumWeight", \.settings.maximumWeight, .wholeNumber,
        "The maximum weight of an operation. Without it, there is no limit."),
      ConfigurationKey(
        "rateLimits", \.settings.rateLimits, .map(of: .text(.word)),
        "The rate-limit buckets of fields, by coordinate. Other fields have the schema's buckets."),
      ConfigurationKey(
        "features", \.settings.features, .set(of: .text(.word)),
        "The features of the site. An operation cannot select a field that needs another feature."),
      ConfigurationKey(
        "directives", "The names of the schema's directives for the same settings.",
        keys: directives),
    ]
  }

  private static var directives: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "authenticated", \.settings.directives.authenticated, .text(.directiveName),
        "Marks fields that need a session."),
      ConfigurationKey(
        "feature", \.settings.directives.feature, .text(.directiveName),
        "Names the feature that a field or type needs."),
      ConfigurationKey(
        "weight", \.settings.directives.weight, .text(.directiveName),
        "Sets the weight of a field."),
      ConfigurationKey(
        "rateLimit", \.settings.directives.rateLimit, .text(.directiveName),
        "Names the rate-limit bucket of a field."),
    ]
  }
}

extension ClientSettings.Scalar {
  static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        required: "type", \.swiftType, .text(.swiftType), example: "\"Decimal\"",
        "The Swift type."),
      ConfigurationKey(
        "module", \.module, .text(.module),
        "The module to import for the type. Without it, no module is imported."),
    ]
  }
}
