// Logins, refreshes, calls and logouts against the servers for tests, for half an hour and through many
// faults. No session may be lost that should live, none may be alive that should be gone, and memory stays
// flat.

import AuthGenTestServers
import AuthGenTestSupport
import Foundation

/// `authgen-soak [--minutes N] [--seed N]`
@main
enum SoakProgram {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "neighbour" {
      return try await NeighbourProgram.run(Array(arguments.dropFirst()))
    }
    guard let options = Options(arguments) else {
      print("usage: authgen-soak [--minutes N] [--seed N]")
      exit(64)
    }
    signal(SIGPIPE, SIG_IGN)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-soak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // The servers use it too, so nothing is left if they are killed.
    setenv("TMPDIR", folder.path, 1)
    let run = SoakRun(options, folder: folder)
    let table: Table
    do {
      table = try await run.table()
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
    try? FileManager.default.removeItem(at: folder)
    print(table.text)
    exit(table.failures.isEmpty ? 0 : 1)
  }

  /// The path of this program.
  static var path: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
  }
}

struct Options {
  var minutes = 30.0
  var seed = UInt64.random(in: 1...999_999)

  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch name {
      case "--minutes":
        guard let minutes = Double(value), minutes > 0, minutes <= 600 else { return nil }
        self.minutes = minutes
      case "--seed":
        guard let seed = UInt64(value) else { return nil }
        self.seed = seed
      default: return nil
      }
    }
  }
}
