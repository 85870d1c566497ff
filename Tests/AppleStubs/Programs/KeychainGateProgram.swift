// Tests KeychainGate with the stub's in-memory items and answers. `.ci/apple-programs` compiles this file
// together with the stores. The program exits with status 1 at the first failure.

import Foundation
import LocalAuthentication
import Security

@main
struct KeychainGateProgram {
  static func main() async {
    let tests: [() async throws -> Void] = [
      itemIsProtectedByTheUser,
      oneQuestionIsEnoughForReadingAndReplacing,
      closedGateIsNeitherEmptyNorAnswered,
      loginAndLogoutNeverAsk,
      loginDoesNotOpenTheGate,
      refreshIsStoredIfTheGateIsClosedMeanwhile,
      lockedDeviceKeepsTheItem,
      itemOfAnotherProcessIsReplaced,
      closedGateForgetsTheAnswer,
      itemOfAnEarlierVersionIsGated,
      otherFingerprintsEndTheSession,
      onlyTheExpectedItemIsReplaced,
      companionHasNoGate,
      refusalsHaveReasons,
      closedGateDismissesItsQuestion,
      refusedItemIsNotAMissingPasscode,
      deviceWithoutAPasscodeStoresNothing,
    ]
    for test in tests {
      reset()
      do {
        try await test()
      } catch {
        fail("\(error)")
      }
    }
    print("All tests of KeychainGate passed.")
  }

  static let gate = KeychainGate(reason: "Show your accounts")
  static let store = KeychainStore(service: "com.example.bank", account: "customer", gate: gate)
  static let one = Data("one".utf8)
  static let two = Data("two".utf8)

  /// Stores the item, and closes the gate.
  static func storeOne() throws(StoreError) {
    try store.write(one)
    gate.gate.close()
  }

  static func itemIsProtectedByTheUser() throws(StoreError) {
    try store.write(one)
    let item = KeychainInMemory.change { $0.items.values.first }
    expect(item?.accessible == kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly)
    expect(item?.isGated == true)
    expect(item?.biometry == nil)
    try strict.write(two)
    expect(KeychainInMemory.change { $0.items.values.allSatisfy(\.isGated) })
    expect(KeychainInMemory.change { $0.items.values.contains { $0.biometry == 1 } })
  }

  static func oneQuestionIsEnoughForReadingAndReplacing() async throws(StoreError) {
    try storeOne()
    try await gate.gate.open()
    expect(try store.read() == one)
    expect(try store.replace(one, with: two))
    expect(try store.read() == two)
    try await gate.gate.open()
    expect(questions() == ["Show your accounts"])
    expect(ownQuestions() == 0)
  }

  static func closedGateIsNeitherEmptyNorAnswered() throws(StoreError) {
    expect(try store.read() == nil)
    try storeOne()
    expect(reason { () throws(StoreError) in _ = try store.read() } == .gateIsClosed(.notAsked))
    expect(
      reason { () throws(StoreError) in _ = try store.replace(one, with: two) }
        == .gateIsClosed(.notAsked))
    expect(KeychainInMemory.change { $0.items.values.first?.data } == one)
    expect(questions() == [] && ownQuestions() == 0)
  }

  static func loginAndLogoutNeverAsk() async throws(StoreError) {
    try storeOne()
    try store.write(two)
    expect(KeychainInMemory.change { $0.items.count } == 1)
    expect(KeychainInMemory.change { $0.items.values.first?.data } == two)
    gate.gate.close()
    try store.remove()
    expect(try store.read() == nil)
    try storeOne()
    expect(try store.replace(one, with: nil))
    expect(questions() == [] && ownQuestions() == 0)
  }

  static func loginDoesNotOpenTheGate() async throws(StoreError) {
    gate.gate.close()
    try store.write(one)
    expect(!gate.gate.isOpen)
    expect(reason { () throws(StoreError) in _ = try store.read() } == .gateIsClosed(.notAsked))
    try await gate.gate.open()
    expect(try store.read() == one)
    expect(questions().count == 1 && ownQuestions() == 0)
  }

  static func refreshIsStoredIfTheGateIsClosedMeanwhile() async throws(StoreError) {
    try storeOne()
    try await gate.gate.open()
    var kept: (any AnyObject)? = gate.gate.keepAnswer()
    gate.gate.close()
    expect(reason { () throws(StoreError) in _ = try store.read() } == .gateIsClosed(.notAsked))
    expect(try store.replace(one, with: two))
    withExtendedLifetime(kept) {}
    kept = nil
    expect(
      reason { () throws(StoreError) in _ = try store.replace(two, with: one) }
        == .gateIsClosed(.notAsked))
    expect(KeychainInMemory.change { $0.items.values.first?.data } == two)
    expect(questions().count == 1 && ownQuestions() == 0)
  }

  /// An item that is removed could not be added again. The system may remove items of a locked device.
  static func lockedDeviceKeepsTheItem() throws(StoreError) {
    try storeOne()
    KeychainInMemory.change { keychain in
      keychain.device = .locked
      keychain.removesLockedItems = true
    }
    expect(reason { () throws(StoreError) in try store.write(two) } == .unavailable)
    expect(KeychainInMemory.change { $0.items.values.map(\.data) } == [one])
    KeychainInMemory.change { $0.device = .unlocked }
    try store.write(two)
    expect(KeychainInMemory.change { $0.items.values.map(\.data) } == [two])
  }

  /// Another process adds an item after this one has removed its own.
  static func itemOfAnotherProcessIsReplaced() throws(StoreError) {
    try storeOne()
    KeychainInMemory.change { keychain in
      let items = keychain.items
      keychain.beforeAdding = { keychain in
        // The first item that is added is a trial.
        keychain.beforeAdding = { keychain in
          keychain.items = items
          keychain.beforeAdding = nil
        }
      }
    }
    try store.write(two)
    expect(KeychainInMemory.change { $0.items.values.map(\.data) } == [two])
    expect(KeychainInMemory.change { $0.items.values.allSatisfy(\.isGated) })
  }

