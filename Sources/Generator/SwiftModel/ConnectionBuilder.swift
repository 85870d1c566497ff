// Builds a connected operation's request from its connector. The operation's values replace the
// field's arguments.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenTypeSystem

struct ConnectionBuilder {
  private let context: BuilderContext
  private let root: ConnectedSelections.Root
  /// The operation's variables, by GraphQL name.
  private let variables: [String: (property: InputPropertyModel, type: Symbol)]
  private let explicitNullsName: String
  /// The variables that can be sent as null, by property.
  private(set) var sentAsNull: Set<String> = []
  private(set) var diagnostics: [Diagnostic] = []

  init(
    context: BuilderContext, root: ConnectedSelections.Root, operation: OperationDefinition,
    variables: [InputPropertyModel], explicitNullsName: String
  ) {
    self.context = context
    self.root = root
    self.explicitNullsName = explicitNullsName
    self.variables = Dictionary(
      zip(operation.variables, variables).map {
        (context.symbols[$0.name.symbol], ($1, $0.type.symbol))
      }, uniquingKeysWith: { first, _ in first })
  }

  private var request: RequestMapping { root.connector.request }

  mutating func connection(
    errorType: String?, errorProperties: [PropertyModel]?, _ inputs: inout InputBuilder
  ) -> ConnectionModel {
    let target: [TextPieceModel]
    let isWholeURL: Bool
    switch request.target {
    case .path(let pieces):
      (target, isWholeURL) = (pieces.compactMap { pathPiece($0, &inputs) }, false)
    case .url(let argument):
      (target, isWholeURL) = (pathPiece(.argument(argument), &inputs).map { [$0] } ?? [], true)
    }
    let successes = root.connector.successes
    return ConnectionModel(
      method: request.method.rawValue, isWholeURL: isWholeURL, target: target,
      query: request.query.compactMap { member in
        text(member.value, &inputs).map { RequestTextModel(name: member.name, pieces: [$0]) }
      },
      headers: request.headers.compactMap { header($0, &inputs) },
      body: request.body.flatMap { body($0, &inputs) },
      successes: successes == SuccessStatuses.usual ? nil : successes, errorType: errorType,
      errorProperties: errorProperties)
  }

  // MARK: Texts

  /// Returns a piece of the path. Its value must be present.
  private mutating func pathPiece(
    _ piece: RequestPiece, _ inputs: inout InputBuilder
  ) -> TextPieceModel? {
    guard case .argument(let argument) = piece else { return self.piece(piece, &inputs) }
    switch resolve(argument, &inputs) {
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
      guard path.type != .scalar("Secret") else {
        report(
          "a URL path must not contain a secret: servers log it", argument,
          help: "send it in a header or in the body")
        return nil
      }
      return .value(path)
    default:
      break
    }
    report(
      "a URL requires \"\(argument.names.joined(separator: "."))\"", argument,
      help: "make the argument and its variable non-null, and give it a value")
    return nil
  }

  private mutating func piece(
    _ piece: RequestPiece, _ inputs: inout InputBuilder
  ) -> TextPieceModel? {
    switch piece {
    case .text(let text): .text(text)
    case .argument(let argument): text(.argument(argument), &inputs)
    }
  }

