// The platform's default stores.

import AuthGenSessions
import AuthGenWebLogin

enum Defaults {
  /// The service name of the stored items.
  private static let service = "dev.prelude.session"

  static func store(_ account: String) -> any SecretStore {
    PlatformStore.make(service: service, account: account)
  }

  static func key(_ account: String) -> (any DPoPKey)? {
    #if canImport(CryptoKit) && canImport(Security)
      PlatformKey.make(service: service, account: account)
    #else
      nil
    #endif
  }
}
