// The table at the end of a run.

struct Table {
  let minutes: Double
  let seed: UInt64
  let systems: [String]
  let tally: Tally
  let footprints: [Footprint]
  /// Why the run fails.
  let failures: [String]

  var text: String {
    var lines = ["Soak of \(minutes) minutes with seed \(seed)", ""]
    lines += section(["fault", "count"], counts(tally.faults)) + [""]
    lines += section([""] + systems, rows) + [""]
    lines += section(["sessions ended because", "count"], counts(tally.endings)) + [""]
    let header = [
      "minute", "requests", "processes", "resident MB", "allocated MB", "descriptors",
    ]
    lines += section(header, footprints.map(cells)) + ["", limits, ""]
    lines += failures.isEmpty ? ["passed"] : failures.map { "FAILED: \($0)" }
    return lines.joined(separator: "\n")
  }

  private func counts(_ counts: [String: Int]) -> [[String]] {
    counts.sorted { $0.key < $1.key }.map { [$0.key, "\($0.value)"] }
  }

  private var rows: [[String]] {
    let failures = tally.rows.keys.filter { !(Row.first + Row.last).contains($0) }.sorted()
    return (Row.first + failures + Row.last).map { row in
      [row] + systems.map { "\(tally.rows[row]?[$0] ?? 0)" }
    }
  }

  private func cells(_ footprint: Footprint) -> [String] {
    [
      tenths(footprint.minutes), "\(footprint.requests)", "\(footprint.processes)",
      tenths(Double(footprint.resident) / 1024),
      tenths(Double(footprint.allocated) / 1024), "\(footprint.descriptors)",
    ]
  }

  /// The bounds of the last table.
  private var limits: String {
    guard let first = footprints.first, let last = footprints.last else { return "" }
    let limits = GrowthLimits(from: first, to: last)
    return "Limits of the growth: \(limits.resident / 1024) MB resident, "
      + "\(limits.allocated / 1024) MB allocated, \(limits.descriptors) descriptors"
  }

  private func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

  private func section(_ header: [String], _ rows: [[String]]) -> [String] {
    let all = [header] + rows
    let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    let lines = all.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return "| \(cells.joined(separator: " | ")) |"
    }
    let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: " | ")
    return [lines[0], "| \(rule) |"] + lines.dropFirst()
  }
}
