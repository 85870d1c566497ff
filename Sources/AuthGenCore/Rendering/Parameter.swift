// How a list of parameters breaks over lines.

/// A parameter of an initialiser or method.
struct Parameter: Sendable {
  let name: String
  let storage: String
  let type: String
  let `default`: String?
  /// Stored out of line.
  var isIndirect = false

  private var width: Int {
    name.utf8.count + 2 + type.utf8.count + (`default`.map { $0.utf8.count + 3 } ?? 0) + 2
  }

  /// The parameters by lines: all on one where they fit, filled up otherwise.
  static func lines(_ parameters: [Parameter]) -> [Range<Int>] {
    let widths = parameters.map(\.width)
    if widths.reduce(0, +) <= 70 { return [0..<parameters.count] }
    var lines: [Range<Int>] = []
    var (start, width) = (0, 0)
    for (index, next) in widths.enumerated() {
      if index > start, width + next > 84 {
        lines.append(start..<index)
        (start, width) = (index, 0)
      }
      width += next
    }
    return lines + [start..<parameters.count]
  }
}
