// Values that a request contains beside its JSON.

import Foundation

/// A value that JSON cannot contain. The request's JSON has null in its place.
nonisolated package protocol SeparateValue: Encodable, Sendable {
  /// Adds values to a request.
  ///
  /// - Parameters:
  ///   - values: all separate values of the request, in the order of the JSON.
  ///   - request: a request whose body is the JSON. Its body may change to another one.
  static func attach(_ values: [PlacedValue], to request: inout HTTPRequest) throws
}

/// A separate value and its place in the JSON, such as `variables.files.1`.
nonisolated package struct PlacedValue: Sendable {
  package let path: String
  package let value: any SeparateValue
}

nonisolated extension JSONWriter {
  /// The separate values with their paths. Empty for most texts, so their paths are determined afterwards.
  var placedValues: [PlacedValue] {
    let paths = JSONPaths.paths(of: separateValues.map(\.offset), in: data)
    return zip(paths, separateValues).map { PlacedValue(path: $0, value: $1.value) }
  }
}

/// Finds the paths of values in JSON text.
nonisolated enum JSONPaths {
  nonisolated private enum Step {
    case member(Substring)
    case element(Int)

    var text: String {
      switch self {
      case .member(let name): String(name)
      case .element(let index): "\(index)"
      }
    }
  }

  /// Returns the paths of the values that start at these offsets.
  ///
  /// - Parameters:
  ///   - offsets: in ascending order.
  ///   - json: a text of `JSONWriter`, which has no white space.
  static func paths(of offsets: [Int], in json: Data) -> [String] {
    var paths: [String] = []
    var steps: [Step] = []
    let bytes = [UInt8](json)
    var index = 0
    while paths.count < offsets.count, index < bytes.count {
      if index == offsets[paths.count] { paths.append(steps.map(\.text).joined(separator: ".")) }
      switch bytes[index] {
      case UInt8(ascii: "{"): steps.append(.member(""))
      case UInt8(ascii: "["): steps.append(.element(0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): steps.removeLast()
      case UInt8(ascii: ","):
        if case .element(let number)? = steps.last { steps[steps.count - 1] = .element(number + 1) }
      case UInt8(ascii: "\""):
        let end = Self.end(ofStringAt: index, in: bytes)
        if end < bytes.count, bytes[end] == UInt8(ascii: ":") {
          steps[steps.count - 1] = .member(
            Substring(decoding: bytes[(index + 1)..<(end - 1)], as: UTF8.self))
        }
        index = end - 1
      default: break
      }
      index += 1
    }
    return paths
  }

  /// Returns the index after the closing quotation mark.
  private static func end(ofStringAt start: Int, in bytes: [UInt8]) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }
}
