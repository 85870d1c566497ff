// Why a store did not do what it was asked for.

/// A store that could not be read, written or emptied. It says where and why and what to do, and has
/// nothing in it of what is stored.
public struct StoreError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// Not now, and perhaps later: the device has not been unlocked yet, or another process is using
    /// the store. This is not a logout.
    case unavailable
    /// Others than the user may have read or written what is there, so that it is not used. The value
    /// is the mode of the file, such as `0o644`, or `0o600` where it belongs to somebody else.
    case insecurePermissions(mode: UInt32)
    /// What is there is not a session, or is one in the form of a later version of the app.
    case unreadable
    /// A session that cannot be written as JSON: with an infinite number in it, say.
    case notEncodable
    /// There is a directory, a symbolic link or a device where the file should be.
    case notAFile
    /// The disk or the user's share of it is full.
    case noSpace
    /// The process has no right to: a file's permissions, or a missing entitlement.
    case notPermitted
    /// Anything else, by the number that the system gives it: `errno`, or an `OSStatus`.
    case other(code: Int)
  }

  public let reason: Reason
  /// What could not be used, for people: `the file /home/ada/.local/state/shop/session.session`.
  public let place: String

  /// - Parameters:
  ///   - reason: what stands in the way.
  ///   - place: as it stands in a sentence; no secret may be in it.
  public init(_ reason: Reason, place: String = "the store") {
    self.reason = reason
    self.place = place
  }
}

extension StoreError: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String {
    switch reason {
    case .unavailable:
      "\(place) cannot be used now: the device is locked, or another process is using it; "
        + "try again later, nobody has been logged out"
    case .insecurePermissions(let mode):
      "\(place) has mode \(octal(mode)) and may be in the hands of others: make it the user's own, "
        + "with mode 600, or log in again, which replaces it"
    case .unreadable:
      "\(place) holds no session in a form that this version knows: update the app, or log in "
        + "again, which replaces it"
    case .notEncodable:
      "the session cannot be written as JSON for \(place): see to the values of its properties"
    case .notAFile:
      "\(place) is a link, a directory or a device, and no file: remove it, or choose another place"
    case .noSpace: "there is no space for \(place): free some, and log in again"
    case .notPermitted:
      "\(place) may not be used: check its permissions, and the app's entitlements"
    case .other(let code): "\(place) cannot be used: the system reports error \(code)"
    }
  }

  public var debugDescription: String { description }

  private func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }
}
