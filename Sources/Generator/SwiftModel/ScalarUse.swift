// The scalars in the declarations of a generated file: the file imports their modules and no others.

extension OperationModel {
  /// The Swift types of the scalars in the operation's variables and its result.
  package var scalars: Set<String> {
    var scalars = data.scalars
    for variable in variables { variable.type.insertScalars(into: &scalars) }
    return scalars
  }
}

extension StructModel {
  /// The Swift types of the scalars in the struct and its nested structs.
  package var scalars: Set<String> {
    var scalars: Set<String> = []
    insertScalars(into: &scalars)
    return scalars
  }

  fileprivate func insertScalars(into scalars: inout Set<String>) {
    for property in properties { property.type.insertScalars(into: &scalars) }
    for member in shared { member.type?.insertScalars(into: &scalars) }
    for type in nested { type.insertScalars(into: &scalars) }
  }
}

extension InputModel {
  /// The Swift types of the scalars in the struct.
  package var scalars: Set<String> {
    properties.reduce(into: []) { $1.type.insertScalars(into: &$0) }
  }
}

extension SessionModel {
  /// The Swift types of the scalars in the session and in the variables of its logins.
  package var scalars: Set<String> {
    var scalars: Set<String> = []
    for property in storedProperties { property.type.insertScalars(into: &scalars) }
    for variable in logIns.flatMap(\.operation.variables) {
      variable.type.insertScalars(into: &scalars)
    }
    return scalars
  }
}

extension SwiftType {
  fileprivate func insertScalars(into scalars: inout Set<String>) {
    switch self {
    case .scalar(let name): scalars.insert(name)
    case .object, .openEnum: break
    case .array(let inner), .optional(let inner), .result(let inner):
      inner.insertScalars(into: &scalars)
    }
  }
}
