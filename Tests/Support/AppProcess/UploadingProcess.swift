// Uploads a file in a process of its own, so that a test can measure its memory.

import AuthGenRuntime
import AuthGenUploads
import Foundation
import UploadsFixture

struct UploadingProcess {
  let file: URL
  let endpoint: URL

  /// Uploads the file, and prints how many kilobytes the process has grown.
  func run() async throws {
    let client = FilesClient(GraphQLClient(ClientConfiguration(endpoint: endpoint)))
    // The first call sets up URLSession.
    _ = try await client.storeFile(file: Upload(Data(), fileName: "empty"))
    let before = try Self.peak
    _ = try await client.storeFile(file: try Upload(file: file))
    print(try Self.peak - before)
  }

  /// The most memory that the process has had, in kilobytes.
  private static var peak: Int {
    get throws {
      #if canImport(Darwin)
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss / 1024
      #else
        // `getrusage` counts the process that has started this one, too.
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
      #endif
    }
  }
}
