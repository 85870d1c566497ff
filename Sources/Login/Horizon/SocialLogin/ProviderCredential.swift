// A provider's credential, in the field in which Horizon expects it.

public import AuthGenRuntime
import HorizonAPI

/// The result of a login with a provider's native SDK. The function that creates it determines the
/// field of `appSocialLogin`:
///
/// | Provider | Platform | Made by | Field |
/// |---|---|---|---|
/// | Google | iOS | ``google(accessToken:)`` | `accessToken` |
/// | Google | Android | ``google(serverAuthCode:)`` | `authCode` |
/// | Facebook | both | ``facebook(accessToken:)`` | `accessToken` |
/// | Apple | both | ``apple(identityToken:fullName:email:)`` | `accessToken` |
///
/// A credential is valid for one login. Its description shows only the provider.
public struct ProviderCredential: Hashable, Sendable {
  /// The provider's `code` in the list of providers.
  public let providerCode: String
  let token: Token
  /// The user data that the SDK returned with the token.
  let identity: SocialIdentity?
  /// The provider whose own function created it; nil for ``other(providerCode:accessToken:)`` and
  /// ``other(providerCode:authCode:)``.
  private let source: String?

  enum Token: Hashable, Sendable {
    case accessToken(Secret)
    case authCode(Secret)
  }

  private init(
    _ providerCode: String, from source: String?, _ token: Token, identity: SocialIdentity? = nil
  ) {
    self.providerCode = providerCode
    self.source = source
    self.token = token
    self.identity = identity
  }

  /// Google, on all platforms except Android.
  ///
  /// - Parameter accessToken: the OAuth access token that Google's SDK returned.
  // Swift 6.2 and earlier do not know Android in `@available`.
  #if os(Android)
    @available(*, unavailable, message: "On Android, send Google's server auth code.")
  #endif
  public static func google(accessToken: Secret) -> ProviderCredential {
    ProviderCredential("google", from: "google", .accessToken(accessToken))
  }

  /// Google on Android. Its SDK returns a code that the server exchanges, so the access token is
  /// never on the device.
  ///
  /// - Parameter serverAuthCode: the server authorisation code. Request it in the configuration of
  ///   Google's SDK.
  @available(iOS, unavailable, message: "On iOS, send Google's access token.")
  @available(tvOS, unavailable, message: "Send Google's access token.")
  @available(watchOS, unavailable, message: "Send Google's access token.")
  @available(visionOS, unavailable, message: "Send Google's access token.")
  public static func google(serverAuthCode: Secret) -> ProviderCredential {
    ProviderCredential("google", from: "google", .authCode(serverAuthCode))
  }

  /// Facebook, on all platforms.
  ///
  /// - Parameter accessToken: the OAuth access token that Facebook's SDK returned.
  public static func facebook(accessToken: Secret) -> ProviderCredential {
    ProviderCredential("facebook", from: "facebook", .accessToken(accessToken))
  }

  /// Apple, on all platforms. On Apple's platforms, `AuthGenApple` gets the values from the system.
  ///
  /// - Parameters:
  ///   - identityToken: the identity token, a JWT. Never the authorization code.
  ///   - fullName: the name, which Apple sends only with the first sign-in. ``SocialLogin`` keeps
  ///     it until a login succeeds, because a form may need it.
  ///   - email: the email address, which Apple also sends only with the first sign-in.
  public static func apple(
    identityToken: Secret, fullName: String? = nil, email: String? = nil
  ) -> ProviderCredential {
    ProviderCredential(
      "apple", from: "apple", .accessToken(identityToken),
      identity: SocialIdentity(email: email, fullName: fullName))
  }

  /// A provider without a function of its own here.
  ///
  /// - Parameters:
  ///   - providerCode: the provider's code in the list of providers. The codes of Google, Facebook
  ///     and Apple are refused before anything is sent: use their own functions.
  ///   - accessToken: the token that the provider's SDK returned.
  public static func other(providerCode: String, accessToken: Secret) -> ProviderCredential {
    ProviderCredential(providerCode, from: nil, .accessToken(accessToken))
  }

  /// A provider without a function of its own here, whose SDK returns a code for the server to exchange.
  ///
  /// - Parameters:
  ///   - providerCode: the provider's code in the list of providers; see
  ///     ``other(providerCode:accessToken:)``.
  ///   - authCode: the code that the provider's SDK returned.
  public static func other(providerCode: String, authCode: Secret) -> ProviderCredential {
    ProviderCredential(providerCode, from: nil, .authCode(authCode))
  }

  /// Returns this credential with another provider code, for a site that lists a provider under a code of its
  /// own, such as `google_uk`.
  ///
  /// ```swift
  /// try await login.signIn(with: .google(accessToken: token).sent(as: provider.code))
  /// ```
  ///
  /// - Parameter providerCode: the `code` of the listed provider. The codes of Google, Facebook and Apple are
  ///   refused before anything is sent, except the credential's own one.
  public func sent(as providerCode: String) -> ProviderCredential {
    ProviderCredential(providerCode, from: source, token, identity: identity)
  }

  /// Whether the credential would be sent to Google, Facebook or Apple, and another function created it.
  var bypassesItsProvider: Bool {
    source?.hasSameBytes(as: providerCode) != true
      && ["apple", "facebook", "google"].containsSameBytes(as: providerCode)
  }

  /// The input of `appSocialLogin`.
  var input: AppBasedSocialLoginInput {
    switch token {
    case .accessToken(let token):
      AppBasedSocialLoginInput(providerCode: providerCode, accessToken: token)
    case .authCode(let code): AppBasedSocialLoginInput(providerCode: providerCode, authCode: code)
    }
  }

  /// Returns the same credential, with a user's known data added.
  func knowing(_ known: SocialIdentity?) -> ProviderCredential {
    ProviderCredential(
      providerCode, from: source, token, identity: identity?.completed(by: known) ?? known)
  }
}

extension ProviderCredential: RedactedDescription {
  public var description: String { "credential of \(providerCode)" }
}
