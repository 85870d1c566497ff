// A shop's sign-in at the terminal: the example of an app that uses the generated client.

import AuthGenFlows
import AuthGenRuntime
import AuthGenSessions
import Foundation
import TestServers

@main
struct AuthGenDemo {
  static func main() async {
    let terminal = Terminal()
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      try await run(options, terminal)
    } catch is Terminal.EndOfInput {
      terminal.say("\nBye.")
    } catch let error as Options.Misuse {
      terminal.complain(error.description)
      exit(64)
    } catch {
      terminal.complain("error: \(error)")
      exit(1)
    }
  }

  private static func run(_ options: Options, _ terminal: Terminal) async throws {
    switch options.server {
    case .own:
      terminal.say("Starting a server of the demo's own …")
      let server = try await HorizonTestServer(seconds: 3600)
      let client = GraphQLClient(
        ClientConfiguration(endpoint: server.endpoint(site: PretendWorld.site)))
      try await Shop(
        client: client, store: InMemoryStore(), terminal: terminal,
        world: PretendWorld(server: server)
      ).open()
    case .other(let endpoint):
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

/// What the program was started with.
struct Options {
  enum Server {
    /// The one that this repository tests with.
    case own
    case other(URL)
    /// A server of OpenID Connect, to log in at in the browser.
    case webLogin(issuer: String, clientID: String, redirectURI: String)
  }

  struct Misuse: Error, CustomStringConvertible {
    let reason: String

    var description: String {
      """
      error: \(reason)
      usage: authgen-demo --serve            sign in to a pretend shop on this machine
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
    case ("--serve", nil, 1): server = .own
    case ("--endpoint", let text?, 2):
      guard let url = URL(string: text), url.host() != nil else {
        throw Misuse(reason: "'\(text)' is no URL with a host")
      }
      server = .other(url)
    case ("--web-login", _?, 4):
      server = .webLogin(
        issuer: arguments[1], clientID: arguments[2], redirectURI: arguments[3])
    default: throw Misuse(reason: "say which server to use")
    }
  }
}
