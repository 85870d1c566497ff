// Compares the fields of one response name: whether they are equal, or have the same shape.
// https://spec.graphql.org/September2025/#sec-Field-Selection-Merging

import AuthGenLanguage
import AuthGenTypeSystem

extension FieldMerging {
  /// Compares several fields of one response name, and adds their selection sets to the queue.
  mutating func check(_ fields: [Int], _ merge: Int) {
    guard hasExclusiveParents(fields) else {
      var areSame = checkSameField(fields, as: earliest(fields), merge)
      areSame = checkStreams(fields, merge) && areSame
      areSame = checkSameShape(fields, merge) && areSame
      enqueueChildren(of: fields, areSame: areSame, merge)
      return
    }
    let abstract = fields.filter { !fieldSets.fields[$0].isParentObject }
    var objects = fields.filter { fieldSets.fields[$0].isParentObject }
    objects.sort { (parentIndex($0), $0) < (parentIndex($1), $1) }
    let first = earliest(abstract)
    var areSame = checkSameField(abstract, as: first, merge)
    var parts: [ArraySlice<Int>] = []
    var rest = objects[...]
    while let next = rest.first {
      let part = rest.prefix { parentIndex($0) == parentIndex(next) }
      rest.removeFirst(part.count)
      areSame = checkSameField(part, as: first ?? earliest(part), merge) && areSame
      parts.append(part)
    }
    areSame = checkStreams(fields, merge) && areSame
    areSame = checkSameShape(fields, merge) && areSame
    if strictness != .exact {
      enqueueChildren(of: fields, areSame: areSame, merge)
      return
    }
    for part in parts { enqueueChildren(of: abstract + part, areSame: areSame, merge) }
    enqueueShapes(of: fields, merge)
  }

  /// Compares the shapes of fields that no single object has.
  mutating func checkShapes(_ fields: [Int], _ merge: Int) {
    _ = checkStreams(fields, merge)
    _ = checkSameShape(fields, merge)
    enqueueShapes(of: fields, merge)
  }

  /// Whether two of the fields have different object types as parents, so that no object has both.
  private func hasExclusiveParents(_ fields: [Int]) -> Bool {
    var object: TypeID?
    for field in fields where fieldSets.fields[field].isParentObject {
      if let object, object != fieldSets.fields[field].parent { return true }
      object = fieldSets.fields[field].parent
    }
    return false
  }

  /// Returns the field that comes first in the source. The others are compared with it. It is the
  /// same field in every merge, so that each conflict is reported once.
  ///
  /// - Parameter isTyped: whether to skip fields of an unknown type.
  private func earliest(_ fields: some Sequence<Int>, isTyped: Bool = false) -> Int? {
    var earliest: Int?
    for field in fields where !isTyped || fieldSets.fields[field].type != nil {
      let position = fieldSets.fields[field].position
      if let known = earliest, fieldSets.fields[known].position < position { continue }
      earliest = field
    }
    return earliest
  }

  private func parentIndex(_ field: Int) -> Int {
    fieldSets.fields[field].parent?.index ?? -1
  }

  private mutating func checkSameField(
    _ fields: some Collection<Int>, as first: Int?, _ merge: Int
  ) -> Bool {
    guard let first else { return true }
    let name = fieldSets.fields[first].name
    let arguments = fieldSets.fields[first].arguments
    var areSame = true
    for field in fields where field != first {
      if fieldSets.fields[field].name != name {
        add(Conflict(kind: .name, field: field, other: first, merge: merge))
        areSame = false
      } else if fieldSets.fields[field].arguments >= 0 || arguments >= 0,
        signatures[fieldSets.fields[field].arguments] != signatures[arguments]
      {
        add(Conflict(kind: .arguments, field: field, other: first, merge: merge))
        areSame = false
      }
    }
    return areSame
  }

  /// Checks that a field with `@stream` is selected once, because the server streams it once. This
  /// also applies to fields that no single object has.
  /// https://github.com/graphql/graphql-spec/pull/1110
  private mutating func checkStreams(_ fields: [Int], _ merge: Int) -> Bool {
    guard let first = earliest(fields) else { return true }
    var areSame = true
    for field in fields
    where field != first
      && (fieldSets.fields[field].isStreamed || fieldSets.fields[first].isStreamed)
    {
      add(Conflict(kind: .stream, field: field, other: first, merge: merge))
      areSame = false
    }
    return areSame
  }

  /// Checks SameResponseShape for the types of the fields.
  private mutating func checkSameShape(
    _ fields: [Int], _ merge: Int
  ) -> Bool {
    guard let first = earliest(fields, isTyped: true), let type = fieldSets.fields[first].type
    else { return true }
    let leafType = fieldSets.fields[first].leafType
    var areSame = true
    for field in fields {
      guard let other = fieldSets.fields[field].type,
        type.shape != other.shape || fieldSets.fields[field].leafType != leafType
      else { continue }
      add(Conflict(kind: .shape, field: field, other: first, merge: merge))
      areSame = false
    }
    return areSame
  }
}
