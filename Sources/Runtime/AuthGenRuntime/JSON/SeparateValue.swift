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
    let json = data
    return separateValues.map {
      PlacedValue(path: Self.path(to: $0.offset, in: json).joined(separator: "."), value: $0.value)
    }
  }

  /// Returns the response names and list indices that lead to the value at an offset.
  ///
  /// - Parameter json: a text, or a part of one with the same indices.
  private static func path(to offset: Int, in json: Data) -> [String] {
    for (name, value) in JSONText.members(of: json) ?? [] where value.indices.contains(offset) {
      return [JSON(name)?.string ?? ""] + path(to: offset, in: value)
    }
    for (index, value) in (JSONText.elements(of: json) ?? []).enumerated()
    where value.indices.contains(offset) {
      return ["\(index)"] + path(to: offset, in: value)
    }
    return []
  }
}
