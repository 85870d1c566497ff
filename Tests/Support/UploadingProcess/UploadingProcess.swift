// Uploads a file in its own process, so that a test can measure the memory.

import AuthGenRuntime
import AuthGenUploads
import Foundation
import UploadsFixture

/// `UploadingProcess FILE ENDPOINT` uploads the file, and prints how many kilobytes the process has grown.
@main struct UploadingProcess {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let endpoint = URL(string: arguments[2]) else { exit(64) }
    let file = URL(fileURLWithPath: arguments[1])
    let client = FilesClient(GraphQLClient(ClientConfiguration(endpoint: endpoint)))
    // The first call sets up URLSession.
    _ = try await client.storeFile(file: Upload(Data(), fileName: "empty"))
    let before = try peak
    _ = try await client.storeFile(file: try Upload(file: file))
    print(try peak - before)
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
