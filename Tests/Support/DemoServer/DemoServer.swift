// A simulated shop on this machine, for authgen-demo and for first calls.

import AuthGenTestServers
import Foundation

@main
struct DemoServer {
  /// Runs until standard input ends or has a line, at most for an hour.
  static func main() async throws {
    show("Starting the simulated shop. The first start installs its Python packages.")
    let server = try await HorizonTestServer(seconds: 3600)
    show(
      """
      The simulated shop is open at

        \(server.endpoint(site: "demo"))

      For an app at the terminal, run in another terminal:

        swift run authgen-demo --pretend \(server.endpoint(site: "demo"))

      It has a customer with the email address existing@example.com and the password
      "battery staple". Press return to close it.
      """)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        _ = readLine()
        continuation.resume()
      }
    }
  }

  /// Prints a line at once, also if the output is a file or a pipe.
  private static func show(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }
}
