// The platform's safe places.

import AuthGenSessions
import AuthGenWebLogin

enum Defaults {
  /// Whose items they are in the platform's safe place.
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
