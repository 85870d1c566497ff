// The Python environment of the servers with the required packages, under `.build`.

import AuthGenTestSupport
package import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A virtual environment for the servers. It is created once, and again if the list of packages has changed.
package struct PythonEnvironment: Sendable {
  package let interpreter: URL

  /// The reason why the environment is missing, as a sentence.
  package struct Unavailable: Error, CustomStringConvertible {
    package let description: String
  }

  package static let server = Checkout.root.appending(path: "Tests/EndToEnd/Server")

  /// Packages of one server, in other versions than those of the others.
  private static let ownPackages: [(folder: String, requirements: String)] = [
    ("allauth", "allauth_server/requirements.txt"),
    ("canaille", "canaille_server/requirements.txt"),
    ("incremental", "incremental_server/requirements.txt"),
    ("strawberry-0.341.2", "strawberry_server/requirements-0.341.2.txt"),
    ("strawberry-0.287.0", "strawberry_server/requirements-0.287.0.txt"),
  ]

  /// Whether an installed Python can create the environment.
  package static var canBeMade: Bool {
    get async {
      let check = try? await runProcess(
        "python3", ["-c", "import ensurepip, venv"], in: Checkout.root)
      return check?.exitCode == 0
    }
  }

  /// Whether the installed Python is new enough for all servers.
  package static let isNew: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// Whether the installed Python runs django-allauth and Canaille.
  package static var runsNewServers: Bool {
    get async { await canBeMade && isNew }
  }

  /// Returns the environment. Creates it if needed, which requires the network.
  package static func prepare() async throws(Unavailable) -> PythonEnvironment {
    do {
      return try await make()
    } catch let error as Unavailable {
      throw error
    } catch {
      throw Unavailable(description: "cannot make the Python environment: \(error)")
    }
  }

  private static func make() async throws -> PythonEnvironment {
    let folder = Checkout.root.appending(path: ".build/end-to-end")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Two concurrent runs, such as a test and the demo, must not both create it.
    let lock = open(folder.appending(path: "lock").path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    defer { close(lock) }
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      try await Task.sleep(for: .milliseconds(100))
    }
    let environment = folder.appending(path: "python")
    let interpreter = environment.appending(path: "bin/python3")
    let files = (["requirements.txt"] + Self.ownPackages.map(\.requirements)).map {
      server.appending(path: $0)
    }
    let requirements = try files.map { try Data(contentsOf: $0) }.reduce(Data(), +)
    // Written last, so an interrupted environment lacks this file.
    let stamp = environment.appending(path: "requirements.txt")
    if (try? Data(contentsOf: stamp)) != requirements {
      try? FileManager.default.removeItem(at: environment)
      try await run("python3", ["-m", "venv", environment.path], in: folder)
      let targets =
        [[]]
        + Self.ownPackages.map {
          ["--target", environment.appending(path: $0.folder).path]
        }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (file, target) in zip(files, targets) {
          group.addTask {
            try await run(
              interpreter.path,
              ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
                + target + ["--requirement", file.path], in: folder)
          }
        }
        try await group.waitForAll()
      }
      try requirements.write(to: stamp)
    }
    return PythonEnvironment(interpreter: interpreter)
  }

  private static func run(_ program: String, _ arguments: [String], in folder: URL) async throws {
    let command = "\(program) \(arguments.prefix(3).joined(separator: " "))"
    let result: ProcessResult
    do {
      result = try await runProcess(program, arguments, in: folder)
    } catch {
      throw Unavailable(description: "`\(command) …` did not end by itself: \(error).")
    }
    guard result.exitCode == 0 else {
      let reason = result.text.split(separator: "\n").last.map(String.init) ?? "no message"
      throw Unavailable(description: "`\(command) …` failed: \(reason)")
    }
  }
}
