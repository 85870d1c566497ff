// An action of the share sheet. It replaces the Keychain item that it shares with the app.

import AuthGenSessions
import Foundation

final class SessionAction: NSObject, NSExtensionRequestHandling {
  func beginRequest(with context: NSExtensionContext) {
    let store = KeychainStore(
      service: "com.example.authgen.Host", account: "shared",
      accessGroup: Bundle.main.object(forInfoDictionaryKey: "KeychainGroup") as? String)
    do {
      let text = try store.read().map { String(decoding: $0, as: UTF8.self) } ?? "no item"
      try store.write(Data("the extension has read \(text)".utf8))
      context.completeRequest(returningItems: nil, completionHandler: nil)
    } catch {
      context.cancelRequest(withError: error)
    }
  }
}
