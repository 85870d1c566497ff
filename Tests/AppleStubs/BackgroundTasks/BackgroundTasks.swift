// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing.

public import Foundation

open class BGTaskRequest: NSObject {
  open var identifier: String {}
  open var earliestBeginDate: Date?
}

open class BGAppRefreshTaskRequest: BGTaskRequest {
  public init(identifier: String) {}
}

open class BGTaskScheduler: NSObject {
  open class var shared: BGTaskScheduler {}
  open func submit(_ taskRequest: BGTaskRequest) throws {}
}
