// Whole files.

import AuthGenLanguage
import AuthGenMustache
import AuthGenSwiftModel

/// The common settings of a client's files.
struct FileStyle: Sendable {
  let client: ClientModel
  let settings: ClientSettings

  /// The text after the conformances of each operation and input object.
  var hashable: String { settings.isHashable ? ", Hashable" : "" }

  /// The text after the conformances of each response struct.
  private var comparable: String {
    settings.isEquatable && !settings.isHashable ? ", Equatable" : hashable
  }

  /// The style of response structs.
  var responses: StructStyle {
    StructStyle(
      conformances: "ResponseObject, " + (settings.isEncodable ? "Codable" : "Decodable")
        + comparable,
      hashable: comparable)
  }

  /// The style of structs inside errors, which are only decoded.
  fileprivate var errors: StructStyle {
    StructStyle(conformances: "ResponseObject, Decodable" + comparable, hashable: comparable)
  }

  /// The modules of scalars' types. Most clients have none, so the scalars are collected on demand.
  fileprivate func modules(of scalars: @autoclosure () -> Set<String>) -> Set<String> {
    if client.scalarModules.isEmpty { return [] }
    let modules: Set<String> = scalars().reduce(into: []) {
      $0.formUnion(client.scalarModules[$1] ?? [])
    }
    return settings.runtime == .sources ? modules.subtracting(["AuthGenRuntime"]) : modules
  }

  /// The target that the client extends, if some of the declarations are made from its types.
  fileprivate func base(of definitions: Definitions, hasMethods: Bool) -> Set<String> {
    guard let base = settings.base, let types = client.baseTypes,
      hasMethods || !types.isDisjoint(with: definitions.types.generated)
    else { return [] }
    return [base.module]
  }

  /// The modules with declarations for generated code alone.
  fileprivate var modulesWithSPI: Set<String> {
    let base = settings.base.flatMap { $0.accessLevel == .public ? $0.module : nil }
    return Set(["AuthGenCatching", "AuthGenRuntime", "AuthGenStreams", base].compactMap(\.self))
  }

  /// A module of the library, if the client can use it.
  fileprivate func library(_ name: String, _ isNeeded: Bool = true) -> Set<String> {
    isNeeded && settings.usesLibrary ? [name] : []
  }
}

/// The common settings of a struct and its nested structs.
struct StructStyle {
  let conformances: String
  /// The text after the conformances.
  let hashable: String
}

extension ClientSettings {
  /// The access modifier of declarations, with a trailing space.
  var access: String { accessLevel == .internal ? "" : accessLevel.rawValue + " " }
}

extension Context {
  mutating func definitionFile(_ page: FileLayout.Page, _ style: FileStyle) -> Value {
    let definitions = page.definitions
    // The session calls its own operations.
    let ofSession = style.client.session?.operationTypes ?? []
    let methods = definitions.operations.filter {
      ($0.kind != .subscription || style.settings.usesLibrary) && !ofSession.contains($0.typeName)
    }
    let declared = style.library("AuthGenRuntime")
      .union(style.modules(of: definitions.types.scalars))
      .union(style.library("AuthGenStreams", definitions.declaresStreams))
      .union(style.base(of: definitions, hasMethods: !methods.isEmpty))
    let called = style.library("AuthGenStreams", definitions.isIncremental)
      .union(style.library("AuthGenCatching", definitions.catchesErrors))
    // The compiler does not count the conformance of an enum with package access.
    let declaresNothing =
      style.settings.accessLevel == .package ? definitions.hasOnlyEnums : definitions.isEmpty
    return file(
      style,
      declares: declaresNothing ? [] : declared, inlines: called,
      uses: definitions.isEmpty ? [] : declared,
      [
        (.source, page.source.map { comment([$0]) } ?? .null),
        (.enums, list(definitions.enums) { $1.enumFields($0) }),
        (
          .inputs,
          list(definitions.inputs) { $1.inputObjectFields($0, hashable: style.hashable) }
        ),
        (.operations, list(definitions.operations) { $1.operationFields($0, style) }),
        (.hasMethods, .bool(!methods.isEmpty)),
        (.methods, list(methods.indices) { $1.methodFields(methods[$0], isLater: $0 > 0) }),
        (
          .fragments,
          list(definitions.fragments) { fragment, context in
            context.structFields(
              fragment.type, style.responses, fragment: fragment,
              hasDocument: style.settings.documents == .text)
          }
        ),
        (
          .extensions,
          list(definitions.extensions) { part, context in
            let nested = context.list(part.nested) {
              $1.structFields($0, style.responses, indentation: 2)
            }
            return context.fields([(.path, context.code(part.path)), (.nested, nested)])
          }
        ),
      ])
  }

