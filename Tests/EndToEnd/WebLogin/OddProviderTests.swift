// Runs the reports about OpenID providers in Tests/Fixtures/Reports against a provider with unusual
// responses.

import AuthGenBrowser
import AuthGenOpenID
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct OddProviderTests {
    private static let folder = Checkout.root.appending(path: "Tests/Fixtures/Reports")

    private static let reports = ["openid", "public"].flatMap { kind in
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: folder.appending(path: kind).path)
      return (names ?? []).map { "\(kind)/\($0)" }
    }.filter {
      FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/cases.json").path)
    }.sorted()

    /// `AUTHGEN_TESTS=full UPDATE_SNAPSHOTS=1 swift test` writes the outcomes again.
    @Test(arguments: reports) func reportHasItsOutcomes(_ name: String) async throws {
      let folder = Self.folder.appending(path: name)
      let cases = try JSONDecoder().decode(
        [Report].self, from: Data(contentsOf: folder.appending(path: "cases.json")))
      let file = folder.appending(path: "outcomes.json")
      let recorded = (try? Data(contentsOf: file)).flatMap {
        try? JSONDecoder().decode([JSON].self, from: $0)
      }
      var outcomes: [JSON] = []
      for report in cases { outcomes.append(try await outcome(of: report)) }
      if recorded != outcomes, Golden.isUpdating {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(outcomes) + Data("\n".utf8)).write(to: file)
      }
      try #require(recorded?.count == outcomes.count)
      for (index, outcome) in outcomes.enumerated() {
        #expect(cases[index].expected(recorded?[index]) == outcome, "case \(index + 1)")
      }
    }

    @Test func everyReportIsRun() {
      #expect(Self.reports.count == 11)
    }

    /// The provider's responses, and what the app does.
    private struct Report: Decodable {
      enum Action: String, Decodable { case discover, login, userInfo, logOutOfBrowser }
      enum Page: String, Decodable { case closed, loopback }

      let settings: JSON
      let `do`: Action
      let redirectURI: String?
      let prompt: String?
      let secret: String?
      let issuerPath: String?
      let tenants: Bool?
      let isUntrusted: Bool?
      let browser: Page?
      /// The response of the token endpoint.
      let tokenRefusal: JSON?
      let userInfoType: String?
      let userInfoBody: String?
      /// The claims of the user to read.
      let paths: [[String]]?

      /// The recorded outcomes are those of Linux. Other platforms verify more algorithms.
      func expected(_ recorded: JSON?) -> JSON? {
        let algorithm = settings["algorithm"]?.string.flatMap { SignatureAlgorithm(rawValue: $0) }
        return self.do == .login && algorithm?.isSupported == true
          ? .object(["subject": .string("alice")]) : recorded
      }
    }

    /// What the app sees, with `ORIGIN` in place of the server's address.
    private func outcome(of report: Report) async throws -> JSON {
      let isUntrusted = report.isUntrusted == true
      let backend = try await Backend(isUntrusted ? .odd.with("--untrusted") : .odd)
      var origin = backend.url("").absoluteString
      if origin.hasSuffix("/") { origin.removeLast() }
      if isUntrusted {
        origin = origin.replacingOccurrences(of: "http://", with: "https://")
      } else {
        try await set(report, backend, origin)
      }
      var outcome: JSON.Object
      do throws(WebLoginError) {
        outcome = try await run(report, backend, origin)
      } catch {
        backend.seen(error)
        outcome = [
          "error": .string("\(error)"),
          "texts": .array(
            [error.errorDescription, error.failureReason, error.recoverySuggestion].map {
              $0.map(JSON.string) ?? .null
            }),
        ]
        if case .denied(let why) = error.reason {
          outcome["code"] = .string(why.code.graphQLName)
          outcome["serverText"] = why.serverText.map(JSON.string)
        }
        if case .refused(let request) = error.reason {
          outcome["code"] = request.code.map { .string($0.graphQLName) }
          outcome["serverText"] = request.message.map(JSON.string)
        }
      }
      let text = String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self)
        .replacingOccurrences(of: "\\/", with: "/").replacingOccurrences(of: origin, with: "ORIGIN")
      return try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
    }

    private func set(_ report: Report, _ backend: Backend, _ origin: String) async throws {
      let settings = String(decoding: try JSONEncoder().encode(report.settings), as: UTF8.self)
        .replacingOccurrences(of: "ORIGIN", with: origin)
      let object = try JSONSerialization.jsonObject(with: Data(settings.utf8))
      try await backend.control("settings", try #require(object as? [String: any Sendable]))
      if let refusal = report.tokenRefusal {
        let body = String(decoding: try JSONEncoder().encode(refusal), as: UTF8.self)
        try await backend.control("responses", ["path": "/token", "status": 400, "body": body])
      }
      if let type = report.userInfoType {
        var response: [String: any Sendable] = ["path": "/userinfo", "contentType": type]
        response["body"] = report.userInfoBody
        try await backend.control("responses", response)
      }
    }

    private func run(
      _ report: Report, _ backend: Backend, _ origin: String
    ) async throws(WebLoginError) -> JSON.Object {
      let provider = try await OpenIDProvider.discover(
        issuer: report.issuerPath.map { "\(origin)/\($0)" } ?? origin,
        acceptsUnlistedClients: report.secret != nil,
        tenants: report.tenants == true ? .any : nil)
      if report.do == .discover { return [:] }
      let redirectURI: RedirectURI
      do throws(InvalidRedirectURI) {
        redirectURI = try RedirectURI(report.redirectURI ?? "com.example.app:/callback")
      } catch {
        throw WebLoginError(.browser(.unsupportedRedirectURI))
      }
      let login = app(report, backend, provider, redirectURI)
      if report.do == .logOutOfBrowser {
        let loopback = try? RedirectURI("http://127.0.0.1:0/callback")
        try await login.logOutOfBrowser(
          returnTo: report.browser == .loopback ? loopback ?? redirectURI : redirectURI)
        return [:]
      }
      let user = backend.seen(
        try await login.logIn(LoginOptions(prompt: report.prompt)))
      guard report.do == .userInfo else {
        return ["subject": user.claims.map { .string($0.subject) } ?? .null]
      }
      let info = try await login.userInfo()
      var outcome: JSON.Object = ["emailVerified": info.emailVerified.map(JSON.boolean) ?? .null]
      for path in report.paths ?? [] {
        outcome[path.joined(separator: " / ")] = path.reduce(info.all.json) { $0[$1] ?? .null }
      }
      return outcome
    }

    private func app(
      _ report: Report, _ backend: Backend, _ provider: OpenIDProvider,
      _ redirectURI: RedirectURI
    ) -> OpenIDLogin {
      let headless = HeadlessWebAuthenticationSession { page, _ in
        report.browser == .closed ? nil : try? await Browser().open(page).url
      }
      let loopback = LoopbackWebAuthenticationSession(timeout: .seconds(1)) { page in
        _ = try? await Browser().open(page)
      }
      return OpenIDLogin(
        provider: provider, clientID: "odd-app", redirectURI: redirectURI,
        nonconfidentialSecret: report.secret, store: InMemoryStore(),
        browser: report.browser == .loopback ? loopback : headless,
        environment: .recorded(by: backend.transcript))
    }
  }
}
