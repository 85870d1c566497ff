// What the compiler needs for `as NSString` and `as NSError`.
//
// swift-format-ignore-file: NoLeadingUnderscores

open class NSString: NSObject, NSSecureCoding {
  open class var supportsSecureCoding: Bool {}
  open func encode(with coder: NSCoder) {}
  public required init?(coder: NSCoder) {}
  open var pathExtension: String {}
}

extension String {
  public init(_ cocoaString: NSString) {}
}

extension String: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSString {}
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout String?) {}
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSString, result: inout String?
  ) -> Bool {}
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> String {}
}

public func _convertErrorToNSError(_ error: any Error) -> NSError {}
public func _convertNSErrorToError(_ error: NSError?) -> any Error {}
