// Breaks a list of parameters into lines.

import AuthGenMustache

/// A parameter of an initialiser or method, with its texts as values of a context.
struct Parameter {
  let name: Value
  let storage: Value
  /// The type around the stored value; null if there is none.
  let wrapper: Value
  let type: Value
  /// The type of a stored property.
  let storedType: Value
  let `default`: Value
  /// The number of bytes on its line, including the separator.
  let width: Int

  /// Returns the parameters by line: all on one line if they fit, otherwise as many per line as fit.
  ///
  /// - Parameter surrounding: the length of the rest of a declaration on one line.
  static func lines(_ parameters: [Parameter], surrounding: Int) -> [Range<Int>] {
    let total = parameters.reduce(0) { $0 + $1.width }
    if total <= 70, total == 0 || total + surrounding <= 100 { return [0..<parameters.count] }
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
