// Properties that are read from a service's response, wherever it has them.

import AuthGenIR
import AuthGenMustache

extension PropertyIR {
  /// The places to read the property from, each but the last only where it is there.
  var readings: Value {
    guard let paths else { return .null }
    return .list(
      List(paths.paths) { [self, count = paths.paths.count] path, index in
        reading(path, isFirst: index == 0, isLast: index == count - 1)
      })
  }

  /// Whether a value of another form is as good as none.
  var isLenient: Bool { type.isOptional && paths?.isLenient == true }

  /// What stands for such a value, where nil alone does not.
  var fallback: Value { isLenient && type.isIndirect ? .code("Indirect(nil)") : .null }

  private func reading(_ path: [String], isFirst: Bool, isLast: Bool) -> Value {
    let isOptional = type.isOptional || !isLast
    let isWhole = path.isEmpty
    return .fields([
      TemplateKey.isFirst.key: .bool(isFirst),
      TemplateKey.steps.key: steps(path.dropLast(), isOptional ? "insideIfAny" : "inside"),
      TemplateKey.decode.key: .code(
        isWhole
          ? "part"
          : FieldMethod.decoding(isOptional ? type.optional : type, isConditional: false)),
      TemplateKey.key.key: path.last.map(Value.literal) ?? .null,
      TemplateKey.ifAnyOf.key: isWhole && isOptional
        ? .fields([TemplateKey.names.key: .names((self.paths?.innerKeys ?? []).map(Value.literal))])
        : .null,
    ])
  }

  /// The place to write the property to.
  var writing: Value {
    guard let path = paths?.paths.first else { return .null }
    let part = type.isOptional ? "optionalPart" : "part"
    return .fields([
      TemplateKey.steps.key: steps(path.dropLast(), "inside"),
      TemplateKey.encode.key: .code(path.isEmpty ? part : FieldMethod.encoding(type)),
      TemplateKey.key.key: path.last.map(Value.literal) ?? .null,
    ])
  }

  private func steps(_ keys: ArraySlice<String>, _ method: String) -> Value {
    .list(
      List(Array(keys)) { key, _ in
        .fields([TemplateKey.inside.key: .code(method), TemplateKey.key.key: .literal(key)])
      })
  }
}

extension TypeMatchIR {
  var value: Value {
    .fields([
      TemplateKey.path.key: .fields([TemplateKey.names.key: .names(path.map(Value.literal))]),
      TemplateKey.cases.key: .list(
        List(cases) { [count = cases.count] item, index in
          .fields([
            TemplateKey.candidate.key: item.candidate.value,
            TemplateKey.graphQLType.key: .literal(item.typename),
            TemplateKey.comma.key: .code(index == count - 1 ? "" : ", "),
          ])
        }),
      TemplateKey.otherwise.key: otherwise.map(Value.literal) ?? .null,
    ])
  }
}

extension StructIR {
  /// The property that has the name of the object's type.
  var typenameProperty: String? {
    concrete?.typenameName ?? properties.first { $0.responseName == "__typename" }?.name
  }
}
