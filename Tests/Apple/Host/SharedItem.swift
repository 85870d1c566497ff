// The Keychain item that the app shares with its extension.

import AuthGenSessions
import Foundation

enum SharedItem {
  /// `Info.plist` has the access group, because its prefix depends on the team that signs the app.
  private static let store = KeychainStore(
    service: "com.example.authgen.Host", account: "shared",
    accessGroup: Bundle.main.object(forInfoDictionaryKey: "KeychainGroup") as? String)

  static func write(_ text: String) -> String {
    do {
      try store.write(Data(text.utf8))
      return "stored"
    } catch {
      return "\(error)"
    }
  }

  static func read() -> String {
    do {
      guard let data = try store.read() else { return "no item" }
      return String(decoding: data, as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }
}
