// A readable difference between two texts, for `check`.

/// The difference between two texts by lines, in the unified format with three lines of context.
package struct LineDifference: Sendable {
  private enum Step {
    case keep(Substring)
    case remove(Substring)
    case add(Substring)

    var isChange: Bool {
      if case .keep = self { false } else { true }
    }
  }

  private let steps: [Step]

  package init(from old: [UInt8], to new: [UInt8]) {
    let before = String(decoding: old, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let after = String(decoding: new, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    steps = Self.steps(before, after)
  }

  /// - Parameter limit: the maximum number of printed lines.
  package func text(limit: Int) -> [String] {
    let changed = steps.indices.filter { steps[$0].isChange }
    var shown: [String] = []
    var next = 0
    var (oldLine, newLine, counted) = (1, 1, 0)
    while next < changed.count {
      var last = next
      while last + 1 < changed.count, changed[last + 1] - changed[last] <= 6 { last += 1 }
      let range = max(0, changed[next] - 3)..<min(steps.count, changed[last] + 4)
      while counted < range.lowerBound {
        count(steps[counted], &oldLine, &newLine)
        counted += 1
      }
      shown.append("@@ -\(oldLine) +\(newLine) @@")
      for index in range {
        switch steps[index] {
        case .keep(let line): shown.append(" \(line)")
        case .remove(let line): shown.append("-\(line)")
        case .add(let line): shown.append("+\(line)")
        }
      }
      next = last + 1
    }
    guard shown.count > limit else { return shown }
    return shown.prefix(limit) + ["… \(shown.count - limit) more lines"]
  }

  private func count(_ step: Step, _ old: inout Int, _ new: inout Int) {
    switch step {
    case .keep:
      old += 1
      new += 1
    case .remove: old += 1
    case .add: new += 1
    }
  }

  private static func steps(_ before: [Substring], _ after: [Substring]) -> [Step] {
    var start = 0
    while start < before.count, start < after.count, before[start] == after[start] { start += 1 }
    var (oldEnd, newEnd) = (before.count, after.count)
    while oldEnd > start, newEnd > start, before[oldEnd - 1] == after[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    return before[..<start].map(Step.keep)
      + middle(Array(before[start..<oldEnd]), Array(after[start..<newEnd]))
      + before[oldEnd...].map(Step.keep)
  }

  /// Returns the shortest edit script of the standard library. If that would take long, removes all
  /// old lines and adds all new ones.
  private static func middle(_ before: [Substring], _ after: [Substring]) -> [Step] {
    guard before.count * after.count < 4_000_000 else {
      return before.map(Step.remove) + after.map(Step.add)
    }
    let difference = after.difference(from: before)
    var removed: Set<Int> = []
    var inserted: [Int: Substring] = [:]
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, let line, _): inserted[offset] = line
      }
    }
    var steps: [Step] = []
    var newIndex = 0
    for (oldIndex, line) in before.enumerated() {
      while let added = inserted[newIndex], !removed.contains(oldIndex) {
        steps.append(.add(added))
        newIndex += 1
      }
      if removed.contains(oldIndex) {
        steps.append(.remove(line))
      } else {
        steps.append(.keep(line))
        newIndex += 1
      }
    }
    while let added = inserted[newIndex] {
      steps.append(.add(added))
      newIndex += 1
    }
    return steps
  }
}
