// A login at Auth0 that continues with a second factor: the user's authenticators, and what proves each.

public import AuthGenRuntime
import AuthGenWebLogin
import OpenIDAPI

/// A login that Auth0 completes when the user has proven a second factor. It ends after some minutes, which
/// Auth0 decides, and with the app: it is not stored.
public struct SecondFactor: Sendable {
  /// The kinds of factors that the user has, or must set up first; nil if Auth0 lists none.
  public let requirements: Requirements?
  /// Proves that the first factor was correct.
  let token: Secret
  /// What the tokens must satisfy, as with the first factor alone.
  let terms: LoginTerms

  /// Authenticates the requests that are about this login.
  var credential: Credential { Credential(scheme: "Bearer", token: token) }

  /// The second factors of a user (`mfa_requirements`).
  public struct Requirements: Decodable, Hashable, Sendable {
    /// The factors that the user has set up.
    public let challenge: [Factor]?
    /// The factors that the user can set up.
    public let enroll: [Factor]?

    public struct Factor: Decodable, Hashable, Sendable {
      /// The kind of factor, such as `otp`, `phone` or `push-notification`.
      public let type: String
    }
  }

  /// A kind of authenticator.
  public enum Kind: Hashable, Sendable {
    /// An app that shows another code every half minute.
    case authenticatorApp
    case sms
    /// A call that says the code.
    case voice
    case email
    /// A notification that the user approves, in an app with Auth0 Guardian.
    case push
    /// A code that the user has kept, for lost authenticators.
    case recoveryCode
  }

  /// An authenticator that the user has set up.
  public struct Authenticator: Hashable, Identifiable, Sendable {
    public let id: String
    public let kind: Kind
    /// The masked number or address, or the name of the device.
    public let name: String?
  }

  /// An authenticator to set up.
  public enum NewAuthenticator: Hashable, Sendable {
    case authenticatorApp
    /// The phone number has the code of its country, such as `+442071838750`.
    case sms(phoneNumber: String)
    case voice(phoneNumber: String)
    case email(String)
    case push
  }

  /// An authenticator that becomes active when the user has proven it, which also completes the login.
  public struct AddedAuthenticator: Sendable {
    public let challenge: Challenge
    /// The text of a QR code for the app on the user's device: the app with codes, or the one with
    /// notifications; nil for other kinds. It is secret.
    public let barcode: Secret?
    /// The key that a user enters who cannot scan the QR code; nil for other kinds than apps with codes.
    public let key: Secret?
    /// The user's recovery codes, with the first authenticator. Show them once, so that the user can keep
    /// them: they are not stored.
    public let recoveryCodes: [Secret]
  }

  /// What proves a factor.
  public enum Challenge: Sendable {
    /// The user enters a code.
    case code(CodeChallenge)
    /// The user approves the login on another device.
    case approval(ApprovalChallenge)
  }

  /// A code that the user enters: from an app, from a message, or one that the user has kept.
  public struct CodeChallenge: Sendable {
    /// How the code is sent to Auth0.
    enum Proof: Sendable {
      case app, recovery
      /// A message with this identifier has the code.
      case message(Secret)
    }

    let factor: SecondFactor
    let proof: Proof

    func grant(_ code: Secret) -> ExtensionGrant {
      switch proof {
      case .app: factor.grant("mfa-otp", [("otp", code)])
      case .recovery: factor.grant("mfa-recovery-code", [("recovery_code", code)])
      case .message(let id): factor.grant("mfa-oob", [("oob_code", id), ("binding_code", code)])
      }
    }
  }

  /// A notification that the user approves, or an app that the user links by its QR code.
  public struct ApprovalChallenge: Sendable {
    let factor: SecondFactor
    let id: Secret
    let requestedAt = ContinuousClock.now

    var grant: ExtensionGrant { factor.grant("mfa-oob", [("oob_code", id)]) }
  }

  private func grant(
    _ name: String, _ parameters: [(name: String, value: Secret)]
  ) -> ExtensionGrant {
    ExtensionGrant(
      type: "http://auth0.com/oauth/grant-type/\(name)",
      parameters: [("mfa_token", token)] + parameters)
  }
}

extension SecondFactor.Authenticator {
  /// - Returns: nil for an authenticator that is not proven yet, or of a kind that the API does not prove,
  ///   such as a security key.
  init?(_ found: AuthenticatorsQuery.Data.Authenticator) {
    guard found.active != false else { return nil }
    switch (ExactString(found.type), found.channel.map { ExactString($0) }) {
    case ("otp", _): kind = .authenticatorApp
    case ("recovery-code", _): kind = .recoveryCode
    case ("oob", "sms"): kind = .sms
    case ("oob", "voice"): kind = .voice
    case ("oob", "email"), ("email", _): kind = .email
    case ("oob", "auth0"): kind = .push
    default: return nil
    }
    id = found.id
    name = found.name
  }
}

extension SecondFactor.NewAuthenticator {
  /// The channel of its messages; nil for an app with codes.
  var channel: String? {
    switch self {
    case .authenticatorApp: nil
    case .sms: "sms"
    case .voice: "voice"
    case .email: "email"
    case .push: "auth0"
    }
  }

  var phoneNumber: String? {
    switch self {
    case .sms(let number), .voice(let number): number
    default: nil
    }
  }

  var email: String? { if case .email(let address) = self { address } else { nil } }
}

extension SecondFactor.Challenge {
  /// - Parameter bindingMethod: `prompt` if the user enters a code.
  init(_ factor: SecondFactor, _ id: Secret, bindingMethod: String?) {
    self =
      bindingMethod?.hasSameBytes(as: "prompt") == true
      ? .code(.init(factor: factor, proof: .message(id)))
      : .approval(.init(factor: factor, id: id))
  }
}

extension WebLoginError {
  /// The error with the login's continuation, if Auth0 requires a second factor; otherwise, the same error.
  func withSecondFactor(_ terms: LoginTerms) -> WebLoginError {
    guard case .refused(let request) = reason, request.code == .mfaRequired,
      let token = request.mfaToken
    else { return self }
    return WebLoginError(
      .secondFactor(
        SecondFactor(requirements: request.mfaRequirements, token: token, terms: terms)))
  }

  /// The same error, or the end of the login if it has taken too long.
  var ofStep: WebLoginError {
    guard case .refused(let request) = reason, request.code == .expiredToken else { return self }
    return WebLoginError(.noSuchAttempt)
  }

  /// The error of a code that the user entered.
  var ofCode: WebLoginError {
    guard case .refused(let request) = reason, request.code == .invalidGrant else { return ofStep }
    return WebLoginError(.wrongCode(request))
  }

  /// The error of a notification. The documentation names `invalid_grant` if the user has declined, and Auth0
  /// also sends `access_denied`.
  var ofApproval: WebLoginError {
    guard case .refused(let request) = reason,
      [.invalidGrant, .accessDenied].contains(request.code)
    else { return ofStep }
    return WebLoginError(.denied(DeniedLogin(code: .accessDenied)))
  }
}

extension SecondFactor: RedactedDescription {}
extension SecondFactor.Authenticator: RedactedDescription {
  /// The kind. The name is a part of a number or an address.
  public var description: String { "an authenticator (\(kind))" }
}
extension SecondFactor.NewAuthenticator: RedactedDescription {}
extension SecondFactor.AddedAuthenticator: RedactedDescription {}
extension SecondFactor.CodeChallenge: RedactedDescription {}
extension SecondFactor.ApprovalChallenge: RedactedDescription {}
