// The code of FirstCallInAnApp that is not in the sample app. `.ci/apple-platforms` type-checks it.

#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
  import AuthGenBrowser
  import AuthGenOpenID
  import AuthGenRuntime
  import AuthGenSessions
  import AuthGenWebLogin
  import AuthenticationServices
  import Combine
  import Foundation
  import Observation
  import SwiftUI

  @available(iOS 17, macOS 14, *)
  @MainActor @Observable
  final class ObservedAccount {
    private(set) var state: SessionState<ExampleSession.Stored>?
    let session: ExampleSession

    init(_ session: ExampleSession) {
      self.session = session
      Task { [weak self, states = session.states] in
        for await state in states { self?.state = state }
      }
    }
  }

  @MainActor
  final class ProviderAccount: ObservableObject {
    @Published private(set) var state: SessionState<OpenIDSession>?
    let client: ExampleClient<AuthenticatedGraphQLClient>
    private let login: OpenIDLogin

    init(_ client: GraphQLClient, login: OpenIDLogin) {
      self.client = ExampleClient(client.authenticated(by: login.sessions))
      self.login = login
      Task { [weak self, states = login.sessions.states] in
        for await state in states { self?.state = state }
      }
    }

    /// Shows the provider's page. Returns why the user is not signed in; nil after a login.
    func logIn(_ options: LoginOptions) async -> String? {
      do throws(WebLoginError) {
        _ = try await login.logIn(options)
        return nil
      } catch {
        if case .cancelled = error.reason { return nil }
        return error.localizedDescription
      }
    }
  }

  /// The window with the button that was tapped.
  @MainActor
  final class LoginWindow {
    weak var current: ASPresentationAnchor?

    func makeBrowser() -> SystemWebAuthenticationSession {
      let browser = SystemWebAuthenticationSession { self.current }
      return browser
    }
  }

  struct LockedWhenLeft<Content: View>: View {
    let gate: StoreGate
    let content: Content

    @Environment(\.scenePhase) private var scenePhase

    var body: some View {
      content.onChange(of: scenePhase) { phase in
        if phase == .background { gate.close() }
      }
    }
  }
#endif
