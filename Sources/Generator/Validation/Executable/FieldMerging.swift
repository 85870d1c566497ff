// Merges the fields of selection sets that have the same response name, and finds those that conflict.
// https://spec.graphql.org/September2025/#sec-Field-Selection-Merging
//
// The specification compares all pairs of fields and merges the selection sets of each pair. This
// code compares all fields of a response name with the first one, and merges all their selection
// sets into one set. It checks each merged set once, and recognises it by the sets that it was
// merged from. A union of sets without conflicts has no conflicts in its parts, so checking the
// largest sets is sufficient: those of the operations, with fragments expanded.
//
// This takes nearly linear time, with two exceptions. For these, a stricter check runs first; fields that
// pass it do not conflict. The first exception is a fragment that many operations spread: the stricter check
// treats all operations as one. The second is an interface's field with the same name as fields of several of
// its objects: it would have to be merged with the fields of each object in turn, while fields of different
// objects only need the same shape. The stricter check merges all of them as one.

import AuthGenLanguage
import AuthGenTypeSystem

struct FieldMerging {
  /// The default maximum number of field visits. No fast algorithm decides for every input whether
  /// the sets of many fragments conflict. Real documents need about two steps for each field.
  static let maximumSteps = 1 << 25

  /// The strictness of a check, in the order of the attempts.
  enum Strictness: CaseIterable {
    /// Treats all operations as one, and all objects as one type.
    case operations
    /// Treats all objects as one type.
    case objects
    /// Follows the specification.
    case exact
  }

  /// Fields whose selection sets are merged into one.
  struct Merge {
    /// The sets in ascending order; usually one.
    let sets: [FieldSets.SetID]
    /// Whether to compare only shapes, because no object has all fields.
    let isShapeOnly: Bool
    /// The merge that contains the fields, -1 for a root.
    let parent: Int
    let responseName: Symbol
  }

  /// Two fields that cannot be merged, as indexes in `fieldSets.fields`.
  struct Conflict {
    enum Kind {
      case name
      case arguments
      case stream
      case shape
    }

    let kind: Kind
    let field: Int
    let other: Int
    /// The index in `merges` of the selection set with both.
    let merge: Int
  }

  let fieldSets: FieldSets
  /// The conflicts in the order of the search: one for each field, and at most `maximumConflicts`.
  private(set) var conflicts: [Conflict] = []
  /// Whether the check finished within the step limit.
  private(set) var isComplete = true
  var signatures: ArgumentSignatures
  private var expansion: FieldExpansion

  private(set) var strictness = Strictness.operations
  private var hasConflict = false
  /// For each field, whether it has a conflict that the exact check found.
  private var isConflicting: [Bool]
  private(set) var merges: [Merge] = []
  private var isKnown: [Bool]
  private var known: Set<[FieldSets.SetID]> = []
  private var knownShapes: Set<[FieldSets.SetID]> = []
  private let maximumSteps: Int
  private let maximumConflicts: Int
  /// The number of field visits so far.
  private(set) var steps = 0

  init(
    _ fieldSets: FieldSets, symbols: SymbolTable, sources: SourceMap, maximumConflicts: Int,
    maximumSteps: Int = Self.maximumSteps
  ) {
    self.fieldSets = fieldSets
    self.maximumConflicts = maximumConflicts
    self.maximumSteps = maximumSteps
    signatures = ArgumentSignatures(fieldSets.argumentLists, symbols: symbols, sources: sources)
    expansion = FieldExpansion(fieldSets, symbols)
    isConflicting = [Bool](repeating: false, count: fieldSets.fields.count)
    isKnown = [Bool](repeating: false, count: fieldSets.sets.count)
  }

  /// - Parameter roots: the selection sets that no other set contains.
  mutating func check(_ roots: [FieldSets.SetID]) {
    for strictness in Strictness.allCases {
      self.strictness = strictness
      hasConflict = false
      merges.removeAll(keepingCapacity: true)
      known.removeAll(keepingCapacity: true)
      for index in isKnown.indices { isKnown[index] = false }
      isComplete = run(roots)
      if isComplete, !hasConflict { return }
    }
  }

