// The accounts of an app, as they are stored:
//
//     {"accounts":[{"id":"3F…","label":"ada@example.com"}],"selected":"3F…","version":1}

public import AuthGenRuntime
public import Foundation

/// An account in the list of ``Accounts``. It has no secret.
nonisolated public struct SavedAccount: Codable, Hashable, Identifiable, Sendable {
  /// Identifies the account on this device. Use it in the name of the account's store.
  public let id: UUID
  /// The app's text about the account, such as the user's name. It is stored unencrypted if the list is in a
  /// file.
  public let label: String

  /// Creates an entry for ``Accounts/replaceDamagedList(with:)``. ``Accounts/add(_:)`` creates a new account.
  ///
  /// - Parameters:
  ///   - id: the identifier that the account had.
  ///   - label: the app's text about the account. It must not contain a secret.
  public init(id: UUID, label: String) {
    self.id = id
    self.label = label
  }
}

/// What logs the user of one account in and keeps the session, such as `OpenIDLogin`. A ``SessionManager`` is
/// one, too. A type of the app's own can add what it keeps of the user:
///
/// ```swift
/// struct ShopLogin: AccountLogin {
///   let sessions: SessionManager<ShopSession>
///   let cache = ResponseCache(timeToLive: .seconds(300))
///   var localData: [LocalData] { cache.localData }
/// }
/// ```
nonisolated public protocol AccountLogin: Sendable {
  associatedtype AccountSession: StoredSession

  /// Keeps the session of the account.
  var sessions: SessionManager<AccountSession> { get }
  /// What else the device keeps of the account. Default: nothing.
  var localData: [LocalData] { get }
}

nonisolated extension AccountLogin {
  public var localData: [LocalData] { [] }
}

extension SessionManager: AccountLogin {
  public nonisolated var sessions: SessionManager<Session> { self }
}

nonisolated extension SavedAccount: RedactedDescription {
  public var description: String { "an account" }
}

/// The stored form of the list.
nonisolated struct AccountList: Codable, Hashable, Sendable {
  /// The part that each version has.
  nonisolated private struct AnyVersion: Decodable {
    let version: Int
  }

  private static var currentVersion: Int { 1 }

  private var version = Self.currentVersion
  var accounts: [SavedAccount] = []
  var selected: SavedAccount.ID?

  init() {}

  /// - Throws: ``StoreError/Reason/unreadableList``, also for the form of a later version.
  init(decoding data: Data, place: String) throws(StoreError) {
    guard let list = try? JSONDecoder().decode(Self.self, from: data),
      list.version == Self.currentVersion
    else { throw StoreError(.unreadableList, place: place) }
    self = list
  }

  /// Whether no version of the app can read the list.
  static func isDamaged(_ data: Data) -> Bool {
    if let form = try? JSONDecoder().decode(AnyVersion.self, from: data),
      form.version > currentVersion
    {
      return false
    }
    return (try? AccountList(decoding: data, place: "")) == nil
  }

  func encoded() throws(StoreError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(self) else { throw StoreError(.notEncodable) }
    return data
  }

  /// The index of an account; nil if the list does not have it.
  func index(of id: SavedAccount.ID) -> Int? { accounts.firstIndex { $0.id == id } }
}
