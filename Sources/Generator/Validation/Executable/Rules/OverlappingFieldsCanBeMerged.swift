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
  static let rule = "OverlappingFieldsCanBeMerged"
  /// How many fields may be looked at by default. Whether the sets of many fragments conflict cannot be
  /// decided fast for every input; real documents need about two steps for each of their fields.
  static let maximumSteps = 1 << 25

  /// How strictly to look, in the order of trying.
  enum Strictness: CaseIterable {
    /// As if all operations were one, and all objects one type.
    case operations
    /// As if all objects were one type.
    case objects
    /// As the specification says.
    case exact
  }

  /// Fields whose selection sets are merged into one.
  struct Merge {
    /// The sets in ascending order; only one in most cases.
    let sets: MergedSets
    /// Where only shapes are compared, since no object has all fields.
    let isShapeOnly: Bool
    /// The merge that contains the fields, -1 for a root.
    let parent: Int
    let responseName: Symbol
  }

  enum MergedSets {
    case one(FieldSets.SetID)
    case several([FieldSets.SetID])
  }

  enum Conflict {
    case name
    case arguments
    case shape
  }

  let fieldSets: FieldSets
  let symbols: SymbolTable
  var signatures: ArgumentSignatures
  private var expansion: FieldExpansion

  private(set) var strictness = Strictness.operations
  var hasConflict = false
  /// Per field whether it has been found at fault.
  var isReported: [Bool]
  private(set) var merges: [Merge] = []
  private var isKnown: [Bool]
  private var known: Set<[FieldSets.SetID]> = []
  private var knownShapes: Set<[FieldSets.SetID]> = []
  private let maximumSteps: Int
  /// How many fields have been looked at.
  private(set) var steps = 0

  init(
    _ fieldSets: FieldSets, symbols: SymbolTable, sources: SourceMap,
    maximumSteps: Int = Self.maximumSteps
  ) {
    self.fieldSets = fieldSets
    self.symbols = symbols
    self.maximumSteps = maximumSteps
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
      let isFinished = run(roots, &report)
      if isFinished, !hasConflict { return }
      if !isFinished, strictness == .exact { reportComplexity(&report) }
    }
  }

  /// - Returns: whether it came to an end within its steps.
  private mutating func run(_ roots: [FieldSets.SetID], _ report: inout Report) -> Bool {
    if strictness == .operations {
      enqueue(roots.sorted(), parent: -1, .empty)
    } else {
      for set in roots { enqueue(set, parent: -1, .empty) }
    }
    let limit = stepLimit
    var next = 0
    while next < merges.count, strictness == .exact || !hasConflict, !report.isFull {
      if steps > limit { return false }
      check(next, &report)
      next += 1
    }
    return true
  }

  /// What is taken as one may also take more steps than by itself, so a stricter look is not worth
  /// all of them.
  private var stepLimit: Int {
    switch strictness {
    case .operations: min(maximumSteps, 1_000 + 8 * fieldSets.items.count)
    case .objects: maximumSteps / 2
    case .exact: maximumSteps
    }
  }

  private mutating func check(_ index: Int, _ report: inout Report) {
    let isShapeOnly = merges[index].isShapeOnly
    switch merges[index].sets {
    case .one(let set): expansion.expand(CollectionOfOne(set), fieldSets)
    case .several(let sets):
      expansion.expand(sets, fieldSets)
      // Finding out whether a set is known, too, takes time.
      steps += 16 + sets.count
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

  /// Goes on with the selection sets of fields of one response name.
  ///
  /// - Parameter areSame: whether the fields have no conflict.
  mutating func enqueueChildren(
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

  /// Goes on with the selection sets of fields that no object has all of.
  mutating func enqueueShapes(of fields: [Int], _ merge: Int) {
    let sets = fieldSets.children(of: fields.filter { !isReported[$0] })
    guard sets.count > 1, let name = responseName(of: fields), knownShapes.insert(sets).inserted
    else { return }
    merges.append(
      Merge(sets: .several(sets), isShapeOnly: true, parent: merge, responseName: name))
  }

  private func responseName(of fields: some Collection<Int>) -> Symbol? {
    fields.first.map { fieldSets.fields[$0].responseName }
  }
}
