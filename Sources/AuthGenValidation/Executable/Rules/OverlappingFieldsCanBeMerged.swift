// Fields with the same response name end up in one place of the response, so they must be the same
// field, or at least have the same shape where no object has both.
// https://spec.graphql.org/September2025/#sec-Field-Selection-Merging
//
// The specification compares all pairs of fields and merges the selection sets of each pair. Here all
// fields of a response name are compared with the first of them, and all their selection sets are
// merged into one, which is checked in turn (once: sets that have been checked are known by what they
// were merged from). What holds for a union of sets holds for its parts, so it suffices to begin with
// the largest: those of operations, with their fragments spread.
//
// That is nearly linear with two exceptions, for which a stricter view is taken first: what has no
// conflict then has none at all. One is a fragment that many operations spread; so all operations are
// taken as one at first. The other is an interface's field that shares its name with fields of several
// of its objects: it would have to be merged with those of each object in turn, while those of different
// objects need only have the same shape; so all of them are merged as one at first.

import AuthGenLanguage
import AuthGenTypeSystem

struct OverlappingFieldsCanBeMerged {
  private static let rule = "OverlappingFieldsCanBeMerged"
  /// How many fields may be looked at. Whether the sets of many fragments conflict cannot be decided
  /// fast for every input; real documents need about as many steps as they have fields.
  static let maximumSteps = 1 << 26

  /// How strictly to look, in the order of trying.
  private enum Strictness: CaseIterable {
    /// As if all operations were one, and all objects one type.
    case operations
    /// As if all objects were one type.
    case objects
    /// As the specification says.
    case exact
  }

  /// Fields whose selection sets are merged into one.
  private struct Merge {
    /// The sets in ascending order; only one in most cases.
    let sets: MergedSets
    /// Where only shapes are compared, since no object has all fields.
    let isShapeOnly: Bool
    /// The merge that contains the fields, -1 for a root.
    let parent: Int
    let responseName: Symbol
  }

  private enum MergedSets {
    case one(FieldSets.SetID)
    case several([FieldSets.SetID])
  }

  private enum Conflict {
    case name
    case arguments
    case shape
  }

  private let fieldSets: FieldSets
  private let symbols: SymbolTable
  private var signatures: ArgumentSignatures
  private var expansion: FieldExpansion

  private var strictness = Strictness.operations
  private var hasConflict = false
  private var isReported: [Bool]
  private var merges: [Merge] = []
  private var isKnown: [Bool]
  private var known: Set<[FieldSets.SetID]> = []
  private var knownShapes: Set<[FieldSets.SetID]> = []
  /// How many fields have been looked at.
  private(set) var steps = 0

  init(_ fieldSets: FieldSets, symbols: SymbolTable, sources: SourceMap) {
    self.fieldSets = fieldSets
    self.symbols = symbols
    signatures = ArgumentSignatures(fieldSets.argumentLists, sources: sources)
    expansion = FieldExpansion(fieldSets, symbols)
    isReported = [Bool](repeating: false, count: fieldSets.fields.count)
    isKnown = [Bool](repeating: false, count: fieldSets.sets.count)
  }

  /// - Parameter roots: the selection sets that no other one contains.
  mutating func check(_ roots: [FieldSets.SetID], _ report: inout Report) {
    for strictness in Strictness.allCases {
      self.strictness = strictness
      hasConflict = false
      merges.removeAll(keepingCapacity: true)
      known.removeAll(keepingCapacity: true)
      for index in isKnown.indices { isKnown[index] = false }
      run(roots, &report)
      if !hasConflict { return }
    }
  }

  private mutating func run(_ roots: [FieldSets.SetID], _ report: inout Report) {
    if strictness == .operations {
      enqueue(roots.sorted(), parent: -1, .empty)
    } else {
      for set in roots { enqueue(set, parent: -1, .empty) }
    }
    var next = 0
    while next < merges.count, !(strictness != .exact && hasConflict), !report.isFull {
      check(next, &report)
      next += 1
      if steps > Self.maximumSteps {
        reportComplexity(&report)
        hasConflict = false
        return
      }
    }
  }

