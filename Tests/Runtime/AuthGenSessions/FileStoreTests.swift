// Tests what a file store reads, writes and rejects.

import AuthGenTestSupport
import Foundation
import Testing

@testable import AuthGenSessions

@Suite struct FileStoreTests {
  /// On iOS a file is encrypted until the user unlocks the device: the user is not signed out.
  @Test func fileOfALockedDeviceIsUnavailable() {
    #expect(FileStore.reason(EPERM, protectsFiles: true) == .unavailable)
    #expect(FileStore.reason(EPERM, protectsFiles: false) == .notPermitted)
    #expect(FileStore.reason(EACCES, protectsFiles: true) == .notPermitted)
  }

  @Test func writtenDataIsReadUntilItIsRemoved() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "state/app/session")
      let store = FileStore(url: file)
      #expect(try store.read() == nil)
      try store.remove()
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/state"))

      for text in ["a longer text", "text", ""] {
        try store.write(Data(text.utf8))
        #expect(try store.read() == Data(text.utf8))
      }
      #expect(try mode(of: file) == 0o600)
      #expect(try mode(of: folder.appending(path: "state")) == 0o700)
      #expect(try mode(of: folder.appending(path: "state/app")) == 0o700)
      #expect(try names(in: folder.appending(path: "state/app")) == ["session"])
      try store.remove()
      #expect(try store.read() == nil)
      try store.remove()
    }
  }

  @Test func companionIsAnotherFile() async throws {
    try await withFolder { folder in
      let store = FileStore(url: folder.appending(path: "app/session"))
      let companion = try #require(store.companion("pending"))
      try companion.write(Data("a login".utf8))
      #expect(try store.read() == nil && companion.read() == Data("a login".utf8))
      #expect(try mode(of: folder.appending(path: "app/session.pending")) == 0o600)
      #expect(InMemoryStore().companion("pending") == nil)
    }
  }

  @Test func permissionsDoNotDependOnTheMask() async throws {
    try await withFolder { folder in
      for mask in [0, 0o077, 0o177, 0o777] {
        let file = folder.appending(path: "session")
        let output = try await write("masked", file, mask, in: folder)
        #expect(output == ["done"])
        #expect(try mode(of: file) == 0o600)
        #expect(try FileStore(url: file).read() == Data("masked".utf8))
      }
      let file = folder.appending(path: "new/session")
      #expect(try await write("masked", file, 0, in: folder) == ["done"])
      #expect(try mode(of: folder.appending(path: "new")) == 0o700)
      #expect(try mode(of: file) == 0o600)
    }
  }

  /// The permissions of the owner do not matter.
  @Test(arguments: [0o644, 0o660, 0o604, 0o610, 0o601, 0o777, 0o400, 0o700])
  func fileThatOtherUsersCanUseIsRejected(permissions: Int) async throws {
    try await withStore { store, file, _ in
      try store.write(Data("secret".utf8))
      try setMode(permissions, of: file)
      let isShared = permissions & 0o077 != 0
      #expect(
        failure(of: store)
          == (isShared ? .insecurePermissions(mode: UInt32(permissions)) : nil))
      #expect(isShared || (try? store.read()) == Data("secret".utf8))
      // The file is replaced, not reused.
      try store.write(Data("new".utf8))
      #expect(try store.read() == Data("new".utf8))
    }
  }

  @Test func linkIsRejectedAndItsTargetIsUnchanged() async throws {
    try await withFolder { folder in
      let target = folder.appending(path: "target")
      try FileStore(url: target).write(Data("target".utf8))
      let file = folder.appending(path: "session")
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
      let store = FileStore(url: file)
      #expect(failure(of: store) == .notAFile)

      // A link in place of the temporary file is not followed either, whether symbolic or hard.
      let temporary = folder.appending(path: ".session.new")
      try FileManager.default.createSymbolicLink(at: temporary, withDestinationURL: target)
      try store.write(Data("one".utf8))
      #expect(try store.read() == Data("one".utf8))
      try FileManager.default.linkItem(at: target, to: temporary)
      try store.write(Data("two".utf8))
      #expect(try store.read() == Data("two".utf8))
      #expect(try Data(contentsOf: target) == Data("target".utf8))
      #expect(try names(in: folder) == ["session", "target"])
    }
  }

  @Test func otherFileTypesAreRejected() async throws {
    try await withStore { store, file, folder in
      #expect(mkfifo(file.path, 0o600) == 0)
      #expect(failure(of: store) == .notAFile)
      try store.remove()
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      #expect(failure(of: store) == .notAFile)
      let error = #expect(throws: StoreError.self) { try store.write(Data()) }
      #expect(error?.reason == .notAFile)
      #expect(try names(in: folder) == ["session"])
    }
  }

  @Test func fileIsNotADirectory() async throws {
    try await withFolder { folder in
      try Data().write(to: folder.appending(path: "app"))
      let store = FileStore(url: folder.appending(path: "app/session"))
      #expect(failure(of: store) == .other(code: Int(ENOTDIR)))
      #expect(throws: StoreError.self) { try store.write(Data()) }
      #expect(throws: StoreError.self) { try store.remove() }
    }
  }

  @Test func tooLargeDataIsNeitherWrittenNorRead() async throws {
    try await withStore { store, file, folder in
      let most = Data(count: FileStore.maximumSize)
      try store.write(most)
      #expect(try store.read() == most)
      #expect(throws: StoreError.self) { try store.write(most + [0]) }
      #expect(try store.read() == most)
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: UInt64(FileStore.maximumSize) + 1)
      #expect(failure(of: store) == .unreadable)
    }
  }

  @Test func fullDiskKeepsTheOldContent() async throws {
    try await withStore { store, file, folder in
      try store.write(Data("old".utf8))
      // A limit on file sizes interrupts a write, as a full disk does.
      #expect(try await write("limited", file, 100_000, in: folder) == ["noSpace"])
      #expect(try store.read() == Data("old".utf8))
      #expect(try names(in: folder) == ["session"])
    }
  }

  @Test func foreignDirectoryIsNotPermitted() async throws {
    try await withFolder { folder in
      let directory = folder.appending(path: "app")
      let file = directory.appending(path: "session")
      try FileStore(url: file).write(Data("secret".utf8))
      // Root may do anything, so the writer changes its user where tests run as root.
      if geteuid() != 0 {
        try setMode(0, of: directory)
      }
      #expect(
        try await write("user", file, 65_534, in: folder)
          == ["notPermitted", "notPermitted", "notPermitted"])
      try setMode(0o700, of: directory)
      #expect(try FileStore(url: file).read() == Data("secret".utf8))
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func anotherUsersFileIsRejected() async throws {
    try await withStore { store, file, folder in
      try store.write(Data("planted".utf8))
      #expect(chown(file.path, 65_534, 65_534) == 0)
      #expect(failure(of: store) == .insecurePermissions(mode: 0o600))
    }
  }

  @Test func writeWaitsForTheLockUntilATimeout() async throws {
    try await withFolder { folder in
      var store = FileStore(url: folder.appending(path: "session"))
      try store.write(Data("old".utf8))
      var other: Descriptor? = try Descriptor(opening: folder.path, O_RDONLY)
      // A process that another test starts briefly inherits this process' descriptors and locks.
      let patience = store.patience
      try await wait { try other?.lock() == true }
      store.patience = 20
      let error = #expect(throws: StoreError.self) { try store.write(Data("new".utf8)) }
      #expect(error?.reason == .unavailable)
      // Reading requires no lock.
      #expect(try store.read() == Data("old".utf8))
      other = nil
      store.patience = patience
      try store.write(Data("new".utf8))
      #expect(try store.read() == Data("new".utf8))
    }
  }

  @Test func readersSeeOnlyCompleteContents() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "session")
      try FileStore(url: file).write(Data(count: 1))
      await withTaskGroup(of: Void.self) { group in
        for writer in 0..<2 {
          group.addTask {
            for round in 0..<10 {
              let size = 1 + (writer * 10 + round) * 5_000
              #expect(throws: Never.self) {
                try FileStore(url: file).write(Data(repeating: UInt8(writer), count: size))
              }
            }
          }
          group.addTask {
            for _ in 0..<50 {
              let data = (try? FileStore(url: file).read()) ?? nil
              #expect(
                data.map { data in
                  data.count % 5_000 == 1
                    && data == Data(repeating: data[data.startIndex], count: data.count)
                } == true)
            }
          }
        }
      }
    }
  }

  @Test func errorsHaveThePathAndTheFix() async throws {
    try await withStore { store, file, folder in
      try store.write(Data("s3cret".utf8))
      try setMode(0o644, of: file)
      let error = #expect(throws: StoreError.self) { try store.read() }
      #expect(
        error?.description
          == "the file \(file.path) has mode 644 and may be accessible to other users: "
          + "give it to the user, with mode 600, or log in again, which replaces it")
    }
  }

  private func withStore(_ body: (FileStore, URL, URL) async throws -> Void) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "session")
      try await body(FileStore(url: file), file, folder)
    }
  }

  private func failure(of store: FileStore) -> StoreError.Reason? {
    do throws(StoreError) {
      _ = try store.read()
      return nil
    } catch {
      return error.reason
    }
  }

  /// The output lines of `AppProcess`.
  private func write(
    _ mode: String, _ file: URL, _ argument: Int, in folder: URL
  ) async throws -> [String] {
    let result = try await runProcess(
      builtProgram("AppProcess"), [mode, file.path, "\(argument)"], in: folder)
    return result.output.split(separator: "\n").map(String.init)
  }
}
