// The declarations of Apple's framework that this project uses, as its documentation has them, for
// type-checking where there is no such framework.

import Foundation

@MainActor
open class UIWindow {
  public init() {}
}

@MainActor
open class UIScene: NSObject {
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive = 0
    case foregroundInactive = 1
    case background = 2
  }

  open var activationState: ActivationState { .unattached }
}

@MainActor
open class UIWindowScene: UIScene {
  open var windows: [UIWindow] { [] }
  open var keyWindow: UIWindow? { nil }
}

@MainActor
open class UIApplication {
  open class var shared: UIApplication { UIApplication() }

  open var connectedScenes: Set<UIScene> { [] }
}
