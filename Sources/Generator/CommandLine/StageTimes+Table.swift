// Times as text, and the table of `--verbose`: the time of each stage in milliseconds.

import AuthGenGeneration

extension StageTimes {
  /// The table, without a line end after the last row.
  ///
  /// - Parameter client: the client's name, for the title.
  mutating func table(of client: String) -> String {
    end()
    let stages = measured
    let total = stages.reduce(0) { $0 + $1.seconds }
    let rows =
      stages.map { ($0.stage.rawValue, Self.milliseconds($0.seconds)) }
      + [("total", Self.milliseconds(total))]
    let nameWidth = rows.map(\.0.utf8.count).max() ?? 0
    let timeWidth = rows.map(\.1.utf8.count).max() ?? 0
    let lines = rows.map { name, time in
      let space = nameWidth - name.utf8.count + timeWidth - time.utf8.count + 2
      return "  \(name)\(String(repeating: " ", count: space))\(time) ms"
    }
    return (["\(client): time of each stage"] + lines).joined(separator: "\n")
  }

  /// Returns the milliseconds with one decimal.
  private static func milliseconds(_ seconds: Double) -> String {
    let tenths = Int(exactly: (seconds * 10_000).rounded()) ?? 0
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Returns the seconds with two decimals.
  static func seconds(_ seconds: Double) -> String {
    let hundredths = Int(exactly: (seconds * 100).rounded()) ?? 0
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
