// A device's disk, which can be full.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation

/// A folder for one session. A store simulates a full disk with the error of ``FileStore``, whose own tests
/// interrupt a write as a full disk does.
final class Disk: Sendable {
  let file: URL
  private let isFull = Shared(false)

  /// - Parameter folder: a new folder.
  init(_ folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appending(path: "app/session")
  }

  /// A store of a new run of the app.
  var store: any SecretStore { StoreOnFullDisk(store: FileStore(url: file), isFull: isFull) }

  /// The stored bytes, for the oracle.
  var content: Data? {
    get throws { try FileStore(url: file).read() }
  }

  func fill() { isFull.withLock { $0 = true } }

  func free() { isFull.withLock { $0 = false } }
}

private struct StoreOnFullDisk: SecretStore {
  let store: FileStore
  let isFull: Shared<Bool>

  func read() throws(StoreError) -> Data? { try store.read() }
  func remove() throws(StoreError) { try store.remove() }
  func tryLock() throws(StoreError) -> StoreLock { try store.tryLock() }

  func write(_ data: Data) throws(StoreError) {
    try check()
    try store.write(data)
  }

  func replace(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool {
    if data != nil { try check() }
    return try store.replace(expected, with: data)
  }

  private func check() throws(StoreError) {
    if isFull.withLock({ $0 }) { throw StoreError(.noSpace) }
  }
}