  /// Returns the text, or nil if there is no value to send.
  private mutating func text(
    _ value: RequestValue, _ inputs: inout InputBuilder
  ) -> TextPieceModel? {
    switch value {
    case .literal(let literal):
      return LiteralModel(literal).text.map(TextPieceModel.text)
    case .argument(let argument):
      switch resolve(argument, &inputs) {
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
  private mutating func header(
    _ header: RequestHeader, _ inputs: inout InputBuilder
  ) -> RequestTextModel? {
    var pieces: [TextPieceModel] = []
    for piece in header.pieces {
      guard let found = self.piece(piece, &inputs) else { return nil }
      pieces.append(found)
    }
    return RequestTextModel(name: header.name, pieces: pieces)
  }

  // MARK: Body

  private mutating func body(_ value: RequestValue, _ inputs: inout InputBuilder) -> BodyModel? {
    switch value {
    case .object(let members):
      return .members(members.compactMap { member($0.name, $0.value, &inputs) })
    case .argument(let argument):
      switch resolve(argument, &inputs) {
      case .composite(let value):
        guard case .object(let members, _) = composite(value, argument, &inputs) else { break }
        return .members(members)
      case .variable(let path, _):
        guard case .object = path.type else { break }
        return .input(path)
      default:
        break
      }
      report(
        "a body must be an object that is always present", argument,
        help: "make the argument a non-null input object, or write { name: $args.value }")
      return nil
    case .literal, .parts, .array:
      return nil
    }
  }

  private mutating func member(
    _ name: String, _ value: RequestValue, _ inputs: inout InputBuilder
  ) -> BodyMemberModel? {
    self.value(value, &inputs).map { BodyMemberModel(name: name, value: $0) }
  }

  private mutating func value(
    _ value: RequestValue, _ inputs: inout InputBuilder
  ) -> BodyMemberModel.Value? {
    switch value {
    case .literal(let literal):
      return .literal(LiteralModel(literal))
    case .object(let members):
      return .object(members.compactMap { member($0.name, $0.value, &inputs) }, presence: nil)
    case .parts(let argument, let members):
      return parts(members, of: argument, &inputs)
    case .array(let elements, let position):
      let literals = elements.map { element -> LiteralModel? in
        if case .literal(let literal) = element { LiteralModel(literal) } else { nil }
      }
      return list(literals, at: position, help: "make the whole list an argument")
    case .argument(let argument):
      switch resolve(argument, &inputs) {
      case .literal(let literal):
        if literal == .null, argument.skipsNull { return nil }
        return .literal(literal)
      case .composite(let value):
        return composite(value, argument, &inputs)
      case .variable(let path, let nulls):
        return variable(path, nulls: argument.skipsNull ? nil : nulls)
      case .missing, nil:
        return nil
      }
    }
  }

  private mutating func variable(
    _ path: VariablePathModel, nulls: NullsModel?
  ) -> BodyMemberModel.Value {
    note(nulls)
    return .variable(path, nulls: nulls)
  }

  private mutating func note(_ nulls: NullsModel?) {
    if let nulls, nulls.owner.isEmpty { sentAsNull.insert(nulls.propertyName) }
  }

  /// Returns an object made of parts of an argument.
  private mutating func parts(
    _ members: [RequestMember], of argument: ArgumentPath, _ inputs: inout InputBuilder
  ) -> BodyMemberModel.Value? {
    let resolved = resolve(argument, &inputs)
    let object = { (builder: inout ConnectionBuilder, inputs: inout InputBuilder) in
      members.compactMap { builder.member($0.name, $0.value, &inputs) }
    }
    switch resolved {
    case .variable(let path, let nulls) where path.isOptional:
      let nulls = argument.skipsNull ? nil : nulls
      note(nulls)
      return .object(object(&self, &inputs), presence: PresenceModel(path: path, nulls: nulls))
    case .variable, .composite:
      return .object(object(&self, &inputs), presence: nil)
    case .literal(.null) where !argument.skipsNull:
      return .literal(.null)
    case .literal, .missing, nil:
      return nil
    }
  }

  /// Returns a list or object as written in the operation.
  private mutating func composite(
    _ value: Value, _ argument: ArgumentPath, _ inputs: inout InputBuilder
  ) -> BodyMemberModel.Value? {
    switch value.kind {
    case .object(let fields):
      return .object(
        fields.compactMap { field in
          let name = context.symbols[field.name.symbol]
          return composite(field.value, argument, &inputs).map {
            BodyMemberModel(name: name, value: $0)
          }
        }, presence: nil)
    case .list(let elements):
      return list(
        elements.map(literal), at: value.position, help: "make the whole list a variable")
    case .variable(let symbol):
      guard let variable = variables[context.symbols[symbol]] else { return nil }
      let (path, nulls) = self.variable(variable.property)
      return self.variable(path, nulls: nulls)
    default:
      return literal(value).map(BodyMemberModel.Value.literal)
    }
  }

  /// - Parameter elements: the elements; nil for an element that is not a literal.
  private mutating func list(
    _ elements: [LiteralModel?], at position: Position, help: String
  ) -> BodyMemberModel.Value? {
    let literals = elements.compactMap(\.self)
    guard literals.count == elements.count, literals.areAlike else {
      diagnostics.append(
        Diagnostic(
          rule: .connectors, message: "a list in a request can contain only literals of one kind",
          at: position, help: help))
      return nil
    }
    return .list(literals)
  }

  // MARK: Arguments

  private enum Resolved {
    case literal(LiteralModel)
    case variable(VariablePathModel, nulls: NullsModel?)
    /// A list or object that contains variables.
    case composite(Value)
    case missing
  }

  /// Returns the operation's value for an argument or a part of one.
  private mutating func resolve(
    _ path: ArgumentPath, _ inputs: inout InputBuilder
  ) -> Resolved? {
    guard let name = path.names.first,
      let definition = root.definition.arguments.first(where: {
        context.symbols[$0.name.symbol] == name
      })
    else { return nil }
    let given = root.field.arguments.first { $0.name.symbol == definition.name.symbol }?.value
    guard var value = given ?? definition.defaultValue else { return .missing }
    var names = path.names.dropFirst()
    while let next = names.first, case .object(let fields) = value.kind {
      guard let field = fields.first(where: { context.symbols[$0.name.symbol] == next }) else {
        return .missing
      }
      value = field.value
      names = names.dropFirst()
    }
    switch value.kind {
    case .variable(let symbol):
      guard let variable = variables[context.symbols[symbol]] else { return nil }
      if definition.defaultValue != nil, variable.property.type.isOptional {
        report(
          "an argument's default value is not supported without a GraphQL server", path,
          help: "make the variable non-null, or write the value in its place")
      }
      return part(names, of: variable, path, &inputs)
    case .list, .object:
      return .composite(value)
    case .null:
      return .literal(.null)
    default:
      guard names.isEmpty else { return .missing }
      return literal(value).map(Resolved.literal)
    }
  }

  private mutating func part(
    _ names: ArraySlice<String>, of variable: (property: InputPropertyModel, type: Symbol),
    _ path: ArgumentPath, _ inputs: inout InputBuilder
  ) -> Resolved? {
    guard !names.isEmpty else {
      let (path, nulls) = self.variable(variable.property)
      return .variable(path, nulls: nulls)
    }
    var result = VariablePathModel(
      steps: [.init(name: variable.property.name, isOptional: variable.property.type.isOptional)],
      type: variable.property.type)
    var type = variable.type
    var nulls: NullsModel?
    for name in names {
      guard let member = inputs.member(name, of: type) else {
        report(
          "\"\(name)\" cannot be read from \"\(context.symbols[type])\"", path,
          help: "send the whole of it, or make it an argument of its own")
        return nil
      }
      nulls = NullsModel(
        owner: result.steps, isOptional: result.steps.contains(where: \.isOptional),
        setName: member.explicitNullsName, propertyName: member.property.name)
      if !member.property.isNullable { nulls = nil }
      result.steps.append(
        .init(name: member.property.name, isOptional: member.property.type.isOptional))
      result.type = member.property.type
      type = member.type
    }
    if result.steps.dropLast().contains(where: \.isOptional) { result.type = result.type.optional }
    result.steps[result.steps.count - 1].isOptional = false
    return .variable(result, nulls: nulls)
  }

  /// Returns a whole variable, and the property that decides whether null is sent.
  private func variable(_ property: InputPropertyModel) -> (VariablePathModel, nulls: NullsModel?) {
    let nulls = NullsModel(
      owner: [], isOptional: false, setName: explicitNullsName, propertyName: property.name)
    return (
      VariablePathModel(
        steps: [.init(name: property.name, isOptional: false)], type: property.type),
      property.isNullable ? nulls : nil
    )
  }

  private func literal(_ value: Value) -> LiteralModel? {
    switch value.kind {
    case .string(let literal): .string(context.sources.text(of: literal))
    case .enum(let symbol): .string(context.symbols[symbol])
    case .int, .float: context.sources.number(value).map(LiteralModel.number)
    case .boolean(let boolean): .boolean(boolean)
    case .null: .null
    case .variable, .list, .object: nil
    }
  }

  private mutating func report(_ message: String, _ argument: ArgumentPath, help: String?) {
    diagnostics.append(
      Diagnostic(
        rule: .connectors, message: message, at: root.field.position,
        notes: [.init(argument.position, "it is sent here")], help: help))
  }
}

extension [LiteralModel] {
  /// Whether Swift infers one element type for them.
  fileprivate var areAlike: Bool {
    let kinds = Set(
      map { literal in
        switch literal {
        case .string: 0
        case .number: 1
        case .boolean: 2
        case .null: 3
        }
      })
    return kinds.count <= 1 && !kinds.contains(3)
  }
}

extension VariablePathModel {
  fileprivate var isOptional: Bool { type.isOptional }
}

extension LiteralModel {
  init(_ literal: MappingLiteral) {
    switch literal {
    case .string(let text): self = .string(text)
    case .int(let number): self = .number(String(number))
    case .number(let text): self = .number(text)
    case .boolean(let boolean): self = .boolean(boolean)
    case .null: self = .null
    }
  }

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
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        result += "%" + (hex.utf8.count == 1 ? "0" : "") + hex
      }
    }
    return result
  }
}
