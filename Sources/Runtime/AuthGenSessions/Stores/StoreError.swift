// Why a store operation failed.

package import AuthGenRuntime

/// A failed store operation. It contains the place, the reason and the fix, and nothing of the
/// stored content.
nonisolated public struct StoreError: Error, Hashable, Sendable {
  nonisolated public enum Reason: Hashable, Sendable {
    /// The store is unavailable now: the device has not been unlocked yet, or another process is
    /// using the store. Try again later. The user stays signed in.
    case unavailable
    /// The store has a ``StoreGate``, and the user has not opened it. The user stays signed in.
    case gateIsClosed(GateRefusal)
    /// Another user could have read or written the file, so it is not used. The value is the file's
    /// mode, such as `0o644`. It is `0o600` if the file belongs to another user.
    case insecurePermissions(mode: UInt32)
    /// The content is not a session, or has the form of a later version of the app.
    case unreadable
    /// The list of ``Accounts`` is damaged, or has the form of a later version of the app. See
    /// ``Accounts/replaceDamagedList(with:)``.
    case unreadableList
    /// The account was removed, or is being removed, so no session of it is stored.
    case accountRemoved
    /// The session cannot be encoded as JSON, for example because it contains an infinite number.
    case notEncodable
    /// The path is a directory, a symbolic link or a device.
    case notAFile
    /// The disk or the user's quota is full.
    case noSpace
    /// Access is denied: by the file's permissions, or because an entitlement is missing.
    case notPermitted
    /// Any other error, with the system's error code: `errno`, or an `OSStatus`.
    case other(code: Int)
  }

  public let reason: Reason
  /// The store's name in messages: `the file /home/ada/.local/state/shop/session.session`.
  public let place: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - reason: the reason for the failure.
  ///   - place: the store's name as part of a sentence. It must not contain secrets. Default: "the store".
  public init(_ reason: Reason, place: String = "the store") {
    self.reason = reason
    self.place = place
  }
}

nonisolated extension StoreError: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String {
    switch reason {
    case .unavailable:
      "\(place) cannot be used now: the device is locked, or another process is using it; "
        + "try again later, the user is still signed in"
    case .gateIsClosed(let refusal):
      "\(place) is read only after a question to the user, and \(refusal.explanation); the user is "
        + "still signed in"
    case .insecurePermissions(let mode):
      "\(place) has mode \(octal(mode)) and may be accessible to other users: give it to the user, "
        + "with mode 600, or log in again, which replaces it"
    case .unreadable:
      "\(place) contains no session that this version can read: update the app, or log in "
        + "again, which replaces it"
    case .unreadableList:
      "\(place) is damaged, or from a later version of the app: update the app, or replace a damaged "
        + "list with replaceDamagedList"
    case .accountRemoved:
      "\(place) keeps no session, because its account was removed: add the account again, and use "
        + "the new login"
    case .notEncodable:
      "the session for \(place) cannot be encoded as JSON: check the values of its properties"
    case .notAFile:
      "\(place) is a link, a directory or a device: remove it, or choose another path for the file"
    case .noSpace: "no space for \(place): free some, and try again"
    case .notPermitted:
      "access to \(place) is denied: check its permissions, and the app's entitlements"
    case .other(let code): "\(place) cannot be used: the system reports error \(code)"
    }
  }

  public var debugDescription: String { description }

  private func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }
}

nonisolated extension GateRefusal {
  /// The end of a sentence, with the fix.
  fileprivate var explanation: String {
    switch self {
    case .notAsked: "the user was not asked: make a call, or open the store's gate"
    case .cancelled: "the user declined: open the store's gate when the user wants it"
    case .failed: "the user was not recognised: open the store's gate when the user wants it"
    case .lockedOut: "there were too many failed attempts: unlock the device with its passcode"
    case .notEnrolled: "the device has no passcode, face or fingerprint: set one up"
    case .notInteractive: "the system cannot ask now: try again when the app is in the foreground"
    }
  }
}

nonisolated extension CredentialUnavailable {
  /// The store of the credential failed.
  package init(_ error: StoreError) {
    var reason = Reason.temporary
    if case .gateIsClosed = error.reason { reason = .gateIsClosed }
    self.init(error.description, reason: reason, cause: error.userText)
  }
}
