// Parses the command line of authgen-fetch.

import AuthGenCommandLine
import Foundation

struct FetchOptions: Sendable {
  /// The default time limit for the whole fetch, in seconds.
  static let defaultTimeout = 30
  static let maximumTimeout = 3_600

  let endpoint: URL
  private(set) var headers = FetchHeaders()
  /// The output file; nil for standard output.
  private(set) var output: String?
  private(set) var timeout = Duration.seconds(Self.defaultTimeout)
  /// Whether to compare the file with the server and not write it.
  private(set) var isCheck = false

  /// - Parameter environment: the environment variables that headers can use.
  init(_ arguments: [String], environment: [String: String]) throws(UsageError) {
    var rest = arguments[...]
    var address: String?
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else {
        guard address == nil else { throw UsageError("expected one URL, found several") }
        address = argument
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let attached = parts.count == 2 ? String(parts[1]) : nil
      func value() throws(UsageError) -> String {
        guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
          throw UsageError("\(name) requires a value")
        }
        return value
      }
      switch name {
      case "--header": try headers.add(try value(), environment: environment)
      case "--header-from-environment":
        try headers.add(fromEnvironment: try value(), environment: environment)
      case "--output": output = try value()
      case "--timeout":
        guard let seconds = Int(try value()), (1...Self.maximumTimeout).contains(seconds) else {
          throw UsageError("--timeout takes seconds, from 1 to \(Self.maximumTimeout)")
        }
        timeout = .seconds(seconds)
      case "--check" where attached == nil: isCheck = true
      // Show only the part before "=": the value can be a secret.
      default: throw UsageError("unknown option \(name)")
      }
    }
    guard let address else { throw UsageError("the URL is missing") }
    if isCheck, output == nil {
      throw UsageError("--check requires --output", help: "it compares that file with the server")
    }
    endpoint = try Self.endpoint(address)
  }

  /// Returns the endpoint. Requires https, or http on this machine: headers and responses are confidential.
  private static func endpoint(_ text: String) throws(UsageError) -> URL {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      let host = url.host()?.lowercased(), !host.isEmpty, ["http", "https"].contains(scheme)
    else {
      throw UsageError("the URL must use http or https", help: "write https://HOST/graphql")
    }
    guard url.user() == nil, url.password() == nil else {
      throw UsageError(
        "the URL contains a user name or password",
        help: "send credentials in a header: --header-from-environment Authorization=VARIABLE")
    }
    let isLoopback = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    guard scheme == "https" || isLoopback else {
      throw UsageError(
        "http is only for this machine: the request would not be encrypted", help: "use https")
    }
    return url
  }

  static let help = """
    authgen-fetch fetches the schema of a server and prints it as sorted SDL.

    Usage: authgen-fetch URL [OPTION ...]

    Options:
      --header 'NAME: VALUE'    a header of the request; repeatable. ${VARIABLE} in the value stands for
                                that variable of the environment; put it into single quotes, or the
                                shell puts the secret into the list of processes
      --header-from-environment NAME=VARIABLE
                                a header whose whole value is a variable's; repeatable
      --output FILE             the file for the schema; default: standard output. An up-to-date
                                file is not rewritten
      --check                   fail if FILE differs from the server's schema; write nothing
      --timeout SECONDS         the time limit of the whole fetch; default: \(defaultTimeout)
      --version                 show the version
      --help                    show this help

    Headers for credentials, such as Authorization and Cookie, must take their values from the
    environment. Values are never shown. URL is https, or http on this machine; redirects are not
    followed, and responses beyond 64 MB are rejected.
    Exit codes: 0 success, 1 no schema (or, with --check, a different one), 64 wrong usage.
    """
}
