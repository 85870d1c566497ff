// Stores sessions and begins logins in a separate process, for tests that kill or hinder the process.

import AuthGenRuntime
import AuthGenSessions
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A session with a number. Every second session is long, so that writing it takes the system more than one
/// step.
struct NumberedSession: StoredSession {
  let number: Int
  let token: Secret

  init(_ number: Int) {
    self.number = number
    token = Secret(String(repeating: "t", count: number.isMultiple(of: 2) ? 100 : 20_000))
  }

  var credential: Credential { Credential(scheme: "Opaque", token: token) }
}

/// `AppProcess MODE FILE ARGUMENT`, `AppProcess refresh FILE COUNT LOCKS SYSTEM ENDPOINT`, or
/// `AppProcess login FILE REDIRECT_URI`
@main
struct AppProcess {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4 else { exit(64) }
    if arguments[1] == "login" {
      try await BeginningProcess(
        file: URL(fileURLWithPath: arguments[2]), redirectURI: arguments[3]
      ).run()
      return
    }
    guard let argument = Int(arguments[3]) else { exit(64) }
    let store = FileStore(url: URL(fileURLWithPath: arguments[2]))
    switch arguments[1] {
    // Endless sessions, numbered from the argument on. Each number is printed before its session is stored.
    case "endless": try await signIn(argument..<Int.max, to: store)
    // As many sessions as the argument.
    case "some": try await signIn(0..<argument, to: store)
    // With a limit on file sizes in bytes, which simulates a full disk.
    case "limited":
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: rlim_t(argument), rlim_max: rlim_t(argument))
      #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #else
        setrlimit(RLIMIT_FSIZE, &limit)
      #endif
      report { () throws(StoreError) in try store.write(Data(count: argument + 1)) }
    // With this umask.
    case "masked":
      umask(mode_t(argument))
      report { () throws(StoreError) in try store.write(Data("masked".utf8)) }
    // As this user, if the process may change it.
    case "user":
      setuid(uid_t(argument))
      report { () throws(StoreError) in _ = try store.read() }
      report { () throws(StoreError) in try store.write(Data()) }
      report { () throws(StoreError) in try store.remove() }
    // Adds as many accounts as the argument, and removes every second one. The file is a folder.
    case "accounts": try await addAccounts(argument, in: URL(fileURLWithPath: arguments[2]))
    // Refreshes a session as often as the argument says.
    case "refresh":
      guard arguments.count == 7, let endpoint = URL(string: arguments[6]) else { exit(64) }
      let process = RefreshingProcess(
        file: URL(fileURLWithPath: arguments[2]), usesLocks: arguments[4] == "locks",
        system: arguments[5], endpoint: endpoint)
      if !(try await process.run(argument)) { exit(1) }
    default: exit(64)
    }
  }

  private static func signIn(_ numbers: Range<Int>, to store: FileStore) async throws {
    let manager = SessionManager<NumberedSession>(store: store)
    let parent = getppid()
    // Ends with the test that started it, even if that is killed.
    for number in numbers {
      guard getppid() == parent else { return }
      try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8))
      // Another process may be first.
      while (try? await manager.logIn { NumberedSession(number) }) == nil, getppid() == parent {}
    }
  }

  private static func addAccounts(_ count: Int, in folder: URL) async throws {
    let list = FileStore(url: folder.appendingPathComponent("list/accounts"))
    let accounts = Accounts(list: list) { id in
      SessionManager<NumberedSession>(
        store: FileStore(url: folder.appendingPathComponent(id.uuidString)))
    }
    let parent = getppid()
    // Ends with the test that started it, even if that is killed.
    for number in 0..<count where getppid() == parent {
      try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8))
      let account = try await accounts.add("\(number)")
      try await accounts.login(of: account.id)?.logIn { NumberedSession(number) }
      try await accounts.select(account.id)
      if number.isMultiple(of: 2) { try await accounts.remove(account.id) }
    }
  }

  private static func report(_ body: () throws(StoreError) -> Void) {
    do throws(StoreError) {
      try body()
      print("done")
    } catch {
      print(error.reason)
    }
  }
}
