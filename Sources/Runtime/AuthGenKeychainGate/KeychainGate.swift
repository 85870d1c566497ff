// A question to the user by the system, before it decrypts a Keychain item.

#if canImport(Security) && canImport(LocalAuthentication) && !os(tvOS) && !os(watchOS)
  import AuthGenRuntime
  public import AuthGenSessions
  public import Foundation
  import LocalAuthentication
  import Security

  /// Lets the system ask for the user's face, fingerprint or passcode before a ``KeychainStore`` reads its
  /// item. The system decrypts the item only after that.
  ///
  /// ```swift
  /// let gate = KeychainGate(reason: "Show your accounts")
  /// let store = KeychainStore(service: "com.example.bank", account: "customer", gate: gate)
  /// ```
  ///
  /// One question is enough for reading the item, and for replacing it after each refresh, until
  /// ``StoreGate/close()``; a refresh that is under way then is still stored. Adding and removing the item
  /// need none, so logins and logouts never ask. After a login, the system asks before the first refresh.
  ///
  /// The app's Info.plist needs `NSFaceIDUsageDescription`.
  nonisolated public struct KeychainGate: Sendable {
    /// What the user has to present.
    nonisolated public enum Requirement: Hashable, Sendable {
      /// A face or a fingerprint, or the device's passcode (`userPresence`).
      case userPresence
      /// A face or a fingerprint that is set up now (`biometryCurrentSet`). When one is added or removed, the
      /// item cannot be read any more, and the user logs in again.
      case currentBiometry
    }

    /// Opens and closes the gate.
    public let gate: StoreGate
    let requirement: Requirement
    /// The answered question; nil while the gate is closed, unless a refresh under way still needs it.
    private let answered: Locked<LAContext?>

    /// Creates a closed gate.
    ///
    /// - Parameters:
    ///   - reason: what the app needs the session for, in the user's language. The system shows it.
    ///   - requirement: what the user has to present. Default: ``Requirement/userPresence``.
    ///   - reuse: how long ago the user may have unlocked the device with a face or a fingerprint, so that
    ///     the system does not ask, in seconds, up to 300. Default: 0, so that it always asks.
    public init(
      reason: String, requirement: Requirement = .userPresence,
      reusingUnlockFor reuse: TimeInterval = 0
    ) {
      self.requirement = requirement
      let answered = Locked<LAContext?>(nil)
      self.answered = answered
      gate = StoreGate(
        asking: {
          let asked = Locked(LAContext())
          try await Self.ask(asked, requirement, reason, reusingUnlockFor: reuse)
          return {
            let context = asked.withLock { $0 }
            // The Keychain asks nothing more by itself.
            context.interactionNotAllowed = true
            answered.withLock { $0 = context }
          }
        },
        whenClosed: {
          answered.withLock { context in
            context?.invalidate()
            context = nil
          }
        })
    }

    /// The context of a query for the item. Without an answered question, the query fails and the system does
    /// not ask. The store refuses what it reads while the gate is closed.
    var context: LAContext {
      if let context = answered.withLock({ $0 }) { return context }
      let context = LAContext()
      context.interactionNotAllowed = true
      return context
    }

    /// The protection of an item: this device only, while it is unlocked, and only with a passcode.
    static func accessControl(_ requirement: Requirement) -> SecAccessControl? {
      SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
        requirement == .userPresence ? .userPresence : .biometryCurrentSet, nil)
    }

    /// Asks the user. The system dismisses its question if the task is cancelled.
    private static func ask(
      _ asked: Locked<LAContext>, _ requirement: Requirement, _ reason: String,
      reusingUnlockFor reuse: TimeInterval
    ) async throws(GateRefusal) {
      guard let access = accessControl(requirement) else { throw .notEnrolled }
      let refusal: GateRefusal? = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let context = asked.withLock { $0 }
          context.touchIDAuthenticationAllowableReuseDuration = reuse
          context.evaluateAccessControl(access, operation: .useItem, localizedReason: reason) {
            isSuccess, error in
            continuation.resume(returning: isSuccess ? nil : GateRefusal(error))
          }
        }
      } onCancel: {
        asked.withLock { $0 }.invalidate()
      }
      if let refusal { throw refusal }
    }
  }

  nonisolated extension KeychainGate: KeychainProtection {
    package var storeGate: StoreGate? { gate }

    package var attributes: [String: Any] {
      get throws(StoreError) {
        guard let access = Self.accessControl(requirement) else {
          throw StoreError(.gateIsClosed(.notEnrolled))
        }
        return [kSecAttrAccessControl as String: access]
      }
    }

    package var query: [String: Any] { [kSecUseAuthenticationContext as String: context] }
    package var ofCompanions: any KeychainProtection { KeychainStore.Accessibility.whenUnlocked }
  }

  nonisolated extension KeychainStore {
    /// Creates a store for one Keychain item that the system decrypts only after a question to the user. It
    /// does not touch the Keychain.
    ///
    /// - Parameters:
    ///   - service: the item's owner, for example the app's bundle identifier.
    ///   - account: the item's name within the service. Use a fixed name for apps with one user at a time.
    ///   - accessGroup: an access group from the entitlements, whose apps and extensions share the item.
    ///     Default: nil, as in ``init(service:account:accessGroup:accessibility:)``.
    ///   - gate: asks the user. Several stores may share one.
    public init(service: String, account: String, accessGroup: String? = nil, gate: KeychainGate) {
      self.init(service: service, account: account, accessGroup: accessGroup, protection: gate)
    }
  }

  nonisolated extension GateRefusal {
    /// The refusal for an error of the system.
    init(_ error: (any Error)?) {
      self =
        switch (error as? LAError)?.code {
        case .userCancel, .userFallback: .cancelled
        case .biometryLockout: .lockedOut
        case .passcodeNotSet, .biometryNotAvailable, .biometryNotEnrolled: .notEnrolled
        case .systemCancel, .appCancel, .notInteractive, .invalidContext: .notInteractive
        default: .failed
        }
    }
  }

  nonisolated extension KeychainGate: RedactedDescription {}
#endif
