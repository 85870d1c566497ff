import AuthGenRuntime
import Foundation
import HorizonAPI

@main struct Shop {
  static func main() async throws {
    guard CommandLine.arguments.count == 2, let endpoint = URL(string: CommandLine.arguments[1])
    else { return print("usage: Shop URL") }
    let client = GraphQLClient(ClientConfiguration(endpoint: endpoint))
    do throws(RequestError) {
      let login = try await HorizonClient(client).login(
        input: LoginInput(username: "existing@example.com", password: "battery staple")
      ).login
      guard let token = login?.token else {
        print("The server declined the login:", login?.error?.rawValue ?? "no reason")
        return
      }
      let customer = HorizonClient(
        client.authenticated(by: Credential(scheme: "Opaque", token: token)))
      guard let links = try await customer.socialLinks(status: .linked).customer?.socialLinks
      else { return print("The server returned no links.") }
      print("Signed in as", login?.customer?.fullName ?? "?", "with", links.count, "links")
    } catch {
      print(error)
    }
  }
}
