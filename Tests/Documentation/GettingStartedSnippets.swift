// Compiles and runs the code of GettingStarted and the README.

import AuthGenRuntime
import Foundation
import HorizonAPI
import Testing

@Suite struct GettingStartedSnippets {
  private let server = InMemoryTransport { request in
    let body = request.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let response =
      if body.contains(#""operationName":"Login""#) {
        #"{"data": {"login": {"token": "t0ken", "customer": {"id": "1002"}, "newCustomer": false}}}"#
      } else if request.headers["Authorization"] == "Opaque t0ken" {
        #"{"data": {"customer": {"socialLinks": []}}, "extensions": {"flags": ["LOGGED_IN"]}}"#
      } else {
        #"{"errors": [{"message": "No."}]}"#
      }
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json"], body: Data(response.utf8))
  }

  @Test func operationsAreCalled() async throws {
    let endpoint = try #require(URL(string: "https://api.thehut.net/myprotein/en/graphql"))
    let client = GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: server)

    let data = try await HorizonClient(client).login(
      input: LoginInput(username: "existing@example.com", password: "battery staple"))
    guard let outcome = data.login, outcome.error == nil, let token = outcome.token else { return }
    print(outcome.customer?.id ?? "?", token)  // 1002 <secret>

    let customer = HorizonClient(
      client.authenticated(by: Credential(scheme: "Opaque", token: token)))
    let links = try await customer.socialLinks(status: .linked).customer?.socialLinks
    #expect(links?.isEmpty == true)
  }

  @Test func errorsDescribeTheFailure() async throws {
    let endpoint = try #require(URL(string: "https://api.thehut.net/myprotein/en/graphql"))
    let client = GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: server)
    var output: [String] = []
    func print(_ text: String) { output.append(text) }

    do throws(RequestError) {
      _ = try await HorizonClient(client).getSocialProviders()
    } catch {
      switch error.reason {
      case .graphQL(let errors): print("The server says: \(errors[0].message)")
      case .transport where error.progress == .notSent: print("The server cannot be reached.")
      default: print("\(error)")
      }
    }
    #expect(output == ["The server says: No."])
  }
}
