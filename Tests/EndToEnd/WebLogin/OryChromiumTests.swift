// The address of the document's own sample, in a browser that people use.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

extension EndToEnd.OryWebLoginTests {
  /// A Chromium without a window does at Glewlwyd what a person would, and is sent on to a listener.
  @Test(.needsChromium) func aLoginInARealBrowserComesBackToAListenerOnLocalhost() async throws {
    let port = (try? LoopbackServer { _ in [] })?.port ?? 0
    let address = "http://localhost:\(port)/Callback"
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
          in: PythonEnvironment.server, limit: 120))
    }
    let login = app(backend, InMemoryStore(), steps: OrySteps(), browser: browser)
    let form = try await login.form(for: .login, redirectURI: redirectURI)
    let session = backend.seen(try await login.submit(form, with: "google"))
    // The port is free again, and may be listened on.
    _ = try await browser.prepare(redirectURI)
    let who = backend.seen(try await login.whoAmI())
    #expect(who.id == session.id)
    #expect(who.identity?.traits?["email"]?.string == "alice@example.com")
    // Ory had the browser in between, and the provider has it no longer.
    #expect(
      try await backend.requests().map(\.line).contains(
        "GET /self-service/methods/oidc/callback/google"))
    var results = runs.makeAsyncIterator()
    let run = try #require(await results.next())
    backend.transcript.note(text: run.text, of: "the browser")
    #expect(run.exitCode == 0, "\(run.errors)")
  }
}
