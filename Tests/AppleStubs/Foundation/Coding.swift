// JSON, archives, and regular expressions.

open class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) {}
    public static let sortedKeys: Self = []
    public static let withoutEscapingSlashes: Self = []
  }

  public init() {}
  open var outputFormatting: OutputFormatting
  open var userInfo: [CodingUserInfoKey: any Sendable]
  open func encode<Value: Encodable>(_ value: Value) throws -> Data {}
}

extension JSONEncoder: @unchecked Sendable {}

open class JSONDecoder {
  public init() {}
  open var userInfo: [CodingUserInfoKey: any Sendable]
  open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {}
}

extension JSONDecoder: @unchecked Sendable {}

public protocol NSCoding {
  func encode(with coder: NSCoder)
  init?(coder: NSCoder)
}

public protocol NSSecureCoding: NSCoding {
  static var supportsSecureCoding: Bool { get }
}

open class NSCoder: NSObject {
  public enum DecodingFailurePolicy: Sendable {
    case raiseException, setErrorAndReturn
  }
}

extension NSCoder {
  public func decodeObject<DecodedObjectType: NSObject & NSCoding>(
    of cls: DecodedObjectType.Type, forKey key: String
  ) -> DecodedObjectType? {}
}

open class NSKeyedUnarchiver: NSCoder {
  public init(forReadingFrom data: Data) throws {}
  open var decodingFailurePolicy: DecodingFailurePolicy
  open func setClass(_ cls: AnyClass?, forClassName codedName: String) {}
}

public let NSKeyedArchiveRootObjectKey: String = ""

public struct NSRange: Equatable, Sendable {
  public init<Region: RangeExpression, Target: StringProtocol>(
    _ region: Region, in target: Target
  ) where Region.Bound == Target.Index {}
}

open class NSTextCheckingResult: NSObject {
  open var range: NSRange {}
}

open class NSRegularExpression: NSObject, @unchecked Sendable {
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) {}
  }

  public struct MatchingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) {}
    public static var reportProgress: Self {}
  }

  public struct MatchingFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) {}
    public static var progress: Self {}
  }

  public init(pattern: String, options: Options = []) throws {}
  open func enumerateMatches(
    in string: String, options: MatchingOptions = [], range: NSRange,
    using block: (
      _ result: NSTextCheckingResult?, _ flags: MatchingFlags,
      _ stop: UnsafeMutablePointer<ObjCBool>
    ) -> Void
  ) {}
}

@frozen public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
  public init(booleanLiteral value: Bool) {}
}
