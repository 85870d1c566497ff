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
    let paths = Self.paths(of: separateValues.map(\.offset)[...], in: data)
    return zip(paths, separateValues).map {
      PlacedValue(path: $0.joined(separator: "."), value: $1.value)
    }
  }

  /// Returns the response names and list indices that lead to the values at these offsets.
  ///
  /// - Parameters:
  ///   - offsets: in ascending order.
  ///   - json: a text, or a part of one with the same indices.
  ///   - path: the path of the text. Default: empty.
  private static func paths(
    of offsets: ArraySlice<Int>, in json: Data, at path: [String] = []
  ) -> [[String]] {
    if offsets.isEmpty { return [] }
    let members = JSONText.members(of: json)?.map { (JSON($0.name)?.string ?? "", $0.value) }
    let elements = JSONText.elements(of: json)?.enumerated().map { ("\($0)", $1) }
    guard let parts = members ?? elements else { return offsets.map { _ in path } }
    var rest = offsets
    return parts.flatMap { name, value in
      let inside = rest.prefix { $0 < value.endIndex }
      rest = rest.dropFirst(inside.count)
      return paths(of: inside, in: value, at: path + [name])
    }
  }
}
