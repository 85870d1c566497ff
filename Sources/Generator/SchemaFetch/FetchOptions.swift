// Parses the command line of authgen-fetch.

import Foundation

struct FetchOptions: Sendable {
  /// The requested action.
  enum Request {
    case fetch(FetchOptions)
    case help
    case version
  }

  /// The default time limit for the whole fetch, in seconds.
  static let defaultTimeout = 30
  static let maximumTimeout = 3_600

  let endpoint: URL
  let headers: FetchHeaders
  /// The output file; nil for standard output.
  let output: String?
  let timeout: Duration
  /// Whether to compare the file with the server and not write it.
  let isCheck: Bool

  /// - Parameter environment: the environment variables that headers can use.
  static func parse(
    _ arguments: [String], environment: [String: String]
  ) throws(UsageError) -> Request {
    if arguments.contains(where: { ["--help", "-h"].contains($0) }) { return .help }
    if arguments == ["--version"] || arguments == ["-v"] { return .version }
    var parser = OptionParser(arguments, environment: environment)
    try parser.parse()
    guard let address = parser.address else { throw UsageError("the URL is missing") }
    if parser.isCheck, parser.output == nil {
      throw UsageError("--check requires --output", help: "it compares that file with the server")
    }
    return .fetch(
      FetchOptions(
        endpoint: try endpoint(address), headers: parser.headers, output: parser.output,
        timeout: .seconds(parser.timeout), isCheck: parser.isCheck))
  }

  /// Returns the endpoint. Requires https, or http on this machine: headers and responses are
  /// confidential.
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

/// Parses the arguments one by one.
private struct OptionParser {
  private var rest: ArraySlice<String>
  private let environment: [String: String]
  private(set) var address: String?
  private(set) var headers = FetchHeaders()
  private(set) var output: String?
  private(set) var timeout = FetchOptions.defaultTimeout
  private(set) var isCheck = false

  init(_ arguments: [String], environment: [String: String]) {
    rest = arguments[...]
    self.environment = environment
  }

  mutating func parse() throws(UsageError) {
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else {
        guard address == nil else { throw UsageError("expected one URL, found several") }
        address = argument
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let attached = parts.count == 2 ? String(parts[1]) : nil
      switch String(parts[0]) {
      case "--header":
        try headers.add(try value(attached, "--header"), environment: environment)
      case "--header-from-environment":
        try headers.add(
          fromEnvironment: try value(attached, "--header-from-environment"),
          environment: environment)
      case "--output": output = try value(attached, "--output")
      case "--timeout":
        guard let seconds = Int(try value(attached, "--timeout")),
          (1...FetchOptions.maximumTimeout).contains(seconds)
        else {
          throw UsageError("--timeout takes seconds, from 1 to \(FetchOptions.maximumTimeout)")
        }
        timeout = seconds
      case "--check" where attached == nil: isCheck = true
      // Show only the part before "=": the value can be a secret.
      case let name: throw UsageError("unknown option \(name)")
      }
    }
  }

  private mutating func value(_ attached: String?, _ name: String) throws(UsageError) -> String {
    guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
      throw UsageError("\(name) requires a value")
    }
    return value
  }
}
