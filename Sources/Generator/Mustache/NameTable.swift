// Names as numbers, so that rendering compares no strings.

/// The name of an object's field: its index in the keys of a `TemplateSet`.
public struct Key: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

/// Distinct names in the order in which they were added.
struct NameTable: Sendable {
  private(set) var names: [String] = []
  private var indices: [String: Int] = [:]

  /// Returns the index of `name`, and adds the name if it is new.
  mutating func add(_ name: String) -> Int {
    if let index = indices[name] { return index }
    names.append(name)
    indices[name] = names.count - 1
    return names.count - 1
  }
}
