// Runs the reports about sessions in Tests/Fixtures/Reports/backends with the client that is generated for
// them.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import SessionsFixture
import Testing

@Suite struct SessionReportsTests {
  private static let folder = Checkout.root.appending(path: "Tests/Fixtures/Reports/backends")
  private static let login = ChatServer.tokens("login", access: 1, expiresIn: 3_600)

  private func response(_ report: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: "\(report)/response.json"), encoding: .utf8)
  }

  private func signedIn(_ server: ChatServer) async throws -> ChatSession {
    let url = try #require(URL(string: "https://chat.example.com/graphql"))
    let client = GraphQLClient(
      ClientConfiguration(endpoint: url, retry: .never),
      transport: InMemoryTransport { request in server.response(to: request) })
    let chat = ChatSession(client, store: InMemoryStore())
    let result = try await chat.logIn(
      .chatLogIn(email: "ada@example.com", password: "correct horse"))
    #expect(result.isSignedIn)
    return chat
  }

  @Test("02-logout-expired-access") func expiredSessionIsRefreshedForItsLogout() async throws {
    let server = ChatServer([
      "ChatLogIn": ChatServer.tokens("login", access: 1, expiresIn: -10),
      "ChatRefresh": ChatServer.tokens("refresh", access: 2, expiresIn: 3_600),
      "ChatLogOut": #"{"data":{"logout":{"success":true,"errors":null}}}"#,
    ])
    let chat = try await signedIn(server)
    let result = await chat.logOut()
    #expect(result.data?.logout.success == true && result.serverError == nil)
    #expect(server.calls == ["ChatLogIn", "ChatRefresh refresh-1", "ChatLogOut refresh-2"])
    let expected = "Bearer \(ChatServer.token(2, expiresIn: 3_600))"
    #expect(server.lastAuthorization.map { expected.hasPrefix($0.prefix(60)) } == true)
  }

  @Test("04-mutation-nonnull-root-not-resent")
  func refusedMutationWithOneRootFieldIsSentAgain() async throws {
    let server = ChatServer([
      "ChatLogIn": Self.login,
      "ChatRefresh": ChatServer.tokens("refresh", access: 2, expiresIn: 3_600),
      "SendMessage": try response("04-mutation-nonnull-root-not-resent"),
    ])
    server.afterRefresh("SendMessage", #"{"data":{"sendMessage":{"id":"7"}}}"#)
    let chat = try await signedIn(server)
    let sent = try await chat.client.sendMessage(text: "hello")
    #expect(sent.sendMessage.id == "7")
    #expect(server.calls == ["ChatLogIn", "SendMessage", "ChatRefresh refresh-1", "SendMessage"])
  }

  @Test("08-signed-out-text-while-signed-in", arguments: ["SendMessage", "ChatMe"])
  func refusedTokenWhileTheRefreshFailsIsNoLogout(operation: String) async throws {
    let server = ChatServer([
      "ChatLogIn": Self.login, operation: try response("08-signed-out-text-while-signed-in"),
    ])
    let chat = try await signedIn(server)
    let error = await #expect(throws: RequestError.self) {
      if operation == "ChatMe" {
        _ = try await chat.client.chatMe()
      } else {
        _ = try await chat.client.sendMessage(text: "hello")
      }
    }
    #expect(error?.localizedDescription == "Your sign-in cannot be checked right now.")
    #expect(await chat.sessions.state.session != nil)
    #expect(server.calls == ["ChatLogIn", operation, "ChatRefresh refresh-1"])
  }

  @Test("13-logout-success-false") func refusalOfALogoutIsAResult() async throws {
    let server = ChatServer([
      "ChatLogIn": Self.login, "ChatLogOut": try response("13-logout-success-false"),
    ])
    let chat = try await signedIn(server)
    let result = await chat.logOut()
    #expect(result.data?.logout.success == false)
    #expect(result.data?.logout.errors == ["unknown token"])
    #expect(result.serverError == nil && result.storeError == nil)
    #expect(await chat.sessions.state == .signedOut(.loggedOut))
  }
}

/// A server with a response for each operation; the others have status 503.
private final class ChatServer: Sendable {
  private struct State {
    var responses: [String: String]
    var later: [String: String] = [:]
    var calls: [String] = []
    var authorization: String?
  }

  private let state: Shared<State>

  init(_ responses: [String: String]) {
    state = Shared(State(responses: responses))
  }

  /// The operations that were called, with their refresh tokens.
  var calls: [String] { state.withLock { $0.calls } }
  var lastAuthorization: String? { state.withLock { $0.authorization } }

  func afterRefresh(_ operation: String, _ response: String) {
    state.withLock { $0.later[operation] = response }
  }

  static func token(_ number: Int, expiresIn seconds: Int) -> String {
    func part(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
    }
    let expiry = Int(Date().timeIntervalSince1970) + seconds
    return "\(part(#"{"alg":"HS256","number":\#(number)}"#)).\(part(#"{"exp":\#(expiry)}"#)).c2ln"
  }

  static func tokens(_ field: String, access number: Int, expiresIn seconds: Int) -> String {
    let access = token(number, expiresIn: seconds)
    return """
      {"data":{"\(field)":{"__typename":"AuthSuccess","accessToken":"\(access)",\
      "refreshToken":"refresh-\(number)","user":{"id":"1"}}}}
      """
  }

  func response(to request: HTTPRequest) -> HTTPResponse {
    let body = try? JSONDecoder().decode(JSON.self, from: request.body ?? Data())
    let name = body?["operationName"]?.string ?? ""
    let token = body?["variables"]?["refreshToken"]?.string
    let response = state.withLock { state in
      state.calls.append(token.map { "\(name) \($0)" } ?? name)
      state.authorization = request.headers["Authorization"]
      defer {
        if name == "ChatRefresh" { state.responses.merge(state.later) { $1 } }
      }
      return state.responses[name]
    }
    return HTTPResponse(
      status: response == nil ? 503 : 200, headers: ["Content-Type": "application/json"],
      body: Data((response ?? "unavailable").utf8))
  }
}
