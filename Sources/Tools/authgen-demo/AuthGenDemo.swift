// A shop's sign-in in the terminal: an example app that uses the generated client.

import AuthGenHorizon
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import Foundation

@main
struct AuthGenDemo {
  static func main() async {
    let terminal = SystemTerminal()
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      try await run(options, terminal)
    } catch is EndOfInput {
      terminal.say("\nBye.")
    } catch let error as Options.Misuse {
      terminal.complain(error.description)
      exit(64)
    } catch {
      terminal.complain("error: \(error)")
      exit(1)
    }
  }

  private static func run(_ options: Options, _ terminal: any Terminal) async throws {
    switch options.server {
    case .pretend(let endpoint):
      try await Shop(
        client: GraphQLClient(ClientConfiguration(endpoint: endpoint)), store: InMemoryStore(),
        terminal: terminal, world: PretendWorld(endpoint: endpoint)
      ).open()
    case .horizon(let endpoint):
      let store = PlatformStore.make(service: "authgen-demo", account: endpoint.absoluteString)
      try await Shop(
        client: GraphQLClient(ClientConfiguration(endpoint: endpoint)), store: store,
        terminal: terminal, world: RealWorld()
      ).open()
    case .webLogin(let issuer, let clientID, let redirectURI):
      try await WebLogin(
        issuer: issuer, clientID: clientID, redirectURI: redirectURI, terminal: terminal
      ).run()
    }
  }
}

/// The command-line options.
struct Options {
  enum Server {
    /// A test shop that `authgen-demo-server` serves.
    case pretend(URL)
    /// A site of Horizon.
    case horizon(URL)
    /// An OpenID Connect server. The user logs in in the browser.
    case webLogin(issuer: String, clientID: String, redirectURI: String)
  }

  struct Misuse: Error, CustomStringConvertible {
    let reason: String

    var description: String {
      """
      error: \(reason)
      usage: authgen-demo --pretend URL      sign in to the shop of authgen-demo-server
             authgen-demo --endpoint URL     sign in to a site of Horizon
             authgen-demo --web-login ISSUER CLIENT_ID REDIRECT_URI
                                             log in in the browser, with OpenID Connect
      """
    }
  }

  let server: Server

  init(_ arguments: ArraySlice<String>) throws(Misuse) {
    let arguments = Array(arguments)
    switch (arguments.first, arguments.dropFirst().first, arguments.count) {
    case ("--pretend", let text?, 2): server = .pretend(try Self.url(text))
    case ("--endpoint", let text?, 2): server = .horizon(try Self.url(text))
    case ("--web-login", _?, 4):
      server = .webLogin(
        issuer: arguments[1], clientID: arguments[2], redirectURI: arguments[3])
    default: throw Misuse(reason: "name a server")
    }
  }

  private static func url(_ text: String) throws(Misuse) -> URL {
    guard let url = URL(string: text), url.host() != nil else {
      throw Misuse(reason: "'\(text)' is not a URL with a host")
    }
    return url
  }
}
