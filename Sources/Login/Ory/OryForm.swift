// The form of a login or registration, which an app shows and submits.

public import AuthGenRuntime
public import AuthGenWebLogin
public import Foundation
import OryAPI

/// The kind of a flow. Ory turns the login of a new user into a registration, and the registration
/// of a known user into a login.
public enum OryFlowKind: Hashable, Sendable {
  case login
  case registration
}

/// A provider of an Ory project, for the app's buttons.
public struct OryProvider: Hashable, Sendable {
  /// The provider's name in the project's configuration, such as `google`.
  public let id: String
  /// The text of the provider's button, from the server.
  public let label: String?

  package init(id: String, label: String? = nil) {
    self.id = id
    self.label = label
  }
}

/// The form of an Ory flow, from ``OryLogin/form(for:redirectURI:)``. The app shows its providers,
/// and submits it with the one that the user chooses.
///
/// A form's flow is submitted once. Copies of a form share the flow; attempts do not. If a form has
/// expired, or is submitted again after the user has closed the page, a new flow with the same kind
/// and redirect URI replaces the old one.
public struct OryForm: Identifiable, Sendable, RedactedDescription {
  /// Identifies the form in the app. The server does not know it.
  public let id = UUID()
  public let kind: OryFlowKind
  /// The URI to which the browser redirects; nil for a form that takes only ID tokens.
  public let redirectURI: RedirectURI?
  /// The project's providers, in its order.
  public let providers: [OryProvider]
  /// When the flow expires on the server, by the server's clock.
  public let expiresAt: Date
  /// Nil after the form was submitted.
  private let flow: Locked<BegunFlow?>

  init(_ begun: BegunFlow, _ kind: OryFlowKind, _ redirectURI: RedirectURI?) {
    let flow = begun.flow
    self.kind = kind
    self.redirectURI = redirectURI
    providers = flow.providers
    expiresAt = flow.expiresAt.date
    self.flow = Locked(begun)
  }

  /// Returns the flow to the first caller.
  func takeFlow() -> BegunFlow? {
    flow.withLock { flow in
      defer { flow = nil }
      return flow
    }
  }
}

extension OryLogin {
  /// Begins the flow of a login or registration, and returns its form.
  ///
  /// ```swift
  /// let form = try await login.form(for: .login, redirectURI: redirectURI)
  /// show(form.providers)
  /// // Once the user has chosen one:
  /// let session = try await login.submit(form, with: provider.id)
  /// ```
  ///
  /// - Parameters:
  ///   - kind: whether the user logs in or registers.
  ///   - redirectURI: the URI to which the browser redirects. It must be one of the project's
  ///     allowed URLs, which contain a port, so port 0 is unsupported, and so is a parameter
  ///     `state`. Nil for a form that takes only ID tokens.
  /// - Throws: ``OryLoginError``, with the reason ``OryLoginError/Reason/returnToForbidden`` if the
  ///   redirect URI is not allowed.
  public func form(
    for kind: OryFlowKind, redirectURI: RedirectURI?
  ) async throws(OryLoginError) -> OryForm {
    // The flow needs the port before there is a listener, and the login adds its own `state`.
    let needsPort = redirectURI?.kind == .loopback && redirectURI?.listeningPort == 0
    if needsPort || redirectURI?.has("state") == true {
      throw OryLoginError(.browser(.unsupportedRedirectURI))
    }
    return OryForm(try await calls.flow(kind, returnTo: redirectURI), kind, redirectURI)
  }
}
