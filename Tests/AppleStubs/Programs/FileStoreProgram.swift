// Tests how FileStore writes on Apple platforms, where `fsync` leaves data in the drive's cache.
// `.ci/apple-programs` compiles this file together with the stores. The program exits with status 1 at the
// first failure.

import Foundation

@main
struct FileStoreProgram {
  static func main() throws {
    limitTime()
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    System.file = folder.appending(path: "session").path
    let store = FileStore(url: folder.appending(path: "session"))
    // The content is on the disk before it has its name, and the name before the write ends.
    try store.write(Data("one".utf8))
    expect(System.calls == ["full, without the file", "full, with the file"])
    try store.remove()
    expect(System.calls.last == "full, without the file" && System.calls.count == 3)
    // Not all file systems support it.
    System.calls = []
    System.isSupported = false
    try store.write(Data("two".utf8))
    expect(
      System.calls == [
        "full, without the file", "fsync, without the file", "full, with the file",
        "fsync, with the file",
      ])
    expect(try store.read() == Data("two".utf8))
    print("All tests of FileStore passed.")
  }
}

enum System {
  nonisolated(unsafe) static var calls: [String] = []
  nonisolated(unsafe) static var isSupported = true
  nonisolated(unsafe) static var file = ""

  static func note(_ call: String) {
    let exists = FileManager.default.fileExists(atPath: file)
    calls.append("\(call), \(exists ? "with" : "without") the file")
  }
}

// These replace the system's.

// swift-format-ignore: AlwaysUseLowerCamelCase
nonisolated let F_FULLFSYNC: Int32 = 51

func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 {
  expect(command == F_FULLFSYNC)
  System.note("full")
  return System.isSupported ? 0 : -1
}

func fsync(_ descriptor: Int32) -> Int32 {
  System.note("fsync")
  return 0
}
