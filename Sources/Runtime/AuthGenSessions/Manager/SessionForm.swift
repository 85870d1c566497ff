// The stored form of a session.

import Foundation

/// A session with the version of its stored form, which distinguishes it from later forms.
enum SessionForm {
  static let version = 1

  private struct Header: Decodable {
    let version: Int
  }

  private struct Content<Session: StoredSession>: Codable {
    let version: Int
    let session: Session
  }

  /// Encodes a session.
  ///
  /// - Throws: ``StoreError/Reason/notEncodable``. Omits the encoder's message, because it may
  ///   quote values.
  static func encode<Session: StoredSession>(_ session: Session) throws(StoreError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do {
      return try encoder.encode(Content(version: version, session: session))
    } catch {
      throw StoreError(.notEncodable)
    }
  }

  /// Decodes a session.
  ///
  /// - Throws: ``StoreError/Reason/unreadable``. Omits the decoder's message, because it may quote
  ///   values.
  static func decode<Session: StoredSession>(
    _ type: Session.Type, from data: Data
  ) throws(StoreError) -> Session {
    do {
      let decoder = JSONDecoder()
      // Check the version first: this version may be unable to read a later version's session.
      guard try decoder.decode(Header.self, from: data).version == version else {
        throw StoreError(.unreadable)
      }
      return try decoder.decode(Content<Session>.self, from: data).session
    } catch {
      throw StoreError(.unreadable)
    }
  }
}
