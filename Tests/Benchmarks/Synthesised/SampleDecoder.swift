// A decoder without input: it has a value for every key. The responses need no server.

/// Every key is present and no value is null. Strings are `sample`, numbers are 1, and lists have three
/// elements.
struct SampleDecoder: Decoder {
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>(codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { List(codingPath: codingPath) }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    Single(codingPath: codingPath)
  }

  static func value<Value: Decodable>(_ type: Value.Type, _ path: [any CodingKey]) throws -> Value {
    try Value(from: SampleDecoder(codingPath: path))
  }

  struct Single: SingleValueDecodingContainer {
    var codingPath: [any CodingKey]

    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) -> Bool { true }
    func decode(_ type: String.Type) -> String { "sample" }
    func decode(_ type: Double.Type) -> Double { 1 }
    func decode(_ type: Int.Type) -> Int { 1 }
    func decode(_ type: Int64.Type) -> Int64 { 1 }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try SampleDecoder.value(type, codingPath)
    }
  }

  struct List: UnkeyedDecodingContainer {
    var codingPath: [any CodingKey]
    var count: Int? { 3 }
    var isAtEnd: Bool { currentIndex == 3 }
    var currentIndex = 0

    mutating func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      currentIndex += 1
      return try SampleDecoder.value(type, codingPath)
    }
    mutating func nestedContainer<Key: CodingKey>(
      keyedBy type: Key.Type
    ) -> KeyedDecodingContainer<Key> {
      currentIndex += 1
      return SampleDecoder(codingPath: codingPath).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
      currentIndex += 1
      return List(codingPath: codingPath)
    }
    mutating func superDecoder() -> any Decoder { SampleDecoder(codingPath: codingPath) }
  }

  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    var codingPath: [any CodingKey]
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try SampleDecoder.value(type, codingPath + [key])
    }
    func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Inner> {
      SampleDecoder(codingPath: codingPath + [key]).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
      List(codingPath: codingPath + [key])
    }
    func superDecoder() -> any Decoder { self.superDecoder(forKey: nil) }
    func superDecoder(forKey key: Key) -> any Decoder { self.superDecoder(forKey: key as Key?) }

    private func superDecoder(forKey key: Key?) -> any Decoder {
      SampleDecoder(codingPath: codingPath + (key.map { [$0] } ?? []))
    }
  }
}
