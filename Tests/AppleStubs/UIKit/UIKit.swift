// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing.

import Foundation

@available(watchOS, unavailable)
@MainActor
open class UIWindow: NSObject {
  open var isHidden = true
}

@available(watchOS, unavailable)
@MainActor
open class UIScene: NSObject {
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive = 0
    case foregroundInactive = 1
    case background = 2
  }

  open var activationState: ActivationState { .unattached }
  open var session: UISceneSession { UISceneSession() }
}

@available(watchOS, unavailable)
@MainActor
open class UISceneSession: NSObject {
  public struct Role: Hashable, Sendable {
    public let rawValue: String

    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
  }

  open var role: Role { .windowApplication }
}

@available(watchOS, unavailable)
@MainActor
open class UIWindowScene: UIScene {
  open var windows: [UIWindow] { [] }
  open var keyWindow: UIWindow? { nil }
}

@available(watchOS, unavailable)
@MainActor
open class UIApplication: NSObject {
  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @available(visionOSApplicationExtension, unavailable)
  open class var shared: UIApplication { UIApplication() }

  open var connectedScenes: Set<UIScene> { [] }
}

@MainActor
public enum UIAccessibility {
  public static var isGuidedAccessEnabled: Bool { false }
}
