// An app that logs in at Ory, and a record of its steps.

import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

/// Records the operations that an app called, and when it opened its browser.
struct OrySteps: Interceptor {
  private struct State {
    var list: [String] = []
    var responses: [String: HTTPResponse] = [:]
    var page: URL?
    var callback: URLComponents?
  }

  private let state = Shared(State())

  var taken: [String] { state.withLock { $0.list } }
  /// The URL that the browser opened.
  var page: URL? { state.withLock { $0.page } }
  /// The URL that the browser returned.
  var callback: URLComponents? { state.withLock { $0.callback } }

  /// The last response to an operation. It has secrets.
  func response(to operation: String) -> (status: Int, body: JSON)? {
    guard let response = state.withLock({ $0.responses[operation] }) else { return nil }
    return (response.status, (try? JSONDecoder().decode(JSON.self, from: response.body)) ?? .null)
  }

  func intercept(
    _ request: HTTPRequest, _ call: CallContext, next: Next
  ) async throws -> HTTPResponse {
    state.withLock { $0.list.append(call.operationName) }
    let response = try await next(request)
    state.withLock { $0.responses[call.operationName] = response }
    return response
  }

  /// Opens a page in an automated browser.
  func open(
    _ page: URL, adding parameters: [String: String], as user: String,
    backTo redirectURI: RedirectURI
  ) async throws -> URL? {
    state.withLock {
      $0.list.append("browser")
      $0.page = page
    }
    let items = parameters.map { URLQueryItem(name: $0.key, value: $0.value) }
    let back = try await Browser(user: user).open(
      page.appending(queryItems: items), backTo: "\(redirectURI)")
    state.withLock { $0.callback = back }
    return back.url
  }
}

extension EndToEnd.Glewlwyd.OryWebLoginTests {
  var custom: RedirectURI { get throws { try RedirectURI("com.example.shop:/callback") } }

  /// - Parameter parameters: the parameters that the user's browser adds to the page's URL.
  func app(
    _ backend: Backend, _ store: any SecretStore = InMemoryStore(), user: String = "alice",
    steps: OrySteps = OrySteps(), parameters: [String: String] = [:]
  ) -> OryLogin {
    let browser = HeadlessWebAuthenticationSession {
      page, redirectURI throws(WebAuthenticationError) in
      do {
        return try await steps.open(page, adding: parameters, as: user, backTo: redirectURI)
      } catch {
        Issue.record(error)
        throw .noBrowser
      }
    }
    return app(backend, store, steps: steps, browser: browser)
  }

  func app(
    _ backend: Backend, _ store: any SecretStore, steps: OrySteps,
    browser: any WebAuthenticationSession
  ) -> OryLogin {
    OryLogin(
      configuration: ClientConfiguration(endpoint: backend.url("")), store: store,
      browser: browser,
      environment: LoginEnvironment(
        interceptors: [Recorder(transcript: backend.transcript), steps]))
  }
}

extension Backend {
  /// Returns the reason of a failed call, and records it.
  func reason<Value>(
    of call: () async throws(OryLoginError) -> Value
  ) async -> OryLoginError.Reason? {
    do throws(OryLoginError) {
      seen(try await call())
      return nil
    } catch {
      seen(error.reason)
      return seen(error).reason
    }
  }
}
