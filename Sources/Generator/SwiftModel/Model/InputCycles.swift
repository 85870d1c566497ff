// Finds recursive input objects.

import AuthGenLanguage
import AuthGenTypeSystem
import AuthGenValidation

/// Finds the input objects that can contain a value of their own type outside a list, and the fields that
/// lead to it. A Swift struct cannot contain itself, so those fields are stored indirectly.
struct InputCycles {
  private let schema: Schema
  /// The number of each input object's cycle, by the type's index.
  private var circles: [Int: Int] = [:]

  init(schema: Schema) {
    self.schema = schema
    let components = CyclicComponents(
      count: schema.types.count, roots: schema.builtInTypeCount..<schema.types.count
    ) { index, targets in
      for field in schema.types[index].inputFields where !field.type.isList {
        if let target = schema.typeID(field.type.symbol), schema.kind(of: target) == .inputObject {
          targets.append(target.index)
        }
      }
    }.components
    for (number, members) in components.enumerated() {
      for member in members { circles[member] = number }
    }
  }

  func contains(_ input: TypeID) -> Bool {
    circles[input.index] != nil
  }

  func isIndirect(_ field: InputValueDefinition, of input: TypeID) -> Bool {
    guard let circle = circles[input.index], !field.type.isList,
      let target = schema.typeID(field.type.symbol)
    else { return false }
    return circles[target.index] == circle
  }
}
