// The form in which a session is stored.

import Foundation

/// A session and the version of this form, so that a later form can be told from this one.
enum SessionForm {
  static let version = 1

  private struct Header: Decodable {
    let version: Int
  }

  private struct Content<Session: StoredSession>: Codable {
    let version: Int
    let session: Session
  }

  /// - Throws: ``StoreError/Reason/notEncodable``. What the encoder says is not passed on: it may
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

  /// - Throws: ``StoreError/Reason/unreadable``. What the decoder says is not passed on: it may quote
  ///   values.
  static func decode<Session: StoredSession>(
    _ type: Session.Type, from data: Data
  ) throws(StoreError) -> Session {
    do {
      let decoder = JSONDecoder()
      // First: a later version need not have a session that this one can read.
      guard try decoder.decode(Header.self, from: data).version == version else {
        throw StoreError(.unreadable)
      }
      return try decoder.decode(Content<Session>.self, from: data).session
    } catch {
      throw StoreError(.unreadable)
    }
  }
}