  /// - Returns: whether the check finished within the step limit.
  private mutating func run(_ roots: [FieldSets.SetID]) -> Bool {
    if strictness == .operations {
      enqueue(roots.sorted(), parent: -1, .empty)
    } else {
      for set in roots { enqueue(set, parent: -1, .empty) }
    }
    let limit = stepLimit
    var next = 0
    while next < merges.count, strictness == .exact || !hasConflict,
      conflicts.count < maximumConflicts
    {
      if steps > limit { return false }
      check(next)
      next += 1
    }
    return true
  }

  /// The step limit of this check. A stricter check can take more steps than the exact one, so it
  /// gets only a part of them.
  private var stepLimit: Int {
    switch strictness {
    case .operations: min(maximumSteps, 1_000 + 8 * fieldSets.items.count)
    case .objects: maximumSteps / 2
    case .exact: maximumSteps
    }
  }

  private mutating func check(_ index: Int) {
    let isShapeOnly = merges[index].isShapeOnly
    let sets = merges[index].sets
    expansion.expand(sets, fieldSets)
    // Looking up several known sets takes time too.
    if sets.count > 1 { steps += 16 + sets.count }
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
          checkShapes(fields, index)
        } else {
          check(fields, index)
        }
      }
    }
  }

  /// Records a conflict, and keeps it if the strictness is exact.
  mutating func add(_ conflict: Conflict) {
    hasConflict = true
    guard strictness == .exact, !isConflicting[conflict.field] else { return }
    isConflicting[conflict.field] = true
    if conflicts.count < maximumConflicts { conflicts.append(conflict) }
  }

  // MARK: Queueing the fields' selection sets

  private mutating func enqueue(_ set: FieldSets.SetID, parent: Int, _ responseName: Symbol) {
    let set = fieldSets.resolved(set)
    guard !isKnown[Int(set)] else { return }
    isKnown[Int(set)] = true
    merges.append(
      Merge(sets: [set], isShapeOnly: false, parent: parent, responseName: responseName))
  }

  /// - Parameter sets: the sets in ascending order.
  private mutating func enqueue(
    _ sets: [FieldSets.SetID], parent: Int, _ responseName: Symbol
  ) {
    if sets.count == 1 {
      enqueue(sets[0], parent: parent, responseName)
    } else if !sets.isEmpty, known.insert(sets).inserted {
      merges.append(
        Merge(
          sets: sets, isShapeOnly: false, parent: parent, responseName: responseName))
    }
  }

  /// Queues the selection sets of fields with one response name.
  ///
  /// - Parameter areSame: whether the fields have no conflict.
  mutating func enqueueChildren(
    of fields: some Collection<Int>, areSame: Bool, _ merge: Int
  ) {
    guard !areSame else { return enqueueChildren(of: fields, merge) }
    // Conflicting fields are not merged. Each group of compatible fields is.
    var classes: [FieldClass: Int] = [:]
    var members: [[Int]] = []
    for field in fields {
      let node = fieldSets.fields[field]
      let key = FieldClass(
        name: node.name, arguments: signatures[node.arguments], shape: node.type?.shape,
        leafType: node.leafType, stream: node.isStreamed ? field : -1)
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
    /// The field if it has `@stream`, otherwise -1: it is compatible with no other field.
    let stream: Int
  }

  private mutating func enqueueChildren(of fields: some Collection<Int>, _ merge: Int) {
    guard let name = responseName(of: fields) else { return }
    enqueue(fieldSets.children(of: fields), parent: merge, name)
  }

  /// Queues the selection sets of fields that no single object has.
  mutating func enqueueShapes(of fields: [Int], _ merge: Int) {
    let sets = fieldSets.children(of: fields.filter { !isConflicting[$0] })
    guard sets.count > 1, let name = responseName(of: fields), knownShapes.insert(sets).inserted
    else { return }
    merges.append(
      Merge(sets: sets, isShapeOnly: true, parent: merge, responseName: name))
  }

  private func responseName(of fields: some Collection<Int>) -> Symbol? {
    fields.first.map { fieldSets.fields[$0].responseName }
  }
}
