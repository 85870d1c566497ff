// The names a template and a context share, interned to integers so that rendering never compares
// strings.

/// An interned name: one part of a dotted name in a template, or the name of a field of an `Object`.
///
/// A key means something only together with the `KeyTable` that issued it.
package struct Key: BitwiseCopyable, Hashable, Sendable {
  /// The position of the name in its `KeyTable`, from 0.
  package let rawValue: Int32

  /// Makes the key at a known position, which lets a host declare the keys of a fixed list of names
  /// as constants.
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

/// The names known so far, in the order in which they were first interned.
package struct KeyTable: Sendable {
  /// Every interned name; the name of a key is at the key's `rawValue`.
  ///
  /// Names that a template brought in follow those the table was made with, so a host finds there
  /// the names that no context of its own ever defines.
  package private(set) var names: [String] = []
  private var keys: [String: Key] = [:]

  /// Makes a table that holds `names` from the start: the key of `names[i]` has the raw value `i`,
  /// provided that all names differ.
  package init(_ names: [String] = []) {
    self.names.reserveCapacity(names.count)
    for name in names {
      _ = intern(name)
    }
  }

  /// The key of `name`, which is added to the table if it is new.
  package mutating func intern(_ name: String) -> Key {
    if let key = keys[name] {
      return key
    }
    let key = Key(rawValue: Int32(clamping: names.count))
    names.append(name)
    keys[name] = key
    return key
  }

  /// The name of `key`, or nil for a key that another table issued.
  package func name(of key: Key) -> String? {
    let index = Int(key.rawValue)
    return names.indices.contains(index) ? names[index] : nil
  }
}
