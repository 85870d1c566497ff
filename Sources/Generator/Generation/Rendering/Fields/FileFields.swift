// Whole files.

import AuthGenMustache
import AuthGenSwiftModel

/// The common settings of a client's files.
struct FileStyle: Sendable {
  let client: ClientModel
  let settings: ClientSettings

  /// The text after the conformances of each generated struct.
  var hashable: String { settings.isHashable ? ", Hashable" : "" }

  /// The style of response structs.
  var responses: StructStyle {
    StructStyle(
      conformances: (settings.isEncodable ? "ResponseObject" : "ResponseDecodable") + hashable,
      isEncodable: settings.isEncodable, hashable: hashable)
  }

  /// The style of structs inside errors, which are only decoded.
  fileprivate var errors: StructStyle {
    StructStyle(
      conformances: "ResponseDecodable" + hashable, isEncodable: false, hashable: hashable)
  }

  /// The modules that a file imports, sorted.
  ///
  /// - Parameters:
  ///   - usesScalars: whether the file uses custom scalars and needs their modules.
  ///   - others: further modules that the file needs.
  fileprivate func modules(usesScalars: Bool, _ others: [String]) -> [String] {
    var modules = Set(settings.imports + others)
    if let runtime = settings.runtimeModule { modules.insert(runtime) }
    if usesScalars { modules.formUnion(client.scalarModules) }
    return modules.sorted()
  }
}

/// The common settings of a struct and its nested structs.
struct StructStyle {
  let conformances: String
  let isEncodable: Bool
  /// The text after the conformances.
  let hashable: String
}

extension ClientSettings {
  /// The access modifier of declarations, with a trailing space.
  var access: String { accessLevel == .internal ? "" : accessLevel.rawValue + " " }
}

extension Context {
  mutating func documentFile(_ document: DocumentModel, _ style: FileStyle) -> Value {
    let operations = list(document.operations) { $1.operationFields($0, style) }
    let fragments = list(document.fragments) { fragment, context in
      context.structFields(
        fragment.type, style.responses,
        definition: style.settings.documents == .text ? fragment.text : nil)
    }
    return file(style, usesScalars: true, [(.operations, operations), (.fragments, fragments)])
  }

  mutating func enumFile(_ style: FileStyle) -> Value {
    let enums = list(style.client.enums) { $1.enumFields($0) }
    return file(style, usesScalars: false, [(.enums, enums)])
  }

  mutating func inputObjectFile(_ style: FileStyle) -> Value {
    let inputs = list(style.client.inputs) { input, context in
      context.inputObjectFields(input, hashable: style.hashable)
    }
    return file(style, usesScalars: true, [(.inputs, inputs)])
  }

  mutating func possibleTypeFile(_ style: FileStyle) -> Value {
    let types = list(style.client.possibleTypes) { type, context in
      let names = type.graphQLTypes.map { context.literal($0) }
      return context.fields([
        (.name, context.identifier(type.name)), (.names, context.names(names)),
      ])
    }
    return file(
      style, usesScalars: false,
      [(.name, identifier(style.client.possibleTypesName)), (.types, types)])
  }

  mutating func errorFile(_ error: ErrorModel, _ style: FileStyle) -> Value {
    let type = structFields(
      error.type, style.errors, conformances: "ServiceError" + style.hashable)
    return file(
      style, usesScalars: true, [(.accessor, identifier(error.accessorName)), (.data, type)])
  }

  mutating func sessionFile(_ session: SessionModel, _ style: FileStyle) -> Value {
    file(
      style, usesScalars: true,
      modules: ["Foundation"] + (style.settings.runtimeModule == nil ? [] : ["AuthGenSessions"]),
      sessionFields(session))
  }

  mutating func facadeFile(_ style: FileStyle) -> Value {
    file(
      style, usesScalars: false,
      [
        (.name, identifier(style.client.facadeName)),
        (.documentation, documentation(style.client.documentation)),
      ])
  }

  private mutating func file(
    _ style: FileStyle, usesScalars: Bool, modules: [String] = [],
    _ own: [(key: TemplateKey, value: Value)]
  ) -> Value {
    let shared = object([
      (.access, code(style.settings.access)), (.client, code(style.client.name)),
      (.header, documentation(style.settings.header)),
      (.imports, list(style.modules(usesScalars: usesScalars, modules)) { $1.code($0) }),
      (.facade, identifier(style.client.facadeName)),
      (.isEncodable, .bool(style.settings.isEncodable)), (.indirect, .null),
    ])
    return fields(own, extending: shared)
  }
}
