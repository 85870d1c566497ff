// The stored form of a session.

import Foundation

/// A session as it is stored: with the version of the form, which distinguishes it from later forms,
/// a generation, which distinguishes it from all earlier contents of the store, and its login.
nonisolated struct SessionForm<Session: StoredSession>: Codable, Sendable {
  /// The turn of one manager to refresh the session, in a store without locks.
  nonisolated struct Turn: Codable, Hashable, Sendable {
    let id: UUID
    let endsAt: Date
    let launch: Launch
  }

  nonisolated private struct Header: Decodable {
    let version: Int
  }

  private static var currentVersion: Int { 1 }

  private let version: Int
  /// Grows with each write.
  let generation: Int
  /// Identifies the login that created the session. Its refreshes keep it.
  let login: UUID
  /// The refresh under way.
  let turn: Turn?
  let session: Session

  init(_ session: Session, login: UUID, turn: Turn? = nil, after earlier: SessionForm?) {
    version = Self.currentVersion
    self.login = login
    generation = (earlier?.generation ?? 0) &+ 1
    self.turn = turn
    self.session = session
  }

  /// Encodes the form.
  ///
  /// - Throws: ``StoreError/Reason/notEncodable``. Omits the encoder's message, because it may quote values.
  func encoded() throws(StoreError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(self) else { throw StoreError(.notEncodable) }
    return data
  }

  /// Decodes a form.
  ///
  /// - Throws: ``StoreError/Reason/unreadable``. Omits the decoder's message, because it may quote values.
  init(decoding data: Data) throws(StoreError) {
    let decoder = JSONDecoder()
    // Check the version first: this version may be unable to read a later version's session.
    guard (try? decoder.decode(Header.self, from: data))?.version == Self.currentVersion,
      let form = try? decoder.decode(Self.self, from: data)
    else { throw StoreError(.unreadable) }
    self = form
  }
}
