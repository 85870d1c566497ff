// Bytes.

public protocol ContiguousBytes {
  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
}

public protocol DataProtocol: RandomAccessCollection
where Element == UInt8, SubSequence: DataProtocol {}

extension Array: ContiguousBytes, DataProtocol where Element == UInt8 {}
extension ArraySlice: ContiguousBytes, DataProtocol where Element == UInt8 {}
extension Slice: DataProtocol where Base: DataProtocol {}
extension UnsafeRawBufferPointer: ContiguousBytes, DataProtocol {
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {}
}

@frozen
public struct Data: Codable, ContiguousBytes, DataProtocol, Hashable, MutableCollection,
  RangeReplaceableCollection, Sendable, CustomStringConvertible
{
  public typealias Index = Int
  public typealias Indices = Range<Int>
  public typealias SubSequence = Data

  public struct Base64EncodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) {}
  }

  public struct Base64DecodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) {}
  }

  public init() {}
  public init(bytes: UnsafeRawPointer, count: Int) {}
  public init(repeating repeatedValue: UInt8, count: Int) {}
  public init<Elements: Sequence<UInt8>>(_ elements: Elements) {}
  public init?(base64Encoded: String, options: Base64DecodingOptions = []) {}
  public init(from decoder: any Decoder) throws {}
  public func encode(to encoder: any Encoder) throws {}

  public var startIndex: Int {}
  public var endIndex: Int {}
  public var count: Int {
    get {}
    set {}
  }
  public var description: String {}
  public subscript(index: Int) -> UInt8 {
    get {}
    set {}
  }
  public subscript(bounds: Range<Int>) -> Data {
    get {}
    set {}
  }
  public func index(before i: Int) -> Int {}
  public func index(after i: Int) -> Int {}
  public mutating func replaceSubrange<Elements: Collection<UInt8>>(
    _ subrange: Range<Int>, with elements: Elements
  ) {}

  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {}
  public mutating func withUnsafeMutableBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) rethrows -> Result {}
  public func copyBytes(to pointer: UnsafeMutablePointer<UInt8>, count: Int) {}
  public mutating func append(_ other: Data) {}
  public mutating func append(_ bytes: UnsafePointer<UInt8>, count: Int) {}
  public mutating func append<Elements: Sequence<UInt8>>(contentsOf elements: Elements) {}
  public func base64EncodedString(options: Base64EncodingOptions = []) -> String {}
}