  mutating func possibleTypeFile(_ style: FileStyle) -> Value {
    let possibleTypes = style.client.possibleTypes
    let types = list(possibleTypes) { type, context in
      let object = context.wrapped(type.graphQLTypes, separator: "")
      return context.fields([(.name, context.identifier(type.name))], extending: object)
    }
    return file(
      style, declares: style.library("AuthGenRuntime", !possibleTypes.isEmpty),
      [
        (.name, identifier(style.client.possibleTypesName)), (.types, types),
        (.hasTypes, .bool(!possibleTypes.isEmpty)),
      ])
  }

  mutating func errorFile(_ error: ErrorModel, _ style: FileStyle) -> Value {
    let type = structFields(
      error.type, style.errors, conformances: "ServiceError" + style.hashable)
    return file(
      style,
      declares: style.library("AuthGenRuntime").union(style.modules(of: error.type.types.scalars)),
      [(.accessor, identifier(error.accessorName)), (.data, type)])
  }

  mutating func sessionFile(_ session: SessionModel, _ style: FileStyle) -> Value {
    var modules = style.library("AuthGenRuntime").union(style.library("AuthGenSessions"))
      .union(style.modules(of: session.types.scalars))
    if session.hasExpiry { modules.insert("Foundation") }
    return file(
      style, declares: modules, uses: ["Foundation"],
      sessionFields(session, of: style.client.name))
  }

  mutating func facadeFile(_ style: FileStyle) -> Value {
    let scalars = style.client.checkedScalars
    let settings = style.settings
    let conformance = settings.isHashable ? "Hashable" : settings.isEquatable ? "Equatable" : nil
    return file(
      style, declares: style.library("AuthGenRuntime"),
      uses: style.modules(of: Set(scalars.map(\.value.typeName))),
      [
        (.isFacade, .bool(true)), (.name, identifier(style.client.facadeName)),
        (.documentation, documentation(style.client.documentation, indentation: 0)),
        (.hasScalars, .bool(!scalars.isEmpty)),
        (
          .scalars,
          list(scalars) { scalar, context in
            context.fields([
              (.name, context.code(scalar.key)), (.type, context.code(scalar.value.typeName)),
            ])
          }
        ),
        (.conformance, conformance.map { code($0) } ?? .null),
        (.constraint, code((conformance ?? "Configured") + "Scalar")),
      ])
  }

  /// - Parameters:
  ///   - declared: the modules whose types are in the file's declarations. A file with public
  ///     declarations must import them publicly if the feature `InternalImportsByDefault` is enabled.
  ///   - inlined: the modules whose functions the bodies of inlinable members call. Public members are
  ///     inlinable.
  ///   - used: further modules that the file needs.
  private mutating func file(
    _ style: FileStyle, declares declared: Set<String>, inlines inlined: Set<String> = [],
    uses used: Set<String> = [],
    _ own: [(key: TemplateKey, value: Value)]
  ) -> Value {
    let isPublic = style.settings.accessLevel == .public
    let declared = isPublic ? declared.union(inlined) : declared
    let others = used.union(inlined).union(style.settings.imports).subtracting(declared)
    let shared = fields([
      (.access, code(style.settings.access)),
      // Other modules compile the members that they use, and protocols find their requirements without a
      // public copy. Swift 6.3 has `@export(implementation)`, with the same effect. While older compilers are
      // supported, each member would need five lines for both (`#if hasAttribute(export)`).
      (.emission, isPublic ? code("@_alwaysEmitIntoClient ") : .null),
      (.witness, code(isPublic ? "@_alwaysEmitIntoClient " : "@inline(never) ")),
      // Hides declarations that only generated code and the runtime use.
      (.spi, isPublic ? code("@_spi(Generated) ") : .null),
      (.hidden, code(isPublic ? "@usableFromInline " : "private ")),
      (.client, code(style.client.name)),
      (.header, comment(style.settings.header)),
      (.imports, imports(declared, others, style)),
      (.facade, identifier(style.client.facadeName)),
      (.indirect, .null), (.isFacade, .bool(false)), (.source, .null),
    ])
    return fields(own, extending: shared)
  }

  /// Returns the lines that import modules, sorted by module.
  private mutating func imports(
    _ declared: Set<String>, _ others: Set<String>, _ style: FileStyle
  ) -> Value {
    let modulesWithSPI = style.modulesWithSPI
    func lines(_ modifier: String) -> [String] {
      declared.union(others).sorted().map {
        let spi = modulesWithSPI.contains($0) ? "@_spi(Generated) " : ""
        return spi + (declared.contains($0) ? modifier : "") + "import \($0)"
      }
    }
    // An empty line comes first.
    if declared.isEmpty, others.isEmpty { return .null }
    switch style.settings.accessLevel {
    case .public: return list([""] + lines("public ")) { $1.code($0) }
    case .internal: return list([""] + lines("")) { $1.code($0) }
    case .package:
      // Without the feature, `package import` does not go together with other files' `import`.
      let conditional =
        declared.isEmpty
        ? lines("")
        : ["#if hasFeature(InternalImportsByDefault)"] + lines("package ") + ["#else"] + lines("")
          + ["#endif"]
      return list([""] + conditional) { $1.code($0) }
    }
  }
}
