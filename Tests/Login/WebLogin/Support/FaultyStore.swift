// A store in memory whose calls can fail, as on a full disk or a locked device.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation

final class FaultyStore: SecretStore {
  enum Call: CaseIterable, Sendable { case read, write, remove }

  let content = InMemoryStore()
  /// The reasons of the calls that fail.
  private let reasons: Shared<[Call: StoreError.Reason]>

  init(_ reasons: [Call: StoreError.Reason] = [:]) {
    self.reasons = Shared(reasons)
  }

  /// Makes calls fail from now on, or succeed if the reason is nil.
  func fail(_ calls: [Call] = Call.allCases, by reason: StoreError.Reason?) {
    reasons.withLock { reasons in
      for call in calls { reasons[call] = reason }
    }
  }

  var text: String { String(decoding: content.read() ?? Data(), as: UTF8.self) }

  private func check(_ call: Call) throws(StoreError) {
    if let reason = reasons.withLock({ $0[call] }) { throw StoreError(reason) }
  }

  func read() throws(StoreError) -> Data? {
    try check(.read)
    return content.read()
  }

  func write(_ data: Data) throws(StoreError) {
    try check(.write)
    content.write(data)
  }

  func remove() throws(StoreError) {
    try check(.remove)
    content.remove()
  }
}