  private mutating func check(_ index: Int, _ report: inout Report) {
    let isShapeOnly = merges[index].isShapeOnly
    switch merges[index].sets {
    case .one(let set): expansion.expand(CollectionOfOne(set), fieldSets)
    case .several(let sets):
      expansion.expand(sets, fieldSets)
      // Finding out whether a set is known, too, takes time.
      steps += 16 + 4 * sets.count
    }
    steps += 1 + expansion.count
    for group in 0..<expansion.groupCount {
      if let field = expansion.onlyField(of: group) {
        let node = fieldSets.fields[field]
        if node.selectionSet >= 0, !isShapeOnly {
          enqueue(node.selectionSet, parent: index, node.responseName)
        }
      } else {
        let fields = expansion.fields(of: group)
        if isShapeOnly {
          checkShapes(fields, index, &report)
        } else {
          check(fields, index, &report)
        }
      }
    }
  }

  // MARK: Fields of one response name

  private mutating func check(_ fields: [Int], _ merge: Int, _ report: inout Report) {
    guard hasExclusiveParents(fields) else {
      var areSame = checkSameField(fields, as: fields[0], merge, &report)
      areSame = checkSameShape(fields, merge, &report) && areSame
      enqueueChildren(of: fields, areSame: areSame, merge)
      return
    }
    let abstract = fields.filter { !fieldSets.fields[$0].isParentObject }
    var objects = fields.filter { fieldSets.fields[$0].isParentObject }
    objects.sort { (parentIndex($0), $0) < (parentIndex($1), $1) }
    var areSame = abstract.isEmpty || checkSameField(abstract, as: abstract[0], merge, &report)
    var parts: [ArraySlice<Int>] = []
    var rest = objects[...]
    while let first = rest.first {
      let part = rest.prefix { parentIndex($0) == parentIndex(first) }
      rest.removeFirst(part.count)
      areSame = checkSameField(part, as: abstract.first ?? first, merge, &report) && areSame
      parts.append(part)
    }
    areSame = checkSameShape(fields, merge, &report) && areSame
    if strictness != .exact {
      enqueueChildren(of: fields, areSame: areSame, merge)
      return
    }
    for part in parts { enqueueChildren(of: abstract + part, areSame: areSame, merge) }
    enqueueShapes(of: fields, merge)
  }

