// A decoder without an input: it invents each value that a type asks for.

import AuthGenRuntime
import Foundation

nonisolated struct SampleDecoder: Decoder {
  let source: SampleSource
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] {
    let source = source
    return [.nameChoice: { source.choice(of: $0, at: $1) } as NameChoice]
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(SampleObject<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { SampleList(decoder: self) }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SampleValue(decoder: self)
  }

  /// Whether nullable values are nil: a type of the app may contain itself.
  var isTooDeep: Bool { codingPath.count >= 32 || source.isFull }

  func at(_ key: any CodingKey) -> SampleDecoder {
    SampleDecoder(source: source, codingPath: codingPath + [key])
  }

  /// Invents a value.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    source.countValue()
    if let scalar = source.scalars.value(of: type) { return scalar }
    if let primitive = primitive(type) as? Value { return primitive }
    // Types of Foundation also read forms that servers do not send.
    if !Self.isFoundations(type) {
      let before = source.problem
      do {
        let value = try Value(from: self)
        // The type can do without a value that could not be invented.
        source.problem = before
        return value
      } catch {
        // An object or a list, and one of its values is the problem. Otherwise, a scalar that needs another
        // form.
        if source.problem != nil { throw error }
      }
    }
    let text = SampleText(
      name: codingPath.last?.stringValue ?? "", number: source.number(at: codingPath))
    for candidate in text.candidates(for: "\(type)") {
      if let value = try? JSONDecoder().decode(type, from: Data(candidate.utf8)) { return value }
    }
    let problem = error(type)
    source.problem = problem
    throw problem
  }

  /// Whether a type is a scalar of Foundation, on its own or as the runtime reads it.
  private static func isFoundations(_ type: any Any.Type) -> Bool {
    let name = "\(type)"
    return ["Data", "Date", "Decimal", "URL", "UUID"].contains {
      name == $0 || name == "ServerForm<\($0)>"
    }
  }

  func error(_ type: any Any.Type) -> SampleError {
    SampleError(type: "\(type)", path: codingPath.map(\.stringValue))
  }

  /// A value of one of the types that decoders read themselves; nil for another type.
  private func primitive(_ type: any Any.Type) -> Any? {
    switch type {
    case is String.Type: source.string(at: codingPath)
    case is Bool.Type: source.boolean(at: codingPath)
    case is Double.Type: source.decimal(at: codingPath)
    case is Float.Type: Float(source.decimal(at: codingPath))
    case let type as any FixedWidthInteger.Type: integer(type)
    default: nil
    }
  }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer {
    Integer(source.integer(at: codingPath))
  }
}

/// An object with every member that is asked for.
nonisolated private struct SampleObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: SampleDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) throws -> Bool { decoder.isTooDeep }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.at(key).value(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder.at(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.at(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder }

  func superDecoder(forKey key: Key) throws -> any Decoder { decoder.at(key) }
}

nonisolated private struct SampleList: UnkeyedDecodingContainer {
  let decoder: SampleDecoder
  let count: Int?
  private(set) var currentIndex = 0

  init(decoder: SampleDecoder) {
    self.decoder = decoder
    count = decoder.source.count(at: decoder.codingPath)
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var isAtEnd: Bool { currentIndex >= count ?? 0 }

  private mutating func next() -> SampleDecoder {
    defer { currentIndex += 1 }
    return decoder.at(Index(currentIndex))
  }

  mutating func decodeNil() throws -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().value(type)
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { next() }

  nonisolated private struct Index: CodingKey {
    let intValue: Int?

    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { return nil }

    var stringValue: String { "\(intValue ?? 0)" }
  }
}

/// A scalar. It is text, so that types with several forms do not read the first one.
nonisolated private struct SampleValue: SingleValueDecodingContainer {
  let decoder: SampleDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.isTooDeep }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard type == String.self || !isPrimitive(type) else { throw decoder.error(type) }
    return try decoder.value(type)
  }

  private func isPrimitive(_ type: any Any.Type) -> Bool {
    type is Bool.Type || type is any BinaryInteger.Type || type is any FloatingPoint.Type
  }
}
