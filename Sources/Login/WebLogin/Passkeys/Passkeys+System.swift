// Passkeys with the system's own types. SwiftUI's `authorizationController` and `ASAuthorizationController`
// show the sheet.

#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
  public import AuthenticationServices
  import Foundation

  extension PasskeySignIn {
    /// The request for the system's sheet.
    public var systemRequest: ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
      let request = ASAuthorizationPlatformPublicKeyCredentialProvider(
        relyingPartyIdentifier: relyingParty
      ).createCredentialAssertionRequest(challenge: challenge)
      request.allowedCredentials = allowedCredentials.map {
        ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0)
      }
      request.userVerificationPreference = userVerification.systemPreference
      return request
    }
  }

  extension PasskeyRegistration {
    /// The request for the system's sheet. Before iOS 17.4 and macOS 14.4, it does not exclude credentials.
    public var systemRequest: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
      let request = ASAuthorizationPlatformPublicKeyCredentialProvider(
        relyingPartyIdentifier: relyingParty
      ).createCredentialRegistrationRequest(challenge: challenge, name: userName, userID: userID)
      request.userVerificationPreference = userVerification.systemPreference
      if #available(macOS 14.4, iOS 17.4, visionOS 1.1, *) {
        request.excludedCredentials = excludedCredentials.map {
          ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0)
        }
      }
      return request
    }
  }

  extension PasskeyAnswer {
    /// The answer in a response of the system.
    ///
    /// - Throws: ``PasskeyError/invalidAnswer`` for a response of another kind, such as a sign-in with Apple.
    public init(_ authorization: ASAuthorization) throws(PasskeyError) {
      switch authorization.credential {
      case let assertion as ASAuthorizationPlatformPublicKeyCredentialAssertion:
        try self.init(assertion)
      case let registration as ASAuthorizationPlatformPublicKeyCredentialRegistration:
        try self.init(registration)
      default: throw .invalidAnswer
      }
    }

    /// The answer to a sign-in.
    public init(
      _ assertion: ASAuthorizationPlatformPublicKeyCredentialAssertion
    ) throws(PasskeyError) {
      guard let data = assertion.rawAuthenticatorData, let signature = assertion.signature else {
        throw .invalidAnswer
      }
      self.init(
        credentialID: assertion.credentialID, clientData: assertion.rawClientDataJSON,
        authenticatorData: data, signature: signature, userID: assertion.userID)
    }

    /// The answer to a registration.
    public init(
      _ registration: ASAuthorizationPlatformPublicKeyCredentialRegistration
    ) throws(PasskeyError) {
      guard let attestation = registration.rawAttestationObject else { throw .invalidAnswer }
      self.init(
        credentialID: registration.credentialID, clientData: registration.rawClientDataJSON,
        attestation: attestation)
    }
  }

  extension UserVerification {
    fileprivate var systemPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference {
      switch self {
      case .required: .required
      case .preferred: .preferred
      case .discouraged: .discouraged
      }
    }
  }
#endif
