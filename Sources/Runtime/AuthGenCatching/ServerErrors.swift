// The errors of a response, found by the position of their fields in its text.

@_spi(Generated) import AuthGenRuntime

/// The errors of a response, by the position of their fields in its text.
nonisolated final class ServerErrors {
  /// The offsets of values, with the error for each.
  private var errors: [(offset: Int, error: GraphQLError)] = []
  /// Whether there are more errors. They are not looked up: each lookup reads the text up to its field.
  private(set) var isCut = false
  private static let maximumCount = 256

  init() {}

  /// - Parameter response: the reader of a whole response, at any position.
  init(_ response: borrowing JSONReader) {
    var reader = response.restarted
    guard let json = try? Self.member("errors", of: &reader) else { return }
    let errors = [GraphQLError](json)
    isCut = errors.count > Self.maximumCount
    for error in errors.prefix(Self.maximumCount) where !error.path.isEmpty {
      var reader = response.restarted
      guard (try? reader.enter()) != nil, let data = try? reader.find("data"), !data.isNowhere
      else { return }
      if let offset = try? Self.offset(of: error.path, in: &reader) {
        self.errors.append((offset, error))
      }
    }
  }

  /// Returns the first error of a value, or of a value inside it.
  func first(in range: Range<Int>) -> GraphQLError? {
    errors.first { range.contains($0.offset) }?.error
  }

  private static func member(
    _ name: String, of reader: inout JSONReader
  ) throws(JSONFailure) -> JSON? {
    _ = try reader.enter()
    return try reader.find(name).isNowhere ? nil : try reader.scanner.json()
  }

  /// Returns the offset of the value at a path, or of the null in place of an object or list on the way.
  private static func offset(
    of path: [GraphQLError.PathSegment], in reader: inout JSONReader
  ) throws(JSONFailure) -> Int? {
    for segment in path {
      reader.scanner.skipSpace()
      let start = reader.scanner.offset
      if try reader.scanner.skipNull() { return start }
      switch segment {
      case .field(let name):
        _ = try reader.enter()
        guard try !reader.find(name).isNowhere else { return nil }
      case .index(let index):
        guard index >= 0, try reader.scanner.openArray() else { return nil }
        for _ in 0..<index {
          try reader.scanner.skipValue()
          guard try reader.scanner.nextElement() else { return nil }
        }
      }
    }
    reader.scanner.skipSpace()
    return reader.scanner.offset
  }
}
