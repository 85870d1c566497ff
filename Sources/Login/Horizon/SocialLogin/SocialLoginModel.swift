// A social login for SwiftUI.

import AuthGenRuntime
public import Observation

#if canImport(Combine)
  public import Combine
#endif

/// A social login whose state a view can observe.
///
/// ```swift
/// @StateObject private var model = SocialLoginModel(login)
///
/// var body: some View {
///   switch model.state {
///   case .choosingProvider(let providers): ProviderButtons(providers ?? [])
///   case .missingInformation(let information): FormView(information)
///   default: ProgressView()
///   }
/// }
/// ```
///
/// It is an `ObservableObject`. On iOS 17 and macOS 14 it is `Observable`, too, so a view can also keep it in
/// `@State`, or in an observable model of the app.
@MainActor
public final class SocialLoginModel {
  public private(set) var state: SocialLoginState {
    get {
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
        registrar?.access(self, keyPath: \.state)
      }
      return current
    }
    set {
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *), let registrar {
        registrar.withMutation(of: self, keyPath: \.state) { current = newValue }
      } else {
        current = newValue
      }
    }
  }
  /// Makes the calls. Its actions change ``state``.
  public nonisolated let login: SocialLogin

  #if canImport(Combine)
    @Published private var current: SocialLoginState = .choosingProvider(nil)
  #else
    private var current: SocialLoginState = .choosingProvider(nil)
  #endif
  /// The `ObservationRegistrar`. A stored property cannot have a type that is newer than the class.
  private let anyRegistrar: (any Sendable)?

  public init(_ login: SocialLogin) {
    self.login = login
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
      anyRegistrar = ObservationRegistrar()
    } else {
      anyRegistrar = nil
    }
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

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  private var registrar: ObservationRegistrar? { anyRegistrar as? ObservationRegistrar }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension SocialLoginModel: Observable {}

#if canImport(Combine)
  extension SocialLoginModel: ObservableObject {}
#endif
