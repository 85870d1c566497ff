// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing.

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
