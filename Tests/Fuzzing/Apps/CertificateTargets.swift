// Fuzzes the certificates of servers.

import AuthGenPinning
import Foundation

extension Target {
  /// A certificate in DER. It is accepted only with its own key.
  static func checkServer(_ input: [UInt8]) {
    let certificate = Data(input)
    let pin = PublicKeyPin(certificate: certificate)
    let other = "sha256/" + Data(count: 32).base64EncodedString()
    guard
      let host = try? PinnedHost(
        "a.example", keys: [pin?.description ?? other],
        backupKeys: ["sha256/" + Data(repeating: 1, count: 32).base64EncodedString()]),
      let pins = try? PublicKeyPins([host])
    else { return }
    for date in [now, Date(timeIntervalSince1970: 0)] {
      switch pins.decision(about: [certificate, certificate], of: "a.example", at: date) {
      case .accepted(let accepted, _): require(accepted == pin, "another key is accepted")
      case .notPinned: require(false, "a pinned host has no pins")
      case .refused: break
      }
    }
  }
}
