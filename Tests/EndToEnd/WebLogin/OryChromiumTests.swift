// Tests the redirect URL of the document's sample in a real browser.

import AuthGenBrowser
import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OryAPI
import Testing

extension EndToEnd.Glewlwyd.OryWebLoginTests {
  /// A headless Chromium logs in at Glewlwyd, and is redirected to a listener.
  @Test(.needsChromium) func realBrowserReturnsToAListenerOnLocalhost() async throws {
    let address = "http://localhost:\(try LoopbackServer.portForLater())/Callback"
    let backend = try await Backend(
      .oryWithGlewlwyd.with("--return-to", address))
    #expect(throws: InvalidRedirectURI.localhost) { try RedirectURI(address) }
    let redirectURI = try RedirectURI(address, allowsLocalhost: true)

    let python = try await PythonEnvironment.prepare().interpreter.path
    let (runs, hasRun) = AsyncStream.makeStream(of: ProcessResult.self)
    let browser = LoopbackWebAuthenticationSession { page in
      hasRun.yield(
        try await runProcess(
          python, ["-B", "-m", "support.chromium", page.absoluteString],
          in: PythonEnvironment.server))
    }
    let login = app(backend, InMemoryStore(), steps: OrySteps(), browser: browser)
    let form = try await login.form(for: .login, redirectURI: redirectURI)
    let session = backend.seen(try await login.submit(form, with: "google"))
    // The port is free again.
    _ = try await browser.prepare(redirectURI)
    let user = backend.seen(try await login.whoAmI())
    #expect(user.id == session.id)
    #expect(user.identity?.traits?["email"]?.string == "alice@example.com")
    // The browser went through Ory, and has left the provider.
    #expect(
      try await backend.requests().map(\.line).contains(
        "GET /self-service/methods/oidc/callback/google"))
    var results = runs.makeAsyncIterator()
    let run = try #require(await results.next())
    backend.transcript.note(text: run.text, of: "the browser")
    #expect(run.exitCode == 0, "\(run.errors)")
  }
}
