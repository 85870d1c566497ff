// The names a template and a context share, interned to integers so that rendering never compares
// strings.

/// An interned name: one part of a dotted name in a template, or the name of a field of an `Object`.
///
/// A key is valid only with the `KeyTable` that created it.
package struct Key: BitwiseCopyable, Hashable, Sendable {
  /// The position of the name in its `KeyTable`, from 0.
  package let rawValue: Int32

  /// Creates the key for a known position, so that a host can declare the keys of a fixed list of
  /// names as constants.
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

/// The names known so far, in the order in which they were first interned.
package struct KeyTable: Sendable {
  /// Every interned name; the name of a key is at the key's `rawValue`.
  ///
  /// Names from templates follow the names that the table was created with. A host can therefore
  /// find the names that its contexts never define.
  package private(set) var names: [String] = []
  private var keys: [String: Key] = [:]

  /// Creates a table that contains `names`. The key of `names[i]` has the raw value `i`, if all
  /// names are distinct.
  package init(_ names: [String] = []) {
    self.names.reserveCapacity(names.count)
    for name in names {
      _ = intern(name)
    }
  }

  /// Returns the key of `name`, and adds the name if it is new.
  package mutating func intern(_ name: String) -> Key {
    if let key = keys[name] {
      return key
    }
    let key = Key(rawValue: Int32(clamping: names.count))
    names.append(name)
    keys[name] = key
    return key
  }

  /// Returns the name of `key`, or nil for a key from another table.
  package func name(of key: Key) -> String? {
    let index = Int(key.rawValue)
    return names.indices.contains(index) ? names[index] : nil
  }
}
