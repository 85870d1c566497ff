// Divides wide structs: the properties of one with more than 200 move to nested structs, which are parts of
// it like fragments, and read and write their fields in its place.
//
//     struct Row           fields1: Fields1, fields2: Fields2, ...
//     struct Row.Fields1   id: String, ..., price: Double
//
// The compiler's time for an initialiser grows with the third power of the number of stored properties: two
// minutes for 1,000.

extension StructModel {
  /// The most properties of a struct that stays as it is, and of a struct that a wide one is divided into.
  private static let (limit, groupSize) = (200, 100)

  private var isWide: Bool { properties.count > Self.limit }

  /// The struct, with all wide structs divided.
  var divided: StructModel {
    guard contains(where: \.isWide) else { return self }
    var result = self
    result.nested = nested.map(\.divided)
    if isWide { result.divide() }
    return result
  }

  private mutating func divide() {
    let taken = names
    var groups: [StructModel] = []
    var number = 0
    for start in stride(from: 0, to: properties.count, by: Self.groupSize) {
      let group = properties[start..<min(start + Self.groupSize, properties.count)]
      repeat {
        number += 1
      } while taken.contains("Fields\(number)")
        || taken.contains("fields\(number)") || taken.contains("_fields\(number)")
      groups.append(
        StructModel(
          name: "Fields\(number)", documentation: [], properties: Array(group), parts: [],
          concrete: nil, nested: [], match: match,
          nullsName: group.contains(where: \.isNullOrOmitted) ? nullsName : nil))
      forwarded += group.map { property in
        ForwardedMemberModel(
          name: property.name, part: "fields\(number)", depth: 1,
          graphQLName: property.graphQLName, type: property.type,
          documentation: property.documentation, deprecation: property.deprecation)
      }
    }
    nested = groups + nested
    parts =
      groups.map { group in
        let name = group.name.lowercased()
        return PartModel(
          name: name, storageName: "_" + name, type: group.name, isIndirect: true,
          presence: .always,
          documentation: ["The fields from `\(group.properties[0].name)` on."], isGroup: true)
      } + parts
    properties = []
    nullsName = nil
  }

  /// The names in the struct that another member or nested type must not have or hide.
  private var names: Set<String> {
    var names = types.generated.union(types.scalars)
    names.formUnion(properties.flatMap { [$0.name, $0.storageName] })
    names.formUnion(parts.flatMap { [$0.name, $0.storageName, $0.type] })
    names.formUnion(nested.map(\.name) + forwarded.map(\.name))
    if let concrete {
      names.formUnion([concrete.propertyName, concrete.typeName, concrete.typenameName])
      names.formUnion(concrete.cases.flatMap { [$0.accessorName, $0.narrowedName] })
    }
    return names
  }
}
