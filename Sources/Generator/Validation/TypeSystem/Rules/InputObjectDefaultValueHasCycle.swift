// Finds default values of input fields that contain themselves after the default values of further
// fields are added. https://spec.graphql.org/September2025/#InputObjectDefaultValueHasCycle()

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaValidator {
  mutating func checkInputObjectDefaultValueHasCycle() {
    for cycle in DefaultValues(schema, definedTypes).cycles { reportDefaultValueCycle(cycle) }
  }

  private mutating func reportDefaultValueCycle(_ cycle: [DefaultValues.Field]) {
    guard let first = cycle.first else { return }
    let links = cycle.prefix(8).map { field -> (text: String, position: Position) in
      let type = schema.types[field.type]
      let name = type.inputFields[field.index].name
      let element = SchemaElement.inputField(name.symbol, of: type.name.symbol)
      return (element.coordinate(symbols), name.position)
    }
    let type = schema.types[first.type]
    let field = type.inputFields[first.index]
    report.error(
      .inputObjectDefaultValueHasCycle,
      "the default value of \(links.first?.text ?? "") would contain itself",
      about: .inputField(field.name.symbol, of: type.name.symbol),
      at: field.defaultValue?.position ?? .unknown,
      notes: links.dropFirst().map {
        .init($0.position, "through the default value of \($0.text)")
      },
      help: "give the field a value inside the default value, or remove a default value")
  }
}

/// A graph of the fields with default values. Each field has an edge to every field whose default
/// value completes its own.
///
/// An empty object gets the default values of all fields of its type. To avoid an edge for each,
/// the fields are the leaves of a binary tree (node `i` has the children `2 * i` and `2 * i + 1`),
/// whose inner nodes represent ranges of fields.
private struct DefaultValues {
  struct Field {
    let type: Int
    let index: Int
  }

  private let schema: Schema
  /// The fields whose default values can be completed. The fields of a type are consecutive.
  private var fields: [Field] = []
  private var fieldsOfType: [Int: Range<Int>] = [:]
  /// The index in `fields`, by type and name.
  private var places: [UInt64: Int] = [:]

  /// - Parameter types: the indexes of the types to search.
  init(_ schema: Schema, _ types: Range<Int>) {
    self.schema = schema
    for type in types where schema.types[type].kind == .inputObject {
      let start = fields.count
      for (index, field) in schema.types[type].inputFields.enumerated() where canBeFilledUp(field) {
        places[Self.key(type, field.name.symbol)] = fields.count
        fields.append(Field(type: type, index: index))
      }
      if start < fields.count { fieldsOfType[type] = start..<fields.count }
    }
  }

  /// The fields whose default values contain each other.
  var cycles: [[Field]] {
    let count = fields.count
    let graph = CyclicComponents(count: 2 * count, roots: count..<2 * count) { node, successors in
      if node < count {
        successors += [2 * node, 2 * node + 1]
      } else {
        addSuccessors(of: fields[node - count], &successors)
      }
    }
    return graph.components.map { $0.filter { $0 >= count }.map { fields[$0 - count] } }
  }

  private func canBeFilledUp(_ field: InputValueDefinition) -> Bool {
    guard let value = field.defaultValue, inputObject(field.type) != nil else { return false }
    switch value.kind {
    case .object, .list: return true
    default: return false
    }
  }

  private func inputObject(_ reference: TypeReference) -> Int? {
    guard let id = schema.typeID(reference.symbol), schema.types[id.index].kind == .inputObject
    else { return nil }
    return id.index
  }

  private static func key(_ type: Int, _ name: Symbol) -> UInt64 {
    UInt64(type) << 32 | UInt64(name.id)
  }

  // MARK: Edges

  private func addSuccessors(of field: Field, _ successors: inout [Int]) {
    let definition = schema.types[field.type].inputFields[field.index]
    guard let value = definition.defaultValue, let type = inputObject(definition.type) else {
      return
    }
    addSuccessors(of: value, type, &successors)
  }

  /// - Parameter type: the input object type of the value or of a list's elements. The parser
  ///   bounds the nesting of values.
  private func addSuccessors(of value: Value, _ type: Int, _ successors: inout [Int]) {
    switch value.kind {
    case .list(let values):
      for value in values { addSuccessors(of: value, type, &successors) }
    case .object(let given):
      if let range = fieldsOfType[type] {
        let skipped = given.compactMap { places[Self.key(type, $0.name.symbol)] }.sorted()
        var start = range.lowerBound
        for place in skipped {
          addRange(start..<max(start, place), &successors)
          start = place + 1
        }
        addRange(start..<max(start, range.upperBound), &successors)
      }
      for field in given {
        guard let id = schema.typeID(schema.types[type].name.symbol),
          let definition = schema.inputField(field.name.symbol, of: id),
          let inner = inputObject(definition.type)
        else { continue }
        addSuccessors(of: field.value, inner, &successors)
      }
    default: break
    }
  }

  /// Adds the fewest tree nodes that together represent a range of fields.
  private func addRange(_ range: Range<Int>, _ successors: inout [Int]) {
    var low = range.lowerBound + fields.count
    var high = range.upperBound + fields.count
    while low < high {
      if low & 1 == 1 {
        successors.append(low)
        low += 1
      }
      if high & 1 == 1 {
        high -= 1
        successors.append(high)
      }
      low /= 2
      high /= 2
    }
  }
}
