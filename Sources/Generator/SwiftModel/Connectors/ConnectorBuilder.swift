// Builds an operation's request from its field's connector. The operation's values replace the
// field's arguments.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenSupport
import AuthGenTypeSystem

struct ConnectorBuilder {
  let context: BuilderContext
  let root: ConnectorMappings.Root
  /// The operation's variables, by GraphQL name.
  let variables: [String: (property: PropertyModel, type: Symbol)]
  let explicitNullsName: String
  var inputs: InputBuilder
  /// The variables that can be sent as null, by property.
  var sentAsNull: Set<String> = []
  var diagnostics: [Diagnostic] = []

  init(
    context: BuilderContext, root: ConnectorMappings.Root, operation: OperationDefinition,
    variables: [PropertyModel], explicitNullsName: String, inputs: InputBuilder
  ) {
    self.context = context
    self.root = root
    self.explicitNullsName = explicitNullsName
    self.inputs = inputs
    self.variables = Dictionary(
      zip(operation.variables, variables).map {
        (context.symbols[$0.name.symbol], ($1, $0.type.symbol))
      }, uniquingKeysWith: { first, _ in first })
  }

  private var request: RequestMapping { root.connector.request }

  mutating func connector(
    errorType: String?, errorProperties: [PropertyModel]?
  ) -> ConnectorModel {
    let target: [TextPieceModel]
    let isWholeURL: Bool
    switch request.target {
    case .path(let pieces):
      (target, isWholeURL) = (pieces.compactMap { pathPiece($0) }, false)
    case .url(let argument):
      (target, isWholeURL) = (address(argument, resolve(argument)).map { [$0] } ?? [], true)
    }
    let successes = root.connector.successes
    return ConnectorModel(
      method: request.method.rawValue, isWholeURL: isWholeURL, target: target,
      query: request.query.compactMap { member in
        text(member.value).map { RequestTextModel(name: member.name, pieces: [$0]) }
      },
      headers: request.headers.compactMap { header($0) },
      body: request.body.flatMap { body($0) },
      successes: successes == SuccessStatuses.usual ? nil : successes,
      readsBody: root.connector.response.readsBody, errorType: errorType,
      errorProperties: errorProperties)
  }

  // MARK: Texts

  /// Returns a piece of the path. Its value must be present, and not secret.
  private mutating func pathPiece(_ piece: RequestPiece) -> TextPieceModel? {
    guard case .argument(let argument) = piece else { return self.piece(piece) }
    let resolved = resolve(argument)
    if case .variable(let path, _) = resolved, path.type == .scalar("Secret") {
      report(
        "a URL path must not contain a secret: servers log it", argument,
        help: "send it in a header or in the body")
      return nil
    }
    return address(argument, resolved)
  }

  /// Returns a part of the URL, or the whole URL. Its value must be present. A whole URL comes from
  /// the service, so the service already knows its secrets.
  private mutating func address(
    _ argument: ArgumentPath, _ resolved: Resolved?
  ) -> TextPieceModel? {
    switch resolved {
    case .literal(let literal):
      if let text = literal.text {
        // An empty segment or a segment of dots would change the path.
        guard !["", ".", ".."].contains(text) else {
          report(
            "\"\(text)\" cannot be a part of a path", argument,
            help: "write the text by which the server identifies it")
          return nil
        }
        return .text(text.pathEncoded)
      }
    case .variable(let path, _) where !path.isOptional:
      return .value(path)
    default:
      break
    }
    report(
      "a URL requires \"\(argument.names.joined(separator: "."))\"", argument,
      help: "make the argument and its variable non-null, and give it a value")
    return nil
  }

  private mutating func piece(_ piece: RequestPiece) -> TextPieceModel? {
    switch piece {
    case .text(let text): .text(text)
    case .argument(let argument): text(.argument(argument))
    }
  }

  /// Returns the text, or nil if there is no value to send.
  private mutating func text(_ value: RequestValue) -> TextPieceModel? {
    switch value {
    case .literal(let literal):
      return literal.text.map(TextPieceModel.text)
    case .argument(let argument):
      switch resolve(argument) {
      case .literal(let literal): return literal.text.map(TextPieceModel.text)
      case .variable(let path, _): return .value(path)
      case .composite:
        report("a URL or header cannot contain lists or objects", argument, help: nil)
        return nil
      case .missing, nil: return nil
      }
    case .object, .parts, .array:
      return nil
    }
  }

  /// Returns a header. A header with a missing part is not sent.
  private mutating func header(_ header: RequestHeader) -> RequestTextModel? {
    var pieces: [TextPieceModel] = []
    for piece in header.pieces {
      guard let found = self.piece(piece) else { return nil }
      pieces.append(found)
    }
    return RequestTextModel(name: header.name, pieces: pieces)
  }

  mutating func report(_ message: String, _ argument: ArgumentPath, help: String?) {
    diagnostics.report(
      .connectors, message, at: root.field.position,
      notes: [.init(argument.position, "it is sent here")], help: help)
  }
}

extension MappingLiteral {
  /// The text in a URL or header; nil for null.
  fileprivate var text: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .boolean(let boolean): boolean ? "true" : "false"
    case .null: nil
    }
  }
}

extension String {
  /// The text, percent-encoded like the value of a variable.
  fileprivate var pathEncoded: String {
    var result = ""
    for byte in utf8 {
      if byte.isAlphanumeric || "-._~".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let hex = String(byte, radix: 16, uppercase: true)
        result += "%" + (hex.utf8.count == 1 ? "0" : "") + hex
      }
    }
    return result
  }
}
