// Expands fragments, and groups the fields of several selection sets by response name.

import AuthGenLanguage

/// The working memory for expanding fragments, reused for each merge of selection sets.
struct FieldExpansion {
  private struct Entry {
    let field: Int32
    var next: Int32
  }

  private struct Group {
    let first: Int32
    var last: Int32
  }

  private var groupOfName: SymbolMarks
  private var groups: [Group] = []
  private var entries: [Entry] = []
  /// For each fragment, the last round in which it was spread.
  private var rounds: [UInt32]
  private var round: UInt32 = 0
  /// The remaining items of the sets that a spread interrupted, the innermost last.
  private var interrupted: [Range<Int32>] = []

  init(_ fieldSets: FieldSets, _ symbols: SymbolTable) {
    groupOfName = SymbolMarks(symbols)
    rounds = [UInt32](repeating: 0, count: fieldSets.fragmentSets.count)
  }

  /// The number of fields.
  var count: Int { entries.count }
  /// The number of response names, in the order of their first fields.
  var groupCount: Int { groups.count }

  /// Returns the field of a response name if only one field has it.
  func onlyField(of group: Int) -> Int? {
    groups[group].first == groups[group].last ? Int(entries[Int(groups[group].first)].field) : nil
  }

  /// Returns the fields of a response name, in the order of selection.
  func fields(of group: Int) -> [Int] {
    var fields: [Int] = []
    var entry = groups[group].first
    while entry >= 0 {
      fields.append(Int(entries[Int(entry)].field))
      entry = entries[Int(entry)].next
    }
    return fields
  }

  /// Replaces the content with the fields of `sets`. Each fragment is expanded once.
  mutating func expand(_ sets: [FieldSets.SetID], _ fieldSets: FieldSets) {
    groups.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    groupOfName.removeAll()
    round += 1
    for set in sets { expand(fieldSets.sets[Int(set)], fieldSets) }
  }

  private mutating func expand(_ items: Range<Int32>, _ fieldSets: FieldSets) {
    var items = items
    while true {
      while let index = items.popFirst() {
        let item = fieldSets.items[Int(index)]
        if !item.isSpread {
          add(item.index, fieldSets.fields[item.index].responseName)
        } else if rounds[item.index] != round {
          rounds[item.index] = round
          if !items.isEmpty { interrupted.append(items) }
          items = fieldSets.sets[Int(fieldSets.fragmentSets[item.index])]
        }
      }
      guard let outer = interrupted.popLast() else { return }
      items = outer
    }
  }

  private mutating func add(_ field: Int, _ responseName: Symbol) {
    let entry = Int32(entries.count)
    entries.append(Entry(field: Int32(field), next: -1))
    if let group = groupOfName.mark(responseName, UInt32(groups.count)) {
      entries[Int(groups[Int(group)].last)].next = entry
      groups[Int(group)].last = entry
    } else {
      groups.append(Group(first: entry, last: entry))
    }
  }
}

extension FieldSets {
  /// Returns the distinct selection sets of fields, in ascending order.
  func children(of fields: some Sequence<Int>) -> [SetID] {
    var children: [SetID] = []
    var isAscending = true
    for field in fields where self.fields[field].selectionSet >= 0 {
      let set = resolved(self.fields[field].selectionSet)
      if let last = children.last, last >= set { isAscending = false }
      children.append(set)
    }
    return isAscending ? children : Set(children).sorted()
  }

  /// Returns the set itself or, if it consists of one spread, the fragment's set, for a few steps.
  func resolved(_ set: SetID) -> SetID {
    var set = set
    for _ in 0..<8 {
      let range = sets[Int(set)]
      guard range.count == 1, items[Int(range.lowerBound)].isSpread else { break }
      set = fragmentSets[items[Int(range.lowerBound)].index]
    }
    return set
  }
}
