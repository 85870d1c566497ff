// The command line of authgen-fetch.

import Foundation

struct FetchOptions: Sendable {
  /// What is asked for.
  enum Request {
    case fetch(FetchOptions)
    case help
    case version
  }

  /// The seconds that the whole fetch may take, where the command line does not say.
  static let defaultTimeout = 30
  static let maximumTimeout = 3_600

  let endpoint: URL
  let headers: FetchHeaders
  /// Nil for standard output.
  let output: String?
  let timeout: Duration
  /// Whether the file is only compared.
  let isCheck: Bool

  /// - Parameter environment: where headers get their secrets from.
  static func parse(
    _ arguments: [String], environment: [String: String]
  ) throws(UsageError) -> Request {
    if arguments.contains(where: { ["--help", "-h"].contains($0) }) { return .help }
    if arguments == ["--version"] { return .version }
    var parser = OptionParser(arguments, environment: environment)
    try parser.parse()
    guard let address = parser.address else { throw UsageError("the URL is missing") }
    if parser.isCheck, parser.output == nil {
      throw UsageError("--check needs --output", help: "it compares that file with the server")
    }
    return .fetch(
      FetchOptions(
        endpoint: try endpoint(address), headers: parser.headers, output: parser.output,
        timeout: .seconds(parser.timeout), isCheck: parser.isCheck))
  }

  /// Headers, and what comes back, are for nobody on the way: https, or this machine.
  private static func endpoint(_ text: String) throws(UsageError) -> URL {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      let host = url.host()?.lowercased(), !host.isEmpty, ["http", "https"].contains(scheme)
    else {
      throw UsageError("the URL is none of http or https", help: "such as https://HOST/graphql")
    }
    guard url.user() == nil, url.password() == nil else {
      throw UsageError(
        "the URL has a user or password in it",
        help: "send credentials in a header: --header-from-environment Authorization=VARIABLE")
    }
    let isLoopback = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    guard scheme == "https" || isLoopback else {
      throw UsageError(
        "http is only for this machine: what is sent could be read on the way", help: "use https")
    }
    return url
  }

  static let help = """
    authgen-fetch asks a server for its schema and prints it as SDL, sorted.

    Usage: authgen-fetch URL [OPTION ...]

    Options:
      --header 'NAME: VALUE'    a header of the request; repeatable. ${VARIABLE} in the value stands for
                                that variable of the environment; put it into single quotes, or the
                                shell puts the secret into the list of processes
      --header-from-environment NAME=VARIABLE
                                a header whose whole value is a variable's; repeatable
      --output FILE             where the schema goes; default: standard output. A file that has it
                                already is left alone
      --check                   fail where FILE is not what the server has, and write nothing
      --timeout SECONDS         how long the whole fetch may take; default: \(defaultTimeout)
      --version                 the version
      --help                    this text

    Headers for credentials, such as Authorization and Cookie, must take their values from the
    environment. No value is ever shown. URL is https, or http on this machine; redirects are not
    followed, and answers beyond 64 MB are refused.
    Exit codes: 0 all is well, 1 there is no schema (or, with --check, another one), 64 wrong usage.
    """
}

/// Goes through the arguments.
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
        guard address == nil else { throw UsageError("there is more than one URL") }
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
      // Only the part in front of "=": the other one may be a secret.
      case let name: throw UsageError("unknown option \(name)")
      }
    }
  }

  private mutating func value(_ attached: String?, _ name: String) throws(UsageError) -> String {
    guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
      throw UsageError("\(name) needs a value")
    }
    return value
  }
}
