// The parameters of an initialiser or method.

import AuthGenMustache

struct ParameterFields: Sendable {
  private let lines: NodeList<LineFields>
  private let assignments: NodeList<AssignmentFields>

  init(_ parameters: [Parameter]) {
    lines = NodeList(
      Parameter.lines(parameters).map { line in
        LineFields(
          line.map { index in
            OneParameterFields(
              parameters[index],
              comma: index == parameters.count - 1 ? "" : index == line.upperBound - 1 ? "," : ", ")
          })
      })
    assignments = NodeList(parameters.map(AssignmentFields.init))
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .isWrapped: .bool(lines.count > 1)
    case .parameterLines: .list(lines)
    case .assignments: .list(assignments)
    default: nil
    }
  }
}

private final class LineFields: TemplateFields {
  private let parameters: NodeList<OneParameterFields>

  init(_ parameters: [OneParameterFields]) {
    self.parameters = NodeList(parameters)
  }

  func field(_ key: TemplateKey) -> Value? {
    key == .parameters ? .list(parameters) : nil
  }
}

private final class OneParameterFields: TemplateFields {
  private let parameter: Parameter
  private let comma: String

  init(_ parameter: Parameter, comma: String) {
    self.parameter = parameter
    self.comma = comma
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .name: .identifier(parameter.name)
    case .type: .code(parameter.type)
    case .default: .code(parameter.default.map { " = " + $0 } ?? "")
    case .comma: .code(comma)
    default: nil
    }
  }
}

/// What an initialiser does with a parameter.
private final class AssignmentFields: TemplateFields {
  private let parameter: Parameter

  init(_ parameter: Parameter) {
    self.parameter = parameter
  }

  func field(_ key: TemplateKey) -> Value? {
    switch key {
    case .storage: .identifier(parameter.storage)
    case .name: .identifier(parameter.name)
    case .isIndirect: .bool(parameter.isIndirect)
    default: nil
    }
  }
}