  static func closedGateForgetsTheAnswer() async throws(StoreError) {
    try storeOne()
    try await gate.gate.open()
    gate.gate.close()
    expect(reason { () throws(StoreError) in _ = try store.read() } == .gateIsClosed(.notAsked))
    try await gate.gate.open()
    expect(try store.read() == one)
    expect(questions().count == 2)
  }

  static func itemOfAnEarlierVersionIsGated() async throws(StoreError) {
    try KeychainStore(service: "com.example.bank", account: "customer").write(one)
    gate.gate.close()
    expect(reason { () throws(StoreError) in _ = try store.read() } == .gateIsClosed(.notAsked))
    try await gate.gate.open()
    expect(try store.read() == one)
    expect(try store.replace(one, with: two))
    expect(KeychainInMemory.change { $0.items.values.first?.isGated } == true)
  }

  /// The item is lost, and the user logs in again.
  static func otherFingerprintsEndTheSession() async throws(StoreError) {
    try strict.write(one)
    try await strictGate.gate.open()
    KeychainInMemory.change { $0.biometry = 2 }
    expect(try strict.read() == nil)
  }

  static func onlyTheExpectedItemIsReplaced() async throws(StoreError) {
    gate.gate.close()
    expect(try store.replace(nil, with: one))
    try await gate.gate.open()
    expect(try !store.replace(two, with: one))
    expect(try !store.replace(nil, with: two))
    expect(try store.replace(one, with: two))
    expect(try store.read() == two)
  }

  static func companionHasNoGate() throws(StoreError) {
    gate.gate.close()
    guard let companion = store.companion("pending") else { return expect(false) }
    try companion.write(one)
    expect(try companion.read() == one)
    expect(companion.gate == nil && !gate.gate.isOpen)
    expect(
      KeychainInMemory.change { $0.items.values.first?.accessible }
        == kSecAttrAccessibleWhenUnlockedThisDeviceOnly)
  }

  static func refusalsHaveReasons() async {
    let reasons: [(Int, GateRefusal)] = [
      (-1, .failed), (-2, .cancelled), (-3, .cancelled), (-4, .notInteractive),
      (-5, .notEnrolled), (-6, .notEnrolled), (-7, .notEnrolled), (-8, .lockedOut),
      (-9, .notInteractive), (-10, .notInteractive), (-1004, .notInteractive),
    ]
    for (code, expected) in reasons {
      reset()
      gate.gate.close()
      KeychainInMemory.change { $0.answer = .error(code) }
      do throws(StoreError) {
        try storeOne()
        try await gate.gate.open()
        expect(false)
      } catch {
        expect(error.reason == .gateIsClosed(expected))
      }
      expect(!gate.gate.isOpen)
      expect(KeychainInMemory.change { $0.items.values.first?.data } == one)
    }
  }

  static func closedGateDismissesItsQuestion() async {
    gate.gate.close()
    KeychainInMemory.change { $0.answer = .none }
    let opening = Task { () async -> StoreError.Reason? in
      do throws(StoreError) {
        try await gate.gate.open()
        return nil
      } catch {
        return error.reason
      }
    }
    await wait { questions().count == 1 }
    gate.gate.close()
    await wait { KeychainInMemory.change { $0.dismissals } == 1 }
    let reason = await opening.value
    expect(reason == .gateIsClosed(.notAsked))
    expect(!gate.gate.isOpen)
  }

  /// The system does not decrypt the item, for example because other fingerprints are set up.
  static func refusedItemIsNotAMissingPasscode() async throws(StoreError) {
    try storeOne()
    try await gate.gate.open()
    KeychainInMemory.change { $0.failure = errSecAuthFailed }
    expect(reason { () throws(StoreError) in _ = try store.read() } == .gateIsClosed(.failed))
    expect(!gate.gate.isOpen)
  }

  static func deviceWithoutAPasscodeStoresNothing() async {
    gate.gate.close()
    KeychainInMemory.change { $0.hasPasscode = false }
    expect(
      reason { () throws(StoreError) in try store.write(one) } == .gateIsClosed(.notEnrolled))
    expect(KeychainInMemory.change { $0.items.isEmpty })
    expect(!gate.gate.isOpen)
  }

  static let strictGate = KeychainGate(reason: "Pay", requirement: .currentBiometry)
  static let strict = KeychainStore(
    service: "com.example.bank", account: "payments", gate: strictGate)
}

extension KeychainGateProgram {
  static func expect(_ condition: @autoclosure () throws -> Bool, line: Int = #line) {
    if (try? condition()) != true { fail("\(#fileID), line \(line)") }
  }

  static func fail(_ message: String) -> Never {
    print("failed: \(message)")
    exit(1)
  }

  /// Waits for a condition, at most for ten seconds.
  static func wait(line: Int = #line, _ condition: () -> Bool) async {
    for _ in 0..<1_000 where !condition() { try? await Task.sleep(for: .milliseconds(10)) }
    expect(condition(), line: line)
  }

  static func reason(_ body: () throws(StoreError) -> Void) -> StoreError.Reason? {
    do throws(StoreError) {
      try body()
      return nil
    } catch {
      return error.reason
    }
  }

  static func reset() {
    KeychainInMemory.change { $0 = KeychainInMemory() }
  }

  static func questions() -> [String] { KeychainInMemory.change { $0.questions } }

  static func ownQuestions() -> Int { KeychainInMemory.change { $0.ownQuestions } }
}
