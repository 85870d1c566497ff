import AuthGenRuntime
import Foundation

@main struct Shop {
  static func main() async throws {
    guard CommandLine.arguments.count == 2, let endpoint = URL(string: CommandLine.arguments[1])
    else { return print("usage: Shop URL") }
    let client = GraphQLClient(ClientConfiguration(endpoint: endpoint))
    do throws(RequestError) {
      let login = try await ExampleClient(client).login(
        input: LoginInput(username: "existing@example.com", password: "battery staple")
      ).login
      guard let token = login?.token else {
        print("The server declined the login:", login?.error?.rawValue ?? "no reason")
        return
      }
      let signedIn = ExampleClient(
        client.authenticated(by: Credential(scheme: "Opaque", token: token)))
      let customer = try await signedIn.customer().customer
      print("Signed in as", customer?.fullName ?? "?")
    } catch {
      print(error)
    }
  }
}
