// The form of a login or registration, which an app shows and submits.

public import AuthGenRuntime
import AuthGenSessions
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

/// The form of an Ory flow, from ``OryLogin/form(for:redirectURI:)``. The app shows its providers and
/// fields, and submits it with the provider that the user chooses, or asks for a code.
///
/// A form's flow is submitted once. Copies of a form share the flow; attempts do not. If a form has
/// expired, or is submitted again after the user has closed the page, a new flow with the same kind
/// and redirect URI replaces the old one.
public struct OryForm: Identifiable, Sendable, RedactedDescription {
  /// Identifies the form in the app. The server does not know it.
  public let id = UUID()
  public let kind: OryFlowKind
  /// The URI to which the browser redirects; nil for a form that takes only ID tokens and codes.
  public let redirectURI: RedirectURI?
  /// The project's providers, in its order. Empty if the user confirms a session.
  public let providers: [OryProvider]
  /// What the user enters: the identifier for a code, or the traits of a new user, with problems of earlier
  /// submissions.
  public let fields: [OryField]
  /// Whether the form offers the method `code`. A form in two steps, which begins with the identifier or the
  /// profile alone, does so in its second step. A code can be asked for in the first one, too.
  public let offersCode: Bool
  /// What the server asks of a passkey, for `PasskeySignIn` or `PasskeyRegistration`; nil if the form offers
  /// none. A registration in two steps offers it in its second one.
  public let passkeyOptions: JSON?
  /// Whether this is the first of two steps, which asks for the traits alone. The second one,
  /// ``OryLogin/secondStep(of:traits:)``, offers passkeys.
  public let hasSecondStep: Bool
  /// The flow's own messages; those of a field are in the field.
  public let messages: [OryMessage]
  /// When the flow expires on the server, by the server's clock.
  public let expiresAt: Date
  /// What the user of a session confirms; nil for a login or registration.
  let confirmation: OryConfirmation?
  /// The login under which the user began; nil for a form of a first step.
  let start: LoginStart?
  /// Nil after the form was submitted.
  private let flow: Locked<BegunFlow?>

  /// - Parameter begun: nil if the flow was submitted, so the next submission has a new one.
  init(
    _ flow: Flow, _ begun: BegunFlow?, _ kind: OryFlowKind, _ redirectURI: RedirectURI?,
    _ confirmation: OryConfirmation? = nil, since start: LoginStart?
  ) {
    self.start = start
    self.kind = kind
    self.redirectURI = redirectURI
    self.confirmation = confirmation
    // A provider grants another session, with the level of one factor.
    providers = confirmation == nil ? flow.providers : []
    fields = flow.fields
    offersCode = flow.nodes.contains { $0.isNamed("method", in: "code") }
    passkeyOptions = begun == nil ? nil : flow.passkeyOptions
    hasSecondStep = flow.nodes.contains {
      $0.name?.hasSameBytes(as: "method") == true && $0.value == .string("profile")
    }
    messages = flow.ownMessages
    expiresAt = flow.expiresAt.date
    self.flow = Locked(begun)
  }

  /// Returns the flow to the first caller, who submits it.
  ///
  /// - Parameter start: the login under which the user submits the form. Default: nil, for the one under
  ///   which the form was requested, such as for the answer to a challenge in it.
  func takeFlow(since start: LoginStart? = nil) -> BegunFlow? {
    flow.withLock { flow in
      defer { flow = nil }
      if let start = self.start ?? start { flow?.start = start }
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
  ///     `state`. No login of another provider may have it: with a shared one, one provider could get the
  ///     other's code (RFC 9700, section 4.4). Nil for a form that takes only ID tokens and codes.
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
    if let redirectURI { try use(redirectURI) }
    let start = await sessions.loginStart
    let begun = try await calls.flow(kind, since: start, returnTo: redirectURI)
    return OryForm(begun.flow, begun, kind, redirectURI, since: nil)
  }
}
