// Finds the way to a field in the models of a result.

import AuthGenTypeSystem

struct SessionPathFinder {
  let schema: Schema
  /// The models of fragments, by Swift type.
  let fragments: [String: StructModel]
  /// The models of input objects, by Swift type.
  let inputs: [String: InputModel]

  /// Returns the way to the first of these fields that the result has.
  ///
  /// - Parameter throughLists: whether the way may lead through lists. Then there is a value for each
  ///   element.
  func path(
    to fields: [MemberKey], in data: StructModel, throughLists: Bool = false
  ) -> SessionPath? {
    var search = Search(finder: self, fields: fields, throughLists: throughLists)
    return search.path(in: data, enclosing: [data])
  }

  /// Whether a selected field is the one that a coordinate names: on the same type, or on an interface
  /// of it, or on one of its object types.
  fileprivate func isSame(_ named: MemberKey, _ selected: MemberKey) -> Bool {
    guard named.member == selected.member else { return false }
    if named.type == selected.type { return true }
    guard let type = schema.typeID(named.type), let other = schema.typeID(selected.type) else {
      return false
    }
    return schema.isSubtype(type, of: other) || schema.isSubtype(other, of: type)
  }
}

/// A search through the structs of a result, outermost first.
private struct Search {
  let finder: SessionPathFinder
  let fields: [MemberKey]
  let throughLists: Bool
  /// The fragments that were searched without result.
  private var seen: Set<String> = []

  init(finder: SessionPathFinder, fields: [MemberKey], throughLists: Bool) {
    self.finder = finder
    self.fields = fields
    self.throughLists = throughLists
  }

  /// - Parameter enclosing: the structs that declare nested types, outermost first.
  mutating func path(in type: StructModel, enclosing: [StructModel]) -> SessionPath? {
    for property in type.properties {
      guard let field = property.field, fields.contains(where: { finder.isSame($0, field) }) else {
        continue
      }
      if case .array = property.type.wrapped { continue }
      let link = SessionPath.Link(name: property.name, isOptional: property.type.isOptional)
      return SessionPath(
        segments: [SessionPath.Segment(links: [link], end: .value)], type: property.type)
    }
    for property in type.properties {
      let link = SessionPath.Link(name: property.name, isOptional: property.type.isOptional)
      switch property.type.wrapped {
      case .object(let name):
        if let path = inner(name, after: link, enclosing: enclosing) { return path }
      case .array(let element) where throughLists:
        guard case .object(let name) = element.wrapped else { continue }
        let end = SessionPath.Segment.End.elements(areOptional: element.isOptional)
        if let path = inner(name, after: link, end: end, enclosing: enclosing) { return path }
      default: continue
      }
    }
    for part in type.parts {
      var link = SessionPath.Link(name: part.name, isOptional: true)
      if case .always = part.presence { link.isOptional = false }
      if let path = inner(part.type, after: link, enclosing: enclosing) { return path }
    }
    guard let concrete = type.concrete else { return nil }
    for object in concrete.cases {
      let link = SessionPath.Link(name: concrete.propertyName, isOptional: false)
      let end = SessionPath.Segment.End.enumCase(object.name)
      if let path = inner(object.type, after: link, end: end, enclosing: enclosing) { return path }
    }
    return nil
  }

  private mutating func inner(
    _ name: String, after link: SessionPath.Link, end: SessionPath.Segment.End = .value,
    enclosing: [StructModel]
  ) -> SessionPath? {
    var found: SessionPath?
    if let nested = enclosing.last?.nested.first(where: { $0.name == name }) {
      found = path(in: nested, enclosing: enclosing + [nested])
    } else if let fragment = finder.fragments[name], seen.insert(name).inserted {
      found = path(in: fragment, enclosing: [fragment])
    }
    guard var found else { return nil }
    if case .value = end {
      found.segments[0].links.insert(link, at: 0)
    } else {
      found.segments.insert(SessionPath.Segment(links: [link], end: end), at: 0)
    }
    return found
  }
}
