// Identifiers, numbers, URLs, texts and names.

public typealias uuid_t = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8
)

public struct UUID: Codable, CustomStringConvertible, Hashable, Sendable {
  public init() {}
  public init?(uuidString string: String) {}
  public init(uuid: uuid_t) {}
  public init(from decoder: any Decoder) throws {}
  public func encode(to encoder: any Encoder) throws {}
  public var uuidString: String {}
  public var uuid: uuid_t {}
  public var description: String {}
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension UUID: Comparable {
  public static func < (lhs: UUID, rhs: UUID) -> Bool {}
}

public struct Decimal: Codable, Comparable, CustomStringConvertible, ExpressibleByFloatLiteral,
  Hashable,
  Sendable, SignedNumeric
{
  public init() {}
  public init(_ value: Int) {}
  public init(_ value: Double) {}
  public init?(string: String, locale: Locale? = nil) {}
  public init?<Source: BinaryInteger>(exactly source: Source) {}
  public init(floatLiteral value: Double) {}
  public init(integerLiteral value: Int) {}
  public init(from decoder: any Decoder) throws {}
  public func encode(to encoder: any Encoder) throws {}
  public var description: String {}
  public var magnitude: Decimal {}
  public var isNaN: Bool {}
  public var isFinite: Bool {}
  public static func < (lhs: Decimal, rhs: Decimal) -> Bool {}
  public static func + (lhs: Decimal, rhs: Decimal) -> Decimal {}
  public static func - (lhs: Decimal, rhs: Decimal) -> Decimal {}
  public static func * (lhs: Decimal, rhs: Decimal) -> Decimal {}
  public static func *= (lhs: inout Decimal, rhs: Decimal) {}
}

public struct Locale: Codable, Hashable, Sendable {
  public init(identifier: String) {}
  public static var current: Locale {}
  public var identifier: String {}
}

public struct CharacterSet: Hashable, Sendable, SetAlgebra {
  public init() {}
  public init(charactersIn string: String) {}
  public static var alphanumerics: CharacterSet {}
  public static var whitespaces: CharacterSet {}
  public static var whitespacesAndNewlines: CharacterSet {}
  public func contains(_ member: Unicode.Scalar) -> Bool {}
  public func union(_ other: CharacterSet) -> CharacterSet {}
  public func intersection(_ other: CharacterSet) -> CharacterSet {}
  public func symmetricDifference(_ other: CharacterSet) -> CharacterSet {}
  public mutating func insert(
    _ newMember: Unicode.Scalar
  ) -> (inserted: Bool, memberAfterInsert: Unicode.Scalar) {}
  public mutating func remove(_ member: Unicode.Scalar) -> Unicode.Scalar? {}
  public mutating func update(with newMember: Unicode.Scalar) -> Unicode.Scalar? {}
  public mutating func formUnion(_ other: CharacterSet) {}
  public mutating func formIntersection(_ other: CharacterSet) {}
  public mutating func formSymmetricDifference(_ other: CharacterSet) {}
}

/// The compiler converts between Apple's type and `Double`.
public typealias CGFloat = Double

public struct PersonNameComponents: Codable, Hashable, Sendable {
  public init() {}
  public var givenName: String?
  public var familyName: String?
  public var middleName: String?
  public var namePrefix: String?
  public var nameSuffix: String?
  public var nickname: String?
  public func formatted() -> String {}
}

extension String {
  public struct Encoding: Equatable, RawRepresentable, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) {}
    public static let ascii = Encoding(rawValue: 1)
    public static let utf8 = Encoding(rawValue: 4)
  }

  public init?(data: Data, encoding: Encoding) {}
  public init?<Bytes: Sequence<UInt8>>(bytes: Bytes, encoding: Encoding) {}
}

extension StringProtocol {
  public func data(using encoding: String.Encoding, allowLossyConversion: Bool = false) -> Data? {}
  public func components<Separator: StringProtocol>(separatedBy separator: Separator) -> [String] {}
  public func trimmingCharacters(in set: CharacterSet) -> String {}
  public func addingPercentEncoding(withAllowedCharacters allowedCharacters: CharacterSet)
    -> String?
  {}
  public var removingPercentEncoding: String? {}
  public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(
    of target: Target, with replacement: Replacement, options: String.CompareOptions = [],
    range searchRange: Range<Index>? = nil
  ) -> String {}
  public func range<Sought: StringProtocol>(
    of aString: Sought, options mask: String.CompareOptions = [],
    range searchRange: Range<Index>? = nil,
    locale: Locale? = nil
  ) -> Range<Index>? {}
}

extension String {
  public struct CompareOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) {}
    public static let caseInsensitive: Self = []
    public static let regularExpression: Self = []
  }
}
