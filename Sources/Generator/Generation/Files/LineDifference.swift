// A readable difference between two texts, for `check`.

/// The difference between two texts by lines, in the unified format with three lines of context.
package enum LineDifference {
  /// A line with its sign: a space if it is kept, a minus if it is removed, a plus if it is added.
  private typealias Step = (sign: Character, line: Substring)

  /// - Parameter limit: the maximum number of printed lines.
  package static func text(from old: [UInt8], to new: [UInt8], limit: Int) -> [String] {
    let steps = steps(lines(of: old), lines(of: new))
    let changed = steps.indices.filter { steps[$0].sign != " " }
    var shown: [String] = []
    var next = 0
    var (oldLine, newLine, counted) = (1, 1, 0)
    while next < changed.count {
      var last = next
      while last + 1 < changed.count, changed[last + 1] - changed[last] <= 6 { last += 1 }
      let range = max(0, changed[next] - 3)..<min(steps.count, changed[last] + 4)
      for step in steps[counted..<range.lowerBound] {
        if step.sign != "+" { oldLine += 1 }
        if step.sign != "-" { newLine += 1 }
      }
      counted = range.lowerBound
      shown.append("@@ -\(oldLine) +\(newLine) @@")
      shown += steps[range].map { "\($0.sign)\($0.line)" }
      next = last + 1
    }
    guard shown.count > limit else { return shown }
    return shown.prefix(limit) + ["… \(shown.count - limit) more lines"]
  }

  private static func lines(of text: [UInt8]) -> [Substring] {
    String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func steps(_ before: [Substring], _ after: [Substring]) -> [Step] {
    var start = 0
    while start < before.count, start < after.count, before[start] == after[start] { start += 1 }
    var (oldEnd, newEnd) = (before.count, after.count)
    while oldEnd > start, newEnd > start, before[oldEnd - 1] == after[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    return before[..<start].map { (" ", $0) }
      + middle(Array(before[start..<oldEnd]), Array(after[start..<newEnd]))
      + before[oldEnd...].map { (" ", $0) }
  }

  /// Returns the shortest edit script of the standard library. If that would take long, removes all
  /// old lines and adds all new ones.
  private static func middle(_ before: [Substring], _ after: [Substring]) -> [Step] {
    guard before.count * after.count < 4_000_000 else {
      return before.map { ("-", $0) } + after.map { ("+", $0) }
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
      if removed.contains(oldIndex) {
        steps.append(("-", line))
        continue
      }
      while let added = inserted[newIndex] {
        steps.append(("+", added))
        newIndex += 1
      }
      steps.append((" ", line))
      newIndex += 1
    }
    return steps + after[newIndex...].map { ("+", $0) }
  }
}
