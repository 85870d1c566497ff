// Values of Swift types in JSON text.

import Foundation

/// A type that reads itself from JSON text.
nonisolated protocol JSONReadable {
  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> Self
}

/// An integer of a certain size.
nonisolated protocol SizedInteger: JSONReadable, FixedWidthInteger {}

nonisolated extension SizedInteger {
  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> Self {
    guard let value = Self(exactly: try scanner.integer()) else { throw .invalidValue }
    return value
  }
}

nonisolated extension Int8: SizedInteger {}
nonisolated extension Int16: SizedInteger {}
nonisolated extension Int32: SizedInteger {}
nonisolated extension Int64: SizedInteger {}
nonisolated extension UInt8: SizedInteger {}
nonisolated extension UInt16: SizedInteger {}
nonisolated extension UInt32: SizedInteger {}

nonisolated extension VoidValue: JSONReadable {
  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> VoidValue {
    try scanner.skipValue()
    return VoidValue()
  }
}

nonisolated extension RedactedJSON: JSONReadable {
  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> RedactedJSON {
    RedactedJSON(try scanner.json())
  }
}

nonisolated extension Array: JSONReadable where Element: Decodable {
  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> [Element] {
    try scanner.list { scanner throws(JSONFailure) in try scanner.value(Element.self) }
  }
}

nonisolated extension Optional: JSONReadable where Wrapped: Decodable {
  static func value(_ scanner: inout JSONScanner) throws(JSONFailure) -> Wrapped? {
    try scanner.skipNull() ? nil : try scanner.value(Wrapped.self)
  }
}

nonisolated extension JSONScanner {
  /// Moves past a value of any type.
  mutating func value<Value: Decodable>(_ type: Value.Type) throws(JSONFailure) -> Value {
    switch type {
    case let type as any JSONReadable.Type: return try cast(type.value(&self))
    case let type as any OpenEnum.Type: return try cast(type.init(graphQLName: try string()))
    case let type as any TextScalar.Type:
      guard let scalar = type.init(try string()) else { throw .invalidValue }
      return try cast(scalar)
    default: return try decoded()
    }
  }

  /// Returns a value with the static type that it has anyway.
  private func cast<Value>(_ value: Any) throws(JSONFailure) -> Value {
    guard let value = value as? Value else { throw .typeMismatch }
    return value
  }

  /// Moves past a value of a type that only Foundation's decoder can read.
  private mutating func decoded<Value: Decodable>() throws(JSONFailure) -> Value {
    skipSpace()
    let start = offset
    try skipValue()
    do {
      return try JSONDecoder().decode(
        Value.self, from: Data(UnsafeRawBufferPointer(rebasing: bytes[start..<offset])))
    } catch {
      let error = ResponseDecodingError(error)
      elementPath += error.path.reversed()
      throw switch error.reason {
      case .missing: .missing
      case .null: .null
      case .typeMismatch: .typeMismatch
      case .invalidValue, .invalidJSON: .invalidValue
      }
    }
  }

  /// Moves past an array.
  @inline(__always)
  mutating func list<Element>(
    _ element: (inout JSONScanner) throws(JSONFailure) -> Element
  ) throws(JSONFailure) -> [Element] {
    var elements: [Element] = []
    guard try openArray() else { return elements }
    elements.reserveCapacity(4)
    do throws(JSONFailure) {
      repeat { elements.append(try element(&self)) } while try nextElement()
    } catch {
      elementPath.append(String(elements.count))
      throw error
    }
    return elements
  }

  // MARK: JSON

  /// Moves past a value of any form. Does not recurse.
  ///
  /// - Parameter hasUniqueNames: whether an object with two members of one name is an error. Default: false.
  package mutating func json(hasUniqueNames: Bool = false) throws(JSONFailure) -> JSON {
    var open: [OpenValue] = []
    while true {
      var value = try start(&open)
      while let complete = value {
        guard !open.isEmpty else { return complete }
        value = try add(complete, to: &open, hasUniqueNames)
      }
    }
  }

  /// An array or object whose end is not reached.
  nonisolated private enum OpenValue {
    case array([JSON])
    case object(JSON.Object, key: ExactString)
  }

  /// Reads a value up to its first element.
  ///
  /// - Returns: the value; nil if it has elements.
  private mutating func start(_ open: inout [OpenValue]) throws(JSONFailure) -> JSON? {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"):
      guard try self.open(UInt8(ascii: "{"), close: UInt8(ascii: "}")) else { return .object([:]) }
      open.append(.object([:], key: try key()))
      return nil
    case UInt8(ascii: "["):
      guard try openArray() else { return .array([]) }
      open.append(.array([]))
      return nil
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean(try boolean())
    case UInt8(ascii: "n"):
      try skip("null")
      return .null
    default:
      let start = offset
      _ = try numberBounds()
      return JSON(number: text(from: start, to: offset))
    }
  }

  /// Adds an element to the innermost open value.
  ///
  /// - Returns: that value, if this was its last element.
  private mutating func add(
    _ element: JSON, to open: inout [OpenValue], _ hasUniqueNames: Bool
  ) throws(JSONFailure) -> JSON? {
    switch open.removeLast() {
    case .array(var elements):
      elements.append(element)
      guard try nextElement() else { return .array(elements) }
      open.append(.array(elements))
    case .object(var members, let key):
      // Of members with the same name, the first counts.
      if members[key] == nil {
        members[key] = element
      } else if hasUniqueNames {
        throw .invalidValue
      }
      guard skip(UInt8(ascii: ",")) else {
        try expect(UInt8(ascii: "}"))
        depth -= 1
        return .object(members)
      }
      open.append(.object(members, key: try self.key()))
    }
    return nil
  }

  private mutating func key() throws(JSONFailure) -> ExactString {
    skipSpace()
    let key = text(try stringBounds())
    try expect(UInt8(ascii: ":"))
    return ExactString(key)
  }
}
