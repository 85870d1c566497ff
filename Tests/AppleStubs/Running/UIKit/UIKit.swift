// The scenes and windows of Apple's framework, as documented. Programs create them.

import Foundation

@MainActor
open class UIWindow {
  open var isHidden = false

  public init() {}
}

open class UISceneSession: NSObject {
  public struct Role: Hashable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    public static let windowExternalDisplayNonInteractive = Role(
      rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
  }

  public let role: Role

  public init(role: Role) {
    self.role = role
  }
}

@MainActor
open class UIScene: NSObject {
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive = 0
    case foregroundInactive = 1
    case background = 2
  }

  public let session: UISceneSession
  public let activationState: ActivationState

  public init(role: UISceneSession.Role, _ activationState: ActivationState) {
    session = UISceneSession(role: role)
    self.activationState = activationState
    super.init()
  }
}

@MainActor
open class UIWindowScene: UIScene {
  open var windows: [UIWindow] = []
  open var keyWindow: UIWindow?
}

@MainActor
open class UIApplication {
  public static let shared = UIApplication()

  open var connectedScenes: Set<UIScene> = []
}

@MainActor
public enum UIAccessibility {
  public static var isGuidedAccessEnabled = false
}
