// What a provider's own SDK gives an app, in the field that Horizon wants it in.

import AuthGenRuntime
import HorizonAPI

/// What a provider's native SDK returned when the customer authenticated with it. Which field of
/// `appSocialLogin` it goes to follows from how the value is made:
///
/// | Provider | Platform | Made by | Field |
/// |---|---|---|---|
/// | Google | iOS | ``google(accessToken:)`` | `accessToken` |
/// | Google | Android | ``google(serverAuthCode:)`` | `authCode` |
/// | Facebook | both | ``facebook(accessToken:)`` | `accessToken` |
/// | Apple | both | ``apple(identityToken:fullName:email:)`` | `accessToken` |
///
/// A credential is good for one login. It shows nothing of itself but the provider.
public struct ProviderCredential: Hashable, Sendable {
  /// The `code` of the provider, as the list of providers has it.
  public let providerCode: String
  let token: Token
  /// What the SDK told of its user beside the token.
  let identity: SocialIdentity?
  /// Whether it was made by ``other(providerCode:accessToken:)`` or its sibling.
  let isOther: Bool

  enum Token: Hashable, Sendable {
    case accessToken(Secret)
    case authCode(Secret)
  }

  private init(
    _ providerCode: String, _ token: Token, identity: SocialIdentity? = nil, isOther: Bool = false
  ) {
    self.providerCode = providerCode
    self.token = token
    self.identity = identity
    self.isOther = isOther
  }

  /// Google everywhere but on Android.
  ///
  /// - Parameter accessToken: the OAuth access token that Google's SDK returned.
  @available(Android, unavailable, message: "On Android, send Google's server auth code.")
  public static func google(accessToken: Secret) -> ProviderCredential {
    ProviderCredential("google", .accessToken(accessToken))
  }

  /// Google on Android, whose SDK gives a code that the server exchanges: the access token never is
  /// on the device.
  ///
  /// - Parameter serverAuthCode: the server authorisation code. Ask for it when configuring Google's
  ///   SDK.
  @available(iOS, unavailable, message: "On iOS, send Google's access token.")
  @available(tvOS, unavailable, message: "Send Google's access token.")
  @available(watchOS, unavailable, message: "Send Google's access token.")
  @available(visionOS, unavailable, message: "Send Google's access token.")
  public static func google(serverAuthCode: Secret) -> ProviderCredential {
    ProviderCredential("google", .authCode(serverAuthCode))
  }

  /// Facebook, on all platforms.
  ///
  /// - Parameter accessToken: the OAuth access token that Facebook's SDK returned.
  public static func facebook(accessToken: Secret) -> ProviderCredential {
    ProviderCredential("facebook", .accessToken(accessToken))
  }

  /// Apple, on all platforms.
  ///
  /// - Parameters:
  ///   - identityToken: the identity token, a JWT.
  ///   - fullName: the name, which Apple tells with the first sign-in only. ``SocialLogin`` keeps it
  ///     until a login succeeds, for the form that may be asked for.
  ///   - email: the email address, likewise.
  public static func apple(
    identityToken: Secret, fullName: String? = nil, email: String? = nil
  ) -> ProviderCredential {
    ProviderCredential(
      "apple", .accessToken(identityToken),
      identity: SocialIdentity(email: email, fullName: fullName))
  }

  /// A provider that has no function of its own here.
  ///
  /// - Parameters:
  ///   - providerCode: its code in the list of providers. Those of Google, Facebook and Apple are
  ///     refused before anything is sent: their own functions know which field is right.
  ///   - accessToken: what its SDK returned.
  public static func other(providerCode: String, accessToken: Secret) -> ProviderCredential {
    ProviderCredential(providerCode, .accessToken(accessToken), isOther: true)
  }

  /// A provider that has no function of its own here, and returns a code for the server to exchange.
  ///
  /// - Parameters:
  ///   - providerCode: its code in the list of providers; see
  ///     ``other(providerCode:accessToken:)``.
  ///   - authCode: what its SDK returned.
  public static func other(providerCode: String, authCode: Secret) -> ProviderCredential {
    ProviderCredential(providerCode, .authCode(authCode), isOther: true)
  }

  /// Whether the credential was made without the function that its provider has.
  var bypassesItsProvider: Bool {
    isOther && ["apple", "facebook", "google"].contains(providerCode)
  }

  /// What `appSocialLogin` is called with.
  public var input: AppBasedSocialLoginInput {
    switch token {
    case .accessToken(let token):
      AppBasedSocialLoginInput(providerCode: providerCode, accessToken: token)
    case .authCode(let code): AppBasedSocialLoginInput(providerCode: providerCode, authCode: code)
    }
  }

  /// The same credential, with what is known of its user from before.
  func knowing(_ known: SocialIdentity?) -> ProviderCredential {
    ProviderCredential(
      providerCode, token, identity: identity?.completed(by: known) ?? known, isOther: isOther)
  }
}

extension ProviderCredential: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public var description: String { "credential of \(providerCode)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
