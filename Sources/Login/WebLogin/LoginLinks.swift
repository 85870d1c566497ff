// One place for the links that open the app. For an app with two logins, of which the second waits for the
// state s2 at com.example.shop:/callback:
//
//     com.example.shop:/callback?code=c1&state=s2    continues the second login
//     com.example.shop:/callback?code=c1&state=s3    is ignored: false
//     com.example.shop:/orders/1                     is ignored: false, and the app shows the order

public import Foundation

/// A login that a link can continue, also if the system has ended the app in between.
public protocol ResumableLogin: Sendable {
  /// The result of ``resume(with:)``.
  associatedtype Resumed: Sendable

  /// Returns how a link belongs to this login. Sends nothing, and changes nothing.
  func match(of link: URL) async -> LinkMatch

  /// Continues the login to which a link belongs. A link that belongs to none sends nothing, and changes
  /// nothing.
  ///
  /// - Throws: the login's error, also if the link belongs to no pending login.
  func resume(with link: URL) async throws -> Resumed
}

/// How a link belongs to a login.
public enum LinkMatch: Hashable, Sendable {
  /// It does not belong to a pending login.
  case none
  /// It has the address for which the login waits. The login's server sends no `state`.
  case address
  /// It has the address and the `state` of a pending login.
  case state
}

/// The logins of an app that links can continue. Create it once, with all of them, and pass it each link with
/// which the system opens the app:
///
/// ```swift
/// let links = LoginLinks()
///   .adding(shop)
///   .adding(partner) { result in await model.show(result) }
///
/// // In SwiftUI:
/// .onOpenURL { link in Task { try await links.open(link) } }
/// ```
public struct LoginLinks: Sendable {
  private struct Entry: Sendable {
    let match: @Sendable (URL) async -> LinkMatch
    let resume: @Sendable (URL) async throws -> Void
  }

  private var entries: [Entry] = []

  /// Creates a value without logins.
  public init() {}

  /// Returns the same logins, and one more.
  ///
  /// - Parameters:
  ///   - login: a login. Two logins whose servers send no `state` need different addresses.
  ///   - completion: receives the result of ``ResumableLogin/resume(with:)``. Default: does nothing, for a
  ///     login whose session the app observes.
  public func adding<Login: ResumableLogin>(
    _ login: Login, completion: @escaping @Sendable (Login.Resumed) async -> Void = { _ in }
  ) -> LoginLinks {
    var links = self
    links.entries.append(
      Entry(
        match: { await login.match(of: $0) },
        resume: { await completion(try await login.resume(with: $0)) }))
    return links
  }

  /// Continues the login to which a link belongs.
  ///
  /// Any app or page can open a link of the app. A link that belongs to no pending login, or whose `state` is
  /// wrong, sends nothing and changes nothing.
  ///
  /// - Returns: whether the link has continued a login. If not, it is for another part of the app, the login
  ///   is over, or the link is forged.
  /// - Throws: the error of the login that the link has continued.
  public func open(_ link: URL) async throws -> Bool {
    var waiting: [Entry] = []
    for entry in entries {
      switch await entry.match(link) {
      case .none: break
      case .address: waiting.append(entry)
      case .state:
        try await entry.resume(link)
        return true
      }
    }
    // If two logins wait for the same address, the link may be the other's: no server gets its secret.
    guard waiting.count == 1 else { return false }
    try await waiting[0].resume(link)
    return true
  }
}

extension LoginLinks: CustomStringConvertible {
  public var description: String { "\(entries.count) logins" }
}
