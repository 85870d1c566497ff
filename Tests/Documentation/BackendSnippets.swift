// Compiles and runs the code of AddingABackend.

import AuthGenRuntime
import BackendFixture
import Foundation
import Testing

@Suite struct BackendSnippets {
  /// The output of the call, given the service's response.
  private func output(
    _ body: String, status: Int, headers: HTTPHeaders = [:]
  ) async throws -> String {
    var headers = headers
    headers["Content-Type"] = "application/json"
    let response = HTTPResponse(status: status, headers: headers, body: Data(body.utf8))
    let server = InMemoryTransport { _ in response }
    var output = ""
    func tell(_ text: String) { output += text }

    let endpoint = try #require(URL(string: "https://api.tickets.example/v1"))
    let client = GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: server)
    do {
      let outcome = try await TicketsClient(client)
        .logIn(userName: "ada", password: "correct horse").logIn
      switch outcome.concrete {
      case .session(let session): tell("\(session.token) for \(session.validFor) s")
      case .lockedAccount(let account): tell("Locked: \(account.unlockUrl)")
      case .other(let typename): tell("Something new: \(typename)")
      }
    } catch {
      switch error.ticketsError?.code {
      case .wrongPassword: tell("Wrong password.")
      case let code?: tell("Refused: \(code.graphQLName)")
      case nil: tell("\(error)")
      }
    }
    return output
  }

  @Test func everyResponseOfTheCurlCommandIsTyped() async throws {
    #expect(
      try await output(
        #"{"session": {"token": "t0ken", "valid_for": 3600}}"#, status: 200,
        headers: ["X-Request-Id": "r-1"]) == "<secret> for 3600 s")
    #expect(
      try await output(#"{"unlock_url": "https://tickets.example/unlock"}"#, status: 423)
        == "Locked: https://tickets.example/unlock")
    #expect(
      try await output(
        #"{"problem": {"code": "wrong_password", "text": "Try again."}}"#, status: 401)
        == "Wrong password.")
    #expect(
      try await output(#"{"problem": {"code": "closed"}}"#, status: 403) == "Refused: closed")
    #expect(
      try await output("", status: 502)
        == "LogIn: unexpected response: status 502 "
        + "(application/json, 0 bytes)")
  }

  @Test func credentialHasTheServicesForm() async throws {
    let server = InMemoryTransport { request in
      HTTPResponse(status: request.headers["Authorization"] == "Bearer t0ken" ? 204 : 401)
    }
    let endpoint = try #require(URL(string: "https://api.tickets.example/v1"))
    let client = GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: server)
    let token: Secret = "t0ken"
    let customer = TicketsClient(
      client.authenticated(by: Credential(scheme: "Bearer", token: token)))
    _ = try await customer.logOut()
  }

  @Test func listIsReadFromItsPath() async throws {
    let body = """
      {"data": [{"id": "e1", "title": "T", "starts_at": "2026-01-31T19:30:00Z", "place": {"city": "C"}},
                {"id": "e2", "title": "U", "starts_at": null}]}
      """
    let server = InMemoryTransport { request in
      HTTPResponse(
        status: request.url.absoluteString.hasSuffix("/v1/venues/v%2F1/events?limit=2") ? 200 : 404,
        headers: ["Content-Type": "application/json"], body: Data(body.utf8))
    }
    let endpoint = try #require(URL(string: "https://api.tickets.example/v1"))
    let client = GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: server)
    let events = try await TicketsClient(client).events(venueId: "v/1", limit: 2).events
    #expect(events.map(\.id) == ["e1", "e2"] && events.map(\.city) == ["C", nil])
    #expect(events[0].startsAt?.date.timeIntervalSince1970 == 1_769_887_800)
  }
}
