// A device's disk, which can be full.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation

/// A folder for one session. Where the system allows it, the folder is a file system of its own, with 64 KB.
/// Elsewhere, a store simulates a full disk with the error of ``FileStore``.
final class Disk: Sendable {
  let file: URL
  let isFileSystem: Bool
  private let filler: URL
  private let isFull = Shared(false)

  /// - Parameter folder: a new folder.
  init(_ folder: URL, mounts: Bool) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appending(path: "app/session")
    filler = folder.appending(path: "filler")
    isFileSystem = mounts
    guard mounts else { return }
    let result = try await runProcess(
      "mount", ["-t", "tmpfs", "-o", "size=64k,mode=700", "soak", folder.path], in: folder)
    guard result.exitCode == 0 else { throw SoakFailure("cannot mount a disk: \(result.errors)") }
  }

  /// Ends the file system.
  func unmount() async throws {
    guard isFileSystem else { return }
    let folder = filler.deletingLastPathComponent()
    _ = try await runProcess("umount", ["--lazy", folder.path], in: Checkout.root)
  }

  /// A store of a new run of the app.
  var store: any SecretStore {
    let store = FileStore(url: file)
    return isFileSystem ? store : StoreOnFullDisk(store: store, isFull: isFull)
  }

  /// The stored bytes, for the oracle.
  var content: Data? {
    get throws { try FileStore(url: file).read() }
  }

  func fill() throws {
    isFull.withLock { $0 = true }
    guard isFileSystem else { return }
    try Data().write(to: filler)
    let handle = try FileHandle(forWritingTo: filler)
    defer { try? handle.close() }
    while (try? handle.write(contentsOf: Data(count: 4096))) != nil {}
  }

  func free() throws {
    isFull.withLock { $0 = false }
    if FileManager.default.fileExists(atPath: filler.path) {
      try FileManager.default.removeItem(at: filler)
    }
  }
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
