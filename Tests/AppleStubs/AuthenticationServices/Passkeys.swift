// Declares the parts of passkeys that this project uses, as documented. tvOS has some of them, which nothing
// here uses.

import Foundation

#if !os(tvOS) && !os(watchOS)
  public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: Hashable,
    RawRepresentable, Sendable
  {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public static let required = Self(rawValue: "required")
    public static let preferred = Self(rawValue: "preferred")
    public static let discouraged = Self(rawValue: "discouraged")
  }

  open class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject {
    open var credentialID: Data

    public init(credentialID: Data) {
      self.credentialID = credentialID
    }
  }

  open class ASAuthorizationPlatformPublicKeyCredentialProvider: NSObject {
    public let relyingPartyIdentifier: String

    public init(relyingPartyIdentifier: String) {
      self.relyingPartyIdentifier = relyingPartyIdentifier
    }

    open func createCredentialRegistrationRequest(
      challenge: Data, name: String, userID: Data
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
      ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest()
    }

    open func createCredentialAssertionRequest(
      challenge: Data
    ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
      ASAuthorizationPlatformPublicKeyCredentialAssertionRequest()
    }
  }

  open class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest {
    open var userVerificationPreference =
      ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
    @available(macOS 14.4, iOS 17.4, visionOS 1.1, *)
    open var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]? {
      get { nil }
      set {}
    }
  }

  open class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest {
    open var allowedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] = []
    open var userVerificationPreference =
      ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
  }

  open class ASAuthorizationPlatformPublicKeyCredentialAssertion: NSObject,
    ASAuthorizationCredential
  {
    open var credentialID: Data { Data() }
    open var rawClientDataJSON: Data { Data() }
    // As imported from Objective-C.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var rawAuthenticatorData: Data! { nil }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var signature: Data! { nil }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var userID: Data! { nil }
  }

  open class ASAuthorizationPlatformPublicKeyCredentialRegistration: NSObject,
    ASAuthorizationCredential
  {
    open var credentialID: Data { Data() }
    open var rawClientDataJSON: Data { Data() }
    open var rawAttestationObject: Data? { nil }
  }
#endif
