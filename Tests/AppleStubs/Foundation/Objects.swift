// Objective-C's base class, and the classes of the process, its threads and its locks.

@_exported import Darwin
@_exported import Dispatch
@_exported import Swift

public protocol NSObjectProtocol: AnyObject {
  func isEqual(_ object: Any?) -> Bool
  var hash: Int { get }
  var description: String { get }
}

open class NSObject: CustomDebugStringConvertible, CustomStringConvertible, Hashable,
  NSObjectProtocol
{
  public init() {}
  public static func == (lhs: NSObject, rhs: NSObject) -> Bool {}
  public func hash(into hasher: inout Hasher) {}
  open func isEqual(_ object: Any?) -> Bool {}
  open var hash: Int {}
  open var description: String {}
  open var debugDescription: String {}
}

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {}

open class Bundle: NSObject, @unchecked Sendable {
  open class var main: Bundle {}
  open var bundleIdentifier: String? {}
  open func localizedString(forKey key: String, value: String?, table tableName: String?) -> String
  {}
  open func object(forInfoDictionaryKey key: String) -> Any? {}
}

public struct Notification {
  public struct Name: Hashable, RawRepresentable, Sendable {
    public var rawValue: String
    public init(rawValue: String) {}
    public init(_ rawValue: String) {}
  }
}

open class NotificationCenter: NSObject, @unchecked Sendable {
  open class var `default`: NotificationCenter {}
  open func addObserver(
    forName name: Notification.Name?, object obj: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol {}
  open func removeObserver(_ observer: Any) {}
}

open class ProcessInfo: NSObject, @unchecked Sendable {
  open class var processInfo: ProcessInfo {}
  open var environment: [String: String] {}
  open var arguments: [String] {}
  open var processIdentifier: Int32 {}
  open var processName: String {}

  @available(macOS, unavailable)
  open func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (_ expired: Bool) -> Void
  ) {}
}

open class Thread: NSObject {
  open class var isMainThread: Bool {}
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  open class func sleep(forTimeInterval ti: TimeInterval) {}
}

public protocol NSLocking {
  func lock()
  func unlock()
}

extension NSLocking {
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {}
}

open class NSLock: NSObject, NSLocking, @unchecked Sendable {
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func lock() {}
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func unlock() {}
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func `try`() -> Bool {}
}

open class OperationQueue: NSObject, @unchecked Sendable {
  open func addOperation(_ block: @escaping @Sendable () -> Void) {}
}
