// Declares the parts of Apple's module that this project uses.

@_exported import Swift

open class DispatchSemaphore: @unchecked Sendable {
  public init(value: Int) {}
  @available(*, noasync, message: "Await a Task handle instead")
  open func wait() {}
  @available(*, noasync, message: "Await a Task handle instead")
  open func wait(timeout: DispatchTime) -> DispatchTimeoutResult {}
  @discardableResult open func signal() -> Int {}
}

public enum DispatchTimeoutResult: Sendable { case success, timedOut }

public struct DispatchTime: Comparable, Sendable {
  public static func now() -> DispatchTime {}
  public static func < (lhs: DispatchTime, rhs: DispatchTime) -> Bool {}
  public static func == (lhs: DispatchTime, rhs: DispatchTime) -> Bool {}
  public static func + (time: DispatchTime, seconds: Double) -> DispatchTime {}
}

public struct DispatchQoS: Equatable, Sendable {
  public static let unspecified = DispatchQoS()
  public static let userInitiated = DispatchQoS()
}

open class DispatchQueue: @unchecked Sendable {
  public convenience init(label: String, qos: DispatchQoS = .unspecified) {}
  public func async(
    qos: DispatchQoS = .unspecified, execute work: @escaping @Sendable @convention(block) () -> Void
  ) {}
}
