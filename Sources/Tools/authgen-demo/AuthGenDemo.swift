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
      try await run(Array(CommandLine.arguments.dropFirst()), terminal)
    } catch is EndOfInput {
      terminal.say("\nBye.")
    } catch let error as Misuse {
      terminal.complain(error.description)
      exit(64)
    } catch {
      terminal.complain("error: \(error)")
      exit(1)
    }
  }

  private static func run(_ arguments: [String], _ terminal: any Terminal) async throws {
    switch (arguments.first, arguments.count) {
    case ("--pretend", 2):
      let endpoint = try url(arguments[1])
      try await Shop(
        client: GraphQLClient(ClientConfiguration(endpoint: endpoint)), store: InMemoryStore(),
        terminal: terminal, world: PretendWorld(endpoint: endpoint)
      ).open()
    case ("--endpoint", 2):
      let endpoint = try url(arguments[1])
      let store = PlatformStore.fileStore(service: "authgen-demo", account: endpoint.absoluteString)
      try await Shop(
        client: GraphQLClient(ClientConfiguration(endpoint: endpoint)), store: store,
        terminal: terminal, world: RealWorld()
      ).open()
    case ("--web-login", 4):
      try await WebLogin(
        issuer: arguments[1], clientID: arguments[2], redirectURI: arguments[3], terminal: terminal
      ).run()
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

/// Arguments that name no server.
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
