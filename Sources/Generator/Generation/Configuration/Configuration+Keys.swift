// All keys of the configuration: the only place that declares them. The reader, the JSON Schema
// (Schemas/authgen.schema.json) and the reference page (Configuration.md) are made from it. A key's
// default is the initial value of the property that it fills.

import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenValidation

extension Configuration {
  /// The form of the file.
  package static var form: ValueForm { file.form }

  static var file: Setting<Configuration> {
    .object(
      [
        ConfigurationKey(
          ignored: "$schema", .text, summary: "The JSON Schema of this file, for editors."),
        ConfigurationKey(
          ignored: "version", .constant(version), example: "\(version)",
          summary: "The version of this format."),
        ConfigurationKey(
          required: "clients", \.clients,
          .list(of: .client, mayBeEmpty: false), example: "[{ … }]",
          summary: "The clients to generate."),
      ], initially: Configuration(clients: []))
  }
}

extension Setting<Configuration.Client> {
  /// A client, or documents of another target that extend it.
  static var client: Setting {
    let client = Setting.object(Value.keys, initially: Value())
    let feature = Setting.object(Value.featureKeys, initially: Value())
    return Setting(
      form: .either([client.form, feature.form]),
      read: { value, diagnostics in
        (value["extends"] == nil ? client : feature).read(value, &diagnostics)
      })
  }
}

