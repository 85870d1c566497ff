// Finds the path to a field in the models of a result.

import AuthGenTypeSystem

struct FieldPathFinder {
  /// The models of fragments, by Swift type.
  let fragments: [String: StructModel]

  /// Returns the paths to these fields in a result, at most 64.
  ///
  /// - Parameter throughLists: whether a path may lead through lists. Then there is a value for each element.
  func paths(
    to fields: Set<MemberKey>, in data: StructModel, throughLists: Bool = false
  ) -> [FieldPath] {
    var search = Search(finder: self, fields: Array(fields), throughLists: throughLists)
    return search.paths(in: data)
  }
}

/// A search through the structs of a result, outermost first.
private struct Search {
  let finder: FieldPathFinder
  /// An array, because most searches are for one field.
  let fields: [MemberKey]
  let throughLists: Bool
  /// The paths in each fragment that was searched. Many fragments can spread the same one.
  var inFragments: [String: [FieldPath]] = [:]

  mutating func paths(in type: StructModel) -> [FieldPath] {
    var found: [FieldPath] = []
    // Copies no property, because most have nothing that is searched.
    for index in type.properties.indices {
      var link: FieldPath.Link {
        let property = type.properties[index]
        return FieldPath.Link(
          name: property.name, isOptional: property.type.isOptional,
          isDeprecated: property.deprecation != nil)
      }
      switch type.properties[index].type.wrapped {
      case .array(let element):
        guard throughLists, case .object(let name) = element.wrapped else { continue }
        found += inner(
          name, after: link, end: .elements(areOptional: element.isOptional), in: type)
      case .object(let name): found += inner(name, after: link, in: type)
      case .scalar, .openEnum, .optional: break
      // A session needs the value itself.
      case .result: continue
      }
      if let field = type.properties[index].field, fields.contains(field) {
        found.append(
          FieldPath(
            segments: [FieldPath.Segment(links: [link], end: .value)],
            type: type.properties[index].type,
            isConditional: type.properties[index].condition != nil))
      }
    }
    // A deferred part can be absent.
    for part in type.parts where part.deferral == nil {
      var link = FieldPath.Link(name: part.name, isOptional: true)
      if case .always = part.presence { link.isOptional = false }
      found += inner(part.type, after: link, in: type)
    }
    for object in type.concrete?.cases ?? [] {
      let link = FieldPath.Link(name: type.concrete?.propertyName ?? "", isOptional: false)
      found += inner(
        object.type, after: link, end: .enumCase(object.name), in: type)
    }
    return Array(found.prefix(64))
  }

  private mutating func inner(
    _ name: String, after link: FieldPath.Link, end: FieldPath.Segment.End = .value,
    in type: StructModel
  ) -> [FieldPath] {
    let paths: [FieldPath]
    if let nested = type.nested.first(where: { $0.name == name }) {
      paths = self.paths(in: nested)
    } else if let known = inFragments[name] {
      paths = known
    } else if let fragment = finder.fragments[name] {
      paths = self.paths(in: fragment)
      inFragments[name] = paths
    } else {
      return []
    }
    return paths.map { path in
      var path = path
      if case .value = end {
        path.segments[0].links.insert(link, at: 0)
      } else {
        path.segments.insert(FieldPath.Segment(links: [link], end: end), at: 0)
      }
      return path
    }
  }
}
