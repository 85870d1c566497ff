// The parameters of an initialiser or method.

import AuthGenMustache
import AuthGenSwiftModel

extension Context {
  /// Returns the parameter that sets a property.
  mutating func parameter(for property: PropertyModel) -> Parameter {
    parameter(
      name: property.name, storage: property.storageName, type: property.type.text,
      wrapper: property.wrapper)
  }

  /// - Parameters:
  ///   - storage: the name of the stored property. Default: nil, for `name`.
  ///   - default: the default value. Default: nil, for none, but `nil` for an optional type.
  mutating func parameter(
    name: String, storage: String? = nil, type: String, default: String? = nil,
    wrapper: StorageWrapper? = nil
  ) -> Parameter {
    let (nameValue, storage) = (identifier(name), storage ?? name)
    let isOptional = type.hasSuffix("?")
    let standard = `default` ?? (isOptional ? "nil" : nil)
    return Parameter(
      name: nameValue, storage: storage == name ? nameValue : identifier(storage),
      wrapper: wrapper.map { code($0.rawValue) } ?? .null, type: code(type),
      // A stored property with the type `T?` has an implicit initial value, which is code in the app.
      storedType: code(isOptional ? "Optional<\(type.dropLast())>" : type),
      default: standard.map { code(" = " + $0) } ?? .null,
      width: name.utf8.count + 2 + type.utf8.count + (standard.map { $0.utf8.count + 3 } ?? 0) + 2)
  }

  /// Returns the fields for the declaration and for the initialiser's body.
  ///
  /// - Parameters:
  ///   - isFollowed: whether the template adds another parameter.
  ///   - surrounding: the length of the rest of a declaration on one line.
  mutating func parameterFields(
    _ parameters: [Parameter], isFollowed: Bool = false, surrounding: Int = 0
  ) -> Value {
    let lines = Parameter.lines(parameters, surrounding: surrounding)
    var all: [Value] = []
    all.reserveCapacity(parameters.count)
    let parameterLines = list(lines) { line, context in
      for index in line {
        let isLast = index == parameters.count - 1
        let endsLine = index == line.upperBound - 1 && (!isLast || lines.count > 1)
        let comma = isLast && !isFollowed ? "" : endsLine ? "," : ", "
        all.append(context.parameter(parameters[index], comma: comma))
      }
      return context.fields([(.parameters, context.list(Array(all[line])))])
    }
    return fields([
      (.hasOneParameter, .bool(parameters.count == 1)),
      (.isWrapped, .bool(lines.count > 1)), (.parameterLines, parameterLines),
      (.assignments, list(all)),
    ])
  }

  private mutating func parameter(_ parameter: Parameter, comma: String) -> Value {
    fields([
      (.name, parameter.name), (.wrapper, parameter.wrapper),
      (.storage, parameter.storage), (.type, parameter.type), (.default, parameter.default),
      (.comma, code(comma)),
    ])
  }
}