extension Configuration.Client {
  /// The keys of a target's documents that extend a client.
  static var featureKeys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        required: "extends", \.extends, .optional(.placed(.text(.path))),
        example: "\"../ShopAPI/authgen.json\"",
        summary: "The configuration of the client that the documents of this target extend."),
      ConfigurationKey(
        required: "client", \.settings.name, .text(.typeName), example: "\"Shop\"",
        summary: "The name of that client. Everything that has no key here is as there."),
      operationsKey, outputKey,
      ConfigurationKey(
        "options", summary: "Options for the generated code of this target.", keys: targetOptions),
    ]
  }

  private static var operationsKey: ConfigurationKey<Self> {
    ConfigurationKey(
      required: "operations", \.operations, .oneOrMore(.placed(.text(.path))),
      example: "\"Operations\"",
      summary: "Files with operations and fragments, or folders of .graphql and .gql files. Of a"
        + " folder, the schema and folders of dependencies such as node_modules are skipped.")
  }

  private static var outputKey: ConfigurationKey<Self> {
    ConfigurationKey(
      "output", \.output, .placed(.text(.path)),
      summary:
        "The folder for the generated files, unique to this client. Without it, only the build"
        + " plugin generates the client.")
  }

  static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        required: "name", \.settings.name, .text(.typeName), example: "\"Shop\"",
        summary: "The client's name, unique in this file. \"Shop\" generates ShopClient."),
      ConfigurationKey(
        required: "schema", \.schema, .oneOrMore(.placed(.text(.path))),
        example: "\"schema.graphql\"",
        summary: "The schema files: SDL, or the JSON result of an introspection query."),
      operationsKey, outputKey,
      ConfigurationKey(
        "module", \.settings.module, .text(.module),
        summary: "The name of this target's module, if other targets extend the client."),
      ConfigurationKey(
        "usedBy", \.usedBy, .list(of: .placed(.text(.path))),
        summary:
          "The documents of the targets that extend the client: files or folders. The enums and input objects"
          + " that they use are generated here."),
      ConfigurationKey("options", summary: "Options for the generated code.", keys: options),
      ConfigurationKey(
        "authentication", summary: "Sessions, secrets and limits that the schema does not define.",
        keys: authentication),
    ]
  }

  /// The options that each target of a client has for itself.
  private static var targetOptions: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "accessLevel", \.settings.accessLevel, .choice,
        summary: "The access level of the generated declarations."),
      ConfigurationKey(
        "header", \.settings.header, .list(of: .text(.line)),
        summary: "Lines to add as comments at the start of every generated file."),
      ConfigurationKey(
        "imports", \.settings.imports, .list(of: .text(.module)),
        summary: "Additional modules that every generated file imports."),
      ConfigurationKey(
        "files", \.settings.fileCount, .fileCount,
        summary:
          "The number of files for all operations, fragments, enums and input objects of the client."
          + " Without it, each document has its own files, and long ones are divided."),
      ConfigurationKey(
        "filesPerDocument", \.settings.filesPerDocument, .fileCount,
        summary:
          "The number of files for each document in a build, which declares its files before it"
          + " reads documents. Without effect if files is set, or on authgen generate."),
    ]
  }

  private static var options: [ConfigurationKey<Self>] {
    let others: [ConfigurationKey<Self>] = [
      ConfigurationKey(
        "schemaTypes", \.settings.schemaTypes, .choice,
        summary:
          "Which enums and input objects of the schema are generated. used: those that the documents use. all:"
          + " all, for a module whose users are not known."),
      ConfigurationKey(
        "caseConversion", \.settings.caseConversion, .choice,
        summary:
          "camelCase: converts properties and cases to lowerCamelCase. none: keeps the schema's"
          + " spelling."),
      ConfigurationKey(
        "deprecatedMembers", \.settings.deprecatedMembers, .choice,
        summary: "annotate: uses of deprecated members cause warnings. plain: no warnings."),
      ConfigurationKey(
        "documents", \.settings.documents, .choice,
        summary:
          "text: operations contain their document and its hash. hash: only the hash, for servers"
          + " with registered documents."),
      ConfigurationKey(
        "documentation", \.settings.documentation, .choice,
        summary:
          "Which descriptions become doc comments. summary: all, but those of selected types and"
          + " fields without later paragraphs, and once in each operation or fragment. full: all,"
          + " at each selection. none: no descriptions."),
      ConfigurationKey(
        "equatable", \.settings.isEquatable, .boolean,
        summary:
          "Whether response types conform to Equatable. hashable includes it, and takes more code."),
      ConfigurationKey(
        "hashable", \.settings.isHashable, .boolean,
        summary: "Whether response types and inputs conform to Hashable."),
      ConfigurationKey(
        "identifiable", \.settings.isIdentifiable, .boolean,
        summary: "Whether response types with a non-null scalar id conform to Identifiable."),
      ConfigurationKey(
        "encodable", \.settings.isEncodable, .boolean,
        summary: "Whether response types conform to Encodable."),
      ConfigurationKey(
        "runtime", \.settings.runtime, .choice,
        summary:
          "library: generated files import AuthGenRuntime. sources: authgen writes the runtime's"
          + " sources beside them."),
      ConfigurationKey(
        "incrementalDelivery", \.settings.incrementalDelivery, .boolean,
        summary:
          "Whether operations may use @defer and @stream. The properties of deferred fragments then"
          + " have a state. Needs the product AuthGenStreams."),
      ConfigurationKey(
        "templates", \.templates, .placed(.text(.path)),
        summary:
          "A folder of templates that override the built-in templates of the same name. Without it,"
          + " authgen uses the built-in templates."),
      ConfigurationKey(
        "scalars", \.settings.scalars, .map(of: .scalar),
        summary:
          "The Swift types of custom scalars, by scalar name. Upload is by default the type for files of"
          + " AuthGenUploads. Other custom scalars are String, and authgen warns about those that are used."
      ),
      ConfigurationKey(
        "semanticNonNull", \.settings.semanticNonNull, .list(of: .placed(.text(.word))),
        summary:
          "Coordinates of nullable fields that are null only if the server reports an error for them. Their"
          + " properties, and the elements of lists, are not optional. * is all fields. The"
          + " directives semanticNonNull and semanticNonNullField in the schema do the same."),
      ConfigurationKey(
        "lenient", \.settings.lenient, .list(of: .placed(.text(.word))),
        summary:
          "Coordinates of nullable fields and lists whose values servers also send in other forms, such as"
          + " a number as text. Type.* names all nullable fields and lists of a type. A nullable field that"
          + " cannot be read is nil, and a list leaves out elements that cannot be read. An Interceptor can"
          + " log it."),
      ConfigurationKey(
        "errorType", \.settings.errorType, .placed(.text(.graphQLName)),
        summary:
          "The schema type that errors of a REST service decode to. Without it, an error has only"
          + " its HTTP status."),
      ConfigurationKey(
        "renames", \.settings.renames, .map(of: .text(.identifier)),
        summary:
          "Swift names by schema coordinate, or by the name of an operation or fragment. If several have the"
          + " name, write fragment Product, query Product, mutation Product or subscription Product."
      ),
      ConfigurationKey(
        "schemaErrors", \.validation.schemaErrors, .choice,
        summary:
          "Which problems of a schema are errors. all: every problem. used: only problems that affect an"
          + " operation; the others are warnings. If a definition is duplicated, the first is"
          + " used. usedSilently: as used, without the warnings."),
      ConfigurationKey(
        "rules", summary: "The severity of validation rules that can be relaxed.", keys: rules),
    ]
    return targetOptions + others
  }

  private static var rules: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "NoUnusedFragments", \.validation.unusedFragments, .choice,
        summary: "Fragments that no operation uses."),
      ConfigurationKey(
        "DeprecatedImplementation", \.validation.deprecatedImplementations, .choice,
        summary: "Deprecated fields that implement an interface field that is not deprecated."),
    ]
  }

  private static var authentication: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "authenticated", \.settings.authenticated, .list(of: .placed(.text(.word))),
        summary:
          "Coordinates of fields that need a session. Type.* stands for all fields of a type. An empty"
          + " list means that no field needs one."
          + " Without the key, only the schema's directives mark such fields."),
      ConfigurationKey(
        "secrets", \.settings.secrets, .list(of: .placed(.text(.word))),
        summary:
          "Coordinates of fields, input fields, arguments and scalars whose values are secret. Their types are"
          + " strings."),
      ConfigurationKey(
        "notSecret", \.settings.notSecret, .list(of: .placed(.text(.word))),
        summary:
          "Coordinates of elements that look secret by their names, and are not: authgen does not warn about"
          + " them."),
      ConfigurationKey(
        "weights", \.settings.weights, .map(of: .wholeNumber),
        summary: "The weights of fields, by coordinate. Other fields have the schema's weights."),
      ConfigurationKey(
        "maximumWeight", \.settings.maximumWeight, .wholeNumber,
        summary: "The maximum weight of an operation. Without it, there is no limit."),
      ConfigurationKey(
        "rateLimits", \.settings.rateLimits, .map(of: .text(.word)),
        summary:
          "The rate-limit buckets of fields, by coordinate. Other fields have the schema's buckets."
      ),
      ConfigurationKey(
        "features", \.settings.features, .list(of: .text(.word)),
        summary:
          "The features that the server has, for schemas that mark fields with a feature. Selecting a"
          + " field of another feature is an error."
      ),
      ConfigurationKey(
        "session", \.settings.session, .object(ClientSettings.Session.keys, initially: .init()),
        summary:
          "The operations that create, refresh and end a session, and where its tokens are. Without"
          + " it, no session is generated."),
      ConfigurationKey(
        "directives", summary: "The names of the schema's directives for the same settings.",
        keys: directives),
    ]
  }

  private static var directives: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "authenticated", \.settings.directives.authenticated, .text(.directiveName),
        summary:
          "Marks fields that need a session. The linked directives requiresScopes and policy do, too."
      ),
      ConfigurationKey(
        "feature", \.settings.directives.feature, .text(.directiveName),
        summary: "Names the feature that a field or type needs."),
      ConfigurationKey(
        "weight", \.settings.directives.weight, .text(.directiveName),
        summary: "Sets the weight of a field."),
      ConfigurationKey(
        "rateLimit", \.settings.directives.rateLimit, .text(.directiveName),
        summary: "Names the rate-limit bucket of a field."),
    ]
  }
}

extension ClientSettings.Scalar {
  static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        required: "type", \.swiftType, .text(.swiftType), example: "\"Decimal\"",
        summary: "The Swift type."),
      ConfigurationKey(
        "module", \.module, .text(.module),
        summary:
          "The module to import for the type. Without it, no module is imported, except Foundation for Date,"
          + " Decimal, URL and UUID."),
    ]
  }
}
