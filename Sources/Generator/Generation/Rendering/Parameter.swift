// How a list of parameters breaks over lines.

import AuthGenMustache

/// A parameter of an initialiser or method, with its texts as values of a context.
struct Parameter {
  let name: Value
  let storage: Value
  let type: Value
  let `default`: Value
  /// Stored out of line.
  let isIndirect: Bool
  /// How many bytes it takes on its line, with what separates it from the next one.
  let width: Int

  /// The parameters by lines: all on one where they fit, filled up otherwise.
  static func lines(_ parameters: [Parameter]) -> [Range<Int>] {
    if parameters.reduce(0, { $0 + $1.width }) <= 70 { return [0..<parameters.count] }
    var lines: [Range<Int>] = []
    var (start, width) = (0, 0)
    for (index, parameter) in parameters.enumerated() {
      if index > start, width + parameter.width > 84 {
        lines.append(start..<index)
        (start, width) = (index, 0)
      }
      width += parameter.width
    }
    return lines + [start..<parameters.count]
  }
}