  private mutating func checkShapes(_ fields: [Int], _ merge: Int, _ report: inout Report) {
    _ = checkSameShape(fields, merge, &report)
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

  private func parentIndex(_ field: Int) -> Int {
    fieldSets.fields[field].parent?.index ?? -1
  }

  private mutating func checkSameField(
    _ fields: some Collection<Int>, as first: Int, _ merge: Int, _ report: inout Report
  ) -> Bool {
    let name = fieldSets.fields[first].name
    let arguments = fieldSets.fields[first].arguments
    var areSame = true
    for field in fields where field != first {
      if fieldSets.fields[field].name != name {
        add(.name, field, first, merge, &report)
        areSame = false
      } else if fieldSets.fields[field].arguments >= 0 || arguments >= 0,
        signatures[fieldSets.fields[field].arguments] != signatures[arguments]
      {
        add(.arguments, field, first, merge, &report)
        areSame = false
      }
    }
    return areSame
  }

  /// SameResponseShape, for the fields' own types.
  private mutating func checkSameShape(
    _ fields: [Int], _ merge: Int, _ report: inout Report
  ) -> Bool {
    guard let first = fields.first(where: { fieldSets.fields[$0].type != nil }),
      let type = fieldSets.fields[first].type
    else { return true }
    let leafType = fieldSets.fields[first].leafType
    var areSame = true
    for field in fields {
      guard let other = fieldSets.fields[field].type,
        !type.hasSameShape(as: other) || fieldSets.fields[field].leafType != leafType
      else { continue }
      add(.shape, field, first, merge, &report)
      areSame = false
    }
    return areSame
  }

  // MARK: Going on with the fields' selection sets

  private mutating func enqueue(_ set: FieldSets.SetID, parent: Int, _ responseName: Symbol) {
    let set = fieldSets.resolved(set)
    guard !isKnown[Int(set)] else { return }
    isKnown[Int(set)] = true
    merges.append(
      Merge(sets: .one(set), isShapeOnly: false, parent: parent, responseName: responseName))
  }

  /// - Parameter sets: in ascending order.
  private mutating func enqueue(
    _ sets: [FieldSets.SetID], parent: Int, _ responseName: Symbol
  ) {
    if sets.count == 1 {
      enqueue(sets[0], parent: parent, responseName)
    } else if !sets.isEmpty, known.insert(sets).inserted {
      merges.append(
        Merge(
          sets: .several(sets), isShapeOnly: false, parent: parent, responseName: responseName))
    }
  }

  private mutating func enqueueChildren(
    of fields: some Collection<Int>, areSame: Bool, _ merge: Int
  ) {
    guard !areSame else { return enqueueChildren(of: fields, merge) }
    // What does not go together is not merged; each class of what does is.
    var classes: [FieldClass: Int] = [:]
    var members: [[Int]] = []
    for field in fields {
      let node = fieldSets.fields[field]
      let key = FieldClass(
        name: node.name, arguments: signatures[node.arguments], shape: node.type?.shape,
        leafType: node.leafType)
      let index = classes[key, default: members.count]
      if index == members.count {
        classes[key] = index
        members.append([])
      }
      members[index].append(field)
    }
    for fields in members { enqueueChildren(of: fields, merge) }
  }

  private struct FieldClass: Hashable {
    let name: Symbol
    let arguments: Int32
    let shape: UInt64?
    let leafType: Symbol
  }

  private mutating func enqueueChildren(of fields: some Collection<Int>, _ merge: Int) {
    guard let name = responseName(of: fields) else { return }
    enqueue(fieldSets.children(of: fields), parent: merge, name)
  }

  private mutating func enqueueShapes(of fields: [Int], _ merge: Int) {
    let sets = fieldSets.children(of: fields.filter { !isReported[$0] })
    guard sets.count > 1, let name = responseName(of: fields), knownShapes.insert(sets).inserted
    else { return }
    merges.append(
      Merge(sets: .several(sets), isShapeOnly: true, parent: merge, responseName: name))
  }

  private func responseName(of fields: some Collection<Int>) -> Symbol? {
    fields.first.map { fieldSets.fields[$0].responseName }
  }

  // MARK: Reporting

  private mutating func add(
    _ conflict: Conflict, _ field: Int, _ first: Int, _ merge: Int, _ report: inout Report
  ) {
    hasConflict = true
    guard strictness == .exact, !isReported[field] else { return }
    isReported[field] = true
    let (node, other) = (fieldSets.fields[field], fieldSets.fields[first])
    let name = path(merge) + symbols[node.responseName]
    let message: String
    let help: String
    switch conflict {
    case .name:
      message =
        "\"\(name)\" is field \"\(symbols[node.name])\" here and field"
        + " \"\(symbols[other.name])\" elsewhere"
      help = "give one of the two another alias"
    case .arguments:
      message = "\"\(name)\" is selected with different arguments"
      help = "give both the same arguments, or one of the two another alias"
    case .shape:
      let types = [node, other].map { $0.type?.text(symbols) ?? "" }
      message = "\"\(name)\" is of type \(types[0]) here and of type \(types[1]) elsewhere"
      help = "give one of the two another alias"
    }
    report.error(
      Self.rule, message, at: node.position,
      notes: [.init(other.position, "it is also selected here")], help: help)
  }

  /// The response names that lead to the fields of a merge, each followed by a dot.
  private func path(_ merge: Int) -> String {
    var names: [String] = []
    var merge = merge
    while merge >= 0, merges[merge].parent >= 0, names.count < 6 {
      names.append(symbols[merges[merge].responseName] + ".")
      merge = merges[merge].parent
    }
    if merge >= 0, merges[merge].parent >= 0 { names.append("...") }
    return names.reversed().joined()
  }

  private func reportComplexity(_ report: inout Report) {
    let position = fieldSets.fields.first?.position ?? .unknown
    report.error(
      Self.rule,
      "the fragments are spread into each other in too many ways to check whether fields conflict",
      at: position, help: "spread fewer fragments in the same selection sets")
  }
}
