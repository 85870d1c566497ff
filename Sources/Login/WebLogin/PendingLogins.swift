// Logins that wait for their redirects.

import AuthGenRuntime
import AuthGenSessions
import Foundation

/// A login from its beginning to its redirect, with the secrets that complete it.
package protocol PendingLogin: Codable, Identifiable, Sendable where ID == UUID {
  var redirectURI: RedirectURI { get }
  /// The parameter `state` of the redirect; nil if the server sends none.
  var state: Secret? { get }
  var expiresAt: Date { get }
}

extension PendingLogin {
  /// Checks that a redirect to this login's address belongs to it.
  package func check(_ callback: Callback) throws(CallbackError) {
    if let state { try callback.check(state) }
  }
}

/// The pending logins of one app at one server. With a store, they outlive the process: the redirect may start the
/// app again.
package final class PendingLogins<Login: PendingLogin>: Sendable {
  private struct Entry: Codable {
    /// Identifies the server and the client. A code is sent to no other server.
    let server: String
    let login: Login
  }

  private let server: String
  private let store: (any SecretStore)?
  /// The logins that began in this run, in this order. They can be completed even if the store fails.
  private let own = Locked<[Login]>([])

  /// The number of stored logins. The oldest are removed first.
  private static var maximumCount: Int { 16 }
  /// The number of attempts to change the store while other processes change it.
  private static var maximumAttempts: Int { 8 }

  /// - Parameters:
  ///   - store: keeps the logins between runs; nil to keep them until the app ends.
  ///   - server: identifies the server and the client. A store may have logins of several.
  package init(_ store: (any SecretStore)?, server: String) {
    self.store = store
    self.server = server
  }

  /// Adds a login.
  ///
  /// - Parameter isStored: whether it outlives the process (best effort). Default: true.
  package func add(_ login: Login, at now: Date, isStored: Bool = true) {
    own.withLock { own in
      own.removeAll { $0.expiresAt <= now }
      own.append(login)
    }
    guard isStored else { return }
    change(at: now) { $0.append(Entry(server: server, login: login)) }
  }

  /// The logins that have not expired, in the order of their beginnings.
  package func all(at now: Date) -> [Login] {
    let own = own.withLock { $0 }
    let entries = entries(in: store.flatMap { try? $0.read() }, at: now)
    let stored = entries.filter { $0.server == server }.map(\.login)
    return stored.filter { login in !own.contains { $0.id == login.id } }
      + own.filter { $0.expiresAt > now }
  }

  /// Checks that a redirect belongs to a login. Does nothing if the login is over.
  package func check(_ callback: Callback, of id: UUID, at now: Date) throws(CallbackError) {
    try all(at: now).first { $0.id == id }?.check(callback)
  }

  /// Removes a login, and returns it to one caller, even if several processes ask.
  ///
  /// - Returns: nil if the login is over or has expired.
  package func take(_ id: UUID, at now: Date) -> Login? {
    let taken = own.withLock { own in
      own.firstIndex { $0.id == id }.map { own.remove(at: $0) }
    }
    var stored: Login?
    let isRemoved = change(at: now) { entries in
      guard let index = entries.firstIndex(where: { $0.server == server && $0.login.id == id })
      else {
        return
      }
      stored = entries.remove(at: index).login
    }
    guard let login = taken ?? (isRemoved ? stored : nil), login.expiresAt > now else { return nil }
    return login
  }

  /// Finds the login to which a redirect belongs, by its address and its `state`. If servers send no `state`, it
  /// is the latest login with this address.
  ///
  /// - Returns: nil if no login is pending.
  /// - Throws: why the redirect belongs to none.
  package func match(
    _ redirect: URL, at now: Date
  ) throws(CallbackError) -> (login: Login, callback: Callback)? {
    var refusal: CallbackError?
    for login in all(at: now).reversed() {
      do throws(CallbackError) {
        let callback = try Callback(redirect, to: login.redirectURI)
        try login.check(callback)
        return (login, callback)
      } catch {
        // The address of another login says less than the wrong state of this one.
        if refusal == nil || error != .wrongAddress { refusal = error }
      }
    }
    if let refusal { throw refusal }
    return nil
  }

  /// Changes the stored logins in one step, and removes expired ones.
  ///
  /// - Returns: whether the store has the result.
  @discardableResult
  private func change(at now: Date, _ change: (inout [Entry]) -> Void) -> Bool {
    guard let store else { return false }
    for _ in 0..<Self.maximumAttempts {
      do {
        let content = try store.read()
        var entries = entries(in: content, at: now)
        change(&entries)
        let kept = entries.suffix(Self.maximumCount)
        let data = kept.isEmpty ? nil : try JSONEncoder().encode(Array(kept))
        if try store.replace(content, with: data) { return true }
      } catch {
        return false
      }
    }
    return false
  }

  /// Content that cannot be read counts as none: it would expire within an hour.
  private func entries(in content: Data?, at now: Date) -> [Entry] {
    let all = content.flatMap { try? JSONDecoder().decode([Entry].self, from: $0) } ?? []
    return all.filter { $0.login.expiresAt > now }
  }
}

extension PendingLogins: RedactedDescription {
  package var description: String { "pending logins" }
}
