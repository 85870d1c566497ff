// The form of a login or registration: what an app shows is what it submits.

import AuthGenRuntime
import AuthGenWebLogin
import Foundation
import OryAPI

/// What a user is about to do. Ory turns the login of a new user into a registration, and the
/// registration of a known one into a login.
public enum OryFlowKind: Hashable, Sendable {
  case login
  case registration
}

/// A provider that a project at Ory has, for the app's buttons.
public struct OryProvider: Hashable, Sendable {
  /// Its name in the project's configuration, such as `google`.
  public let id: String
  /// The text of its button, in the server's words.
  public let label: String?

  public init(id: String, label: String? = nil) {
    self.id = id
    self.label = label
  }
}

/// The form of a flow at Ory, from ``OryLogin/form(for:redirectURI:)``: the app shows its providers,
/// and submits it with the one that the user chooses.
///
/// A form's flow is submitted once: copies of a form share it, and attempts never do. A form that is
/// submitted again, such as after the user has closed the page, or that has expired meanwhile, has a
/// flow begun anew for it, with the same kind and redirect URI.
public struct OryForm: Identifiable, Sendable {
  /// The identifier of its flow at the server.
  public let id: String
  public let kind: OryFlowKind
  /// Where the browser comes back to; nil for a form that takes ID tokens alone.
  public let redirectURI: RedirectURI?
  /// The providers that the project offers, in its order.
  public let providers: [OryProvider]
  /// When the server gives up the flow, by its own clock.
  public let expiresAt: Date
  let flow: OryOnce<Flow>

  init(_ flow: Flow, _ kind: OryFlowKind, _ redirectURI: RedirectURI?) {
    id = flow.id
    self.kind = kind
    self.redirectURI = redirectURI
    providers = flow.providers
    expiresAt = flow.expiresAt.date
    self.flow = OryOnce(flow)
  }
}

extension OryForm: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  // Whoever has a flow's identifier can submit it.
  public var description: String { "OryForm" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// What is used once, for whoever takes it first.
actor OryOnce<Value: Sendable> {
  private var value: Value?

  init(_ value: Value) {
    self.value = value
  }

  /// - Returns: nil where it was taken before.
  func take() -> Value? {
    defer { value = nil }
    return value
  }
}

extension OryLogin {
  /// Begins the flow of a login or registration, for a form to show.
  ///
  /// ```swift
  /// let form = try await login.form(for: .login, redirectURI: redirectURI)
  /// show(form.providers)
  /// // Once the user has chosen one:
  /// let session = try await login.submit(form, with: provider.id)
  /// ```
  ///
  /// - Parameters:
  ///   - kind: what the user is about to do.
  ///   - redirectURI: where the browser comes back to; it must be one of the project's allowed URLs,
  ///     which name their port: port 0 is none. Nil for a form that takes ID tokens alone.
  /// - Throws: ``OryLoginError``; ``OryLoginError/Reason/returnToForbidden`` where the redirect URI is
  ///   not allowed.
  public func form(
    for kind: OryFlowKind, redirectURI: RedirectURI?
  ) async throws(OryLoginError) -> OryForm {
    // The flow has to know the port before there is a listener.
    if let redirectURI, redirectURI.kind == .loopback, redirectURI.listeningPort == 0 {
      throw OryLoginError(.browser(.unsupportedRedirectURI))
    }
    return OryForm(try await calls.flow(kind, returnTo: redirectURI), kind, redirectURI)
  }
}
