// Tests the requests and responses of a login at Ory against the document.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenWebLogin
import Foundation
import OryAPI
import Testing

extension EndToEnd.Glewlwyd.OryWebLoginTests {
  @Test(arguments: [(OryFlowKind.login, "Login"), (.registration, "Registration")])
  func requestsEqualTheDocuments(_ kind: OryFlowKind, _ name: String) async throws {
    let backend = try await Backend(.oryWithGlewlwyd)
    let steps = OrySteps()
    let login = app(backend, steps: steps)
    let earlier = try await backend.requests().count
    let form = try await login.form(for: kind, redirectURI: try custom)
    try await login.submit(form, with: "google")
    let requests = Array(try await backend.requests().dropFirst(earlier))

    let path = "/self-service/\(name.lowercased())"
    let callback = "GET /self-service/methods/oidc/callback/google"
    // 11: the browser has followed the provider's redirect.
    try #require(
      requests.map(\.line) == [
        "GET \(path)/api", "POST \(path)", callback, "GET /sessions/token-exchange",
      ])
    // 2 and 3
    #expect(requests[0].query.count == 2)
    #expect(requests[0].query["return_session_token_exchange_code"] == "true")
    // Beyond the document: the redirect URI has a state.
    let returnTo = requests[0].query["return_to"] ?? ""
    let state = try #require(URLComponents(string: returnTo)?.parameters["state"])
    #expect(returnTo == "com.example.shop:/callback?state=\(state)" && state.count == 43)
    let flow = try #require(steps.response(to: "Create\(name)Flow"))
    #expect(flow.status == 200 && flow.body["type"]?.string == "api")
    let initCode = try #require(flow.body["session_token_exchange_code"]?.string)
    // 5: the displayed form with the user's choice.
    #expect(requests[1].query == ["flow": flow.body["id"]?.string])
    #expect(
      requests[1].json == .object(["method": .string("oidc"), "provider": .string("google")]))
    // 6 and 7
    let submission = try #require(steps.response(to: "Submit\(name)Flow"))
    #expect(submission.status == 422)
    #expect(submission.body["redirect_browser_to"]?.string == steps.page?.absoluteString)
    // 10 and 11
    #expect(requests[2].query["state"] != nil && requests[2].query["code"]?.isEmpty == false)
    // 12 and 13: each half of the code from its source.
    let back = try #require(steps.callback)
    #expect(back.scheme == "com.example.shop" && back.path == "/callback")
    let returnToCode = try #require(back.parameters["code"])
    #expect(initCode != returnToCode)
    #expect(back.parameters == ["code": returnToCode, "state": state])
    let halves = ["init_code": initCode, "return_to_code": returnToCode]
    #expect(requests[3].query == halves)
  }

  @Test func sessionIsInAnOwnerOnlyFileUntilTheLogout() async throws {
    let backend = try await Backend(.oryWithGlewlwyd)
    let file = try TemporaryFile()
    let login = app(backend, FileStore(url: file.url))
    let form = try await login.form(for: .login, redirectURI: try custom)
    #expect(!file.exists)
    let session = backend.seen(try await login.submit(form, with: "google"))
    #expect(try file.permissions == 0o600 && file.folderPermissions == 0o700)
    #expect(try file.files == ["session"])

    let restarted = app(backend, FileStore(url: file.url))
    #expect(backend.seen(try await restarted.whoAmI()).id == session.id)
    #expect(await restarted.sessions.state.session == session)

    let out = backend.seen(await restarted.logOut())
    #expect(out.serverError == nil && out.storeError == nil && !file.exists)
    let afterwards = app(backend, FileStore(url: file.url))
    #expect(await afterwards.sessions.state == .signedOut(.noSession))
  }
}
