// Whole files.

import AuthGenIR
import AuthGenMustache

/// What the files of a client have in common.
struct FileStyle: Sendable {
  let client: ClientIR
  let settings: ClientSettings

  fileprivate var access: Value {
    .code(settings.accessLevel == .internal ? "" : settings.accessLevel.rawValue + " ")
  }

  /// What follows the conformances of each generated struct.
  var hashable: String { settings.isHashable ? ", Hashable" : "" }

  /// What the structs of responses conform to.
  var responseConformances: String {
    (settings.isEncodable ? "ResponseObject" : "ResponseDecodable") + hashable
  }

  /// - Parameter usesScalars: whether the file names scalars, whose modules it needs then.
  func file(usesScalars: Bool, _ own: [(key: TemplateKey, value: Value)]) -> Value {
    var modules = Set(settings.imports)
    if let runtime = settings.runtimeModule { modules.insert(runtime) }
    if usesScalars { modules.formUnion(client.scalarModules) }
    let shared: [(key: TemplateKey, value: Value)] = [
      (.access, access), (.client, .code(client.name)),
      (.header, .documentation(settings.header)),
      (.imports, .list(modules.sorted().map(Value.code))),
      (.facade, .identifier(client.facadeName)), (.isEncodable, .bool(settings.isEncodable)),
      (.indirect, .code("")),
    ]
    return .object(Object((shared + own).map { ($0.key.key, $0.value) }))
  }

  func document(_ document: DocumentIR) -> Value {
    file(
      usesScalars: true,
      [
        (
          .operations,
          .list(
            List(document.operations) { [self] operation, _ in
              .object(OperationFields(operation, self))
            })
        ),
        (
          .fragments,
          .list(
            List(document.fragments) { [self] fragment, _ in
              .object(
                StructFields(
                  fragment.type, conformances: responseConformances, hashable: hashable,
                  definition: settings.documents == .text ? fragment.text : nil))
            })
        ),
      ])
  }

  func enums() -> Value {
    file(
      usesScalars: false,
      [(.enums, .list(List(client.enums) { type, _ in .object(EnumFields(type)) }))])
  }

  func inputObjects() -> Value {
    file(
      usesScalars: true,
      [
        (
          .inputs,
          .list(
            List(client.inputs) { [hashable] input, _ in
              .object(InputObjectFields(input, hashable: hashable))
            })
        )
      ])
  }

  func possibleTypes() -> Value {
    file(
      usesScalars: false,
      [
        (.name, .identifier(client.possibleTypesName)),
        (
          .types,
          .list(
            List(client.possibleTypes) { type, _ in
              .fields([
                TemplateKey.name.key: .identifier(type.name),
                TemplateKey.names.key: .names(type.graphQLTypes.map(Value.literal)),
              ])
            })
        ),
      ])
  }

  func errors() -> Value {
    guard let error = client.error else { return .null }
    return file(
      usesScalars: true,
      [
        (.accessor, .identifier(error.accessorName)),
        (
          .data,
          .object(
            StructFields(
              error.type, conformances: "ServiceError" + hashable, hashable: hashable,
              definition: nil, isEncodable: false,
              nestedConformances: "ResponseDecodable" + hashable))
        ),
      ])
  }

  func facade() -> Value {
    file(
      usesScalars: false,
      [
        (.name, .identifier(client.facadeName)),
        (.documentation, .documentation(client.documentation)),
      ])
  }
}
