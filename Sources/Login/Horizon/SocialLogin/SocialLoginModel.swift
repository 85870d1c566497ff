// A social login for SwiftUI.

import AuthGenRuntime
public import Observation

/// A social login whose state a view can observe.
///
/// ```swift
/// @State private var model = SocialLoginModel(login)
///
/// var body: some View {
///   switch model.state {
///   case .choosingProvider(let providers): ProviderButtons(providers ?? [])
///   case .missingInformation(let information): FormView(information)
///   default: ProgressView()
///   }
/// }
/// ```
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class SocialLoginModel {
  public private(set) var state: SocialLoginState = .choosingProvider(nil)
  /// Makes the calls. Its actions change ``state``.
  public nonisolated let login: SocialLogin

  public init(_ login: SocialLogin) {
    self.login = login
    // The task retains neither the login nor the model. It ends with the login, or at the first
    // state after the model is released.
    let states = login.states
    Task { [weak self] in
      for await state in states {
        guard let self else { return }
        self.state = state
      }
    }
  }
}
