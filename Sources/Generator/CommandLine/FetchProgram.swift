// authgen fetch URL runs authgen-fetch URL, the program beside this one. It is a program of its own because
// it links the network library, which builds do not need. If only authgen was built, it prints the command:
//
//     error: cannot run /shop/.build/debug/authgen-fetch: No such file or directory
//       help: run `swift run authgen-fetch https://example.com/graphql --header 'Key: ${KEY}'`

import AuthGenGeneration

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program that fetches schemas.
package enum FetchProgram {
  static let name = "fetch"
  static let summary = "print a server's schema as SDL; runs the program authgen-fetch"

  private static let program = "authgen-fetch"

  /// Replaces this process with the program, which gets all arguments. Returns only if that fails.
  static func run(_ arguments: [String]) -> ExitCode {
    var problem = "cannot find \(program)"
    if let executable = FileSystem.executable {
      let path = FilePath.join(FilePath.parent(executable), program)
      // If the call fails, the process ends soon, with the copies.
      execv(path, ([path] + arguments).map { strdup($0) } + [nil])
      problem = "cannot run \(path): \(String(cString: strerror(errno)))"
    }
    Console.printError("error: \(problem)")
    let command = ["swift", "run", program] + arguments.map(shown)
    Console.printError("  help: run `\(command.joined(separator: " "))`")
    return .failure
  }

  /// Returns the argument as a word of a shell. Omits a credential, which logs would keep: the program
  /// accepts it only as `${VARIABLE}`.
  private static func shown(_ argument: String) -> String {
    if let colon = argument.firstIndex(of: ":"), isForCredentials(argument[..<colon]),
      !argument.contains("${")
    {
      return (argument[...colon] + " …").quotedForShell
    }
    return argument.quotedForShell
  }

  /// Whether the header of this name contains credentials.
  package static func isForCredentials(_ name: some StringProtocol) -> Bool {
    let name = name.lowercased()
    return ["auth", "cookie", "token", "secret", "password", "api-key", "apikey"]
      .contains { name.contains($0) }
  }
}
