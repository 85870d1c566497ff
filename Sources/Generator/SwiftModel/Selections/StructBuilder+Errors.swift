// Builds the struct for a service's errors.

import AuthGenConnectors
import AuthGenLanguage
import AuthGenTypeSystem

extension StructBuilder {
  /// Returns the error type with the source's mapping, and the properties of each operation with a
  /// different mapping. Without a source mapping, the error type is read by field names.
  mutating func errors(
    _ connectors: Connectors
  ) -> (type: ErrorModel?, properties: [Symbol: [PropertyModel]], uses: SchemaUses) {
    var uses = SchemaUses()
    guard let name = names.error,
      let type = context.settings.errorType.flatMap({ context.symbols.find($0.value) })
        .flatMap(schema.typeID)
    else { return (nil, [:], uses) }
    let own = (mappings?.roots ?? [:]).compactMapValues(\.connector.error)
    let properties = own.mapValues { error(type, name, $0, &uses).properties }
    guard let mapping = connectors.error ?? connectors.anyError else {
      return (nil, properties, uses)
    }
    let model = ErrorModel(
      type: error(type, name, mapping, &uses), accessorName: SwiftName.member(name, .camelCase))
    return (model, properties, uses)
  }

  /// Returns the struct for a service's errors, with all the fields of their type.
  private mutating func error(
    _ type: TypeID, _ name: String, _ mapping: ObjectMapping, _ uses: inout SchemaUses
  ) -> StructModel {
    let built = build(name, everything(in: type, mapping), on: type, mapping: mapping)
    uses += built.uses
    var result = built.draft.model
    // Continues after a problem with one field, so that all problems are reported.
    for index in result.properties.indices {
      result.properties[index].paths?.isLenient = true
    }
    return result
  }

  /// Returns a selection of all fields of a type that a mapping contains.
  private func everything(in type: TypeID, _ mapping: ObjectMapping) -> SelectionSet {
    let fields = schema[type].fields.compactMap { definition -> Selection? in
      guard let own = mapping.fields[context.symbols[definition.name.symbol]] else { return nil }
      let inner = own.object.flatMap { object in
        schema.typeID(definition.type.symbol).map { everything(in: $0, object) }
      }
      return .field(Field(name: definition.name, selectionSet: inner))
    }
    return SelectionSet(position: mapping.position, selections: fields)
  }
}
