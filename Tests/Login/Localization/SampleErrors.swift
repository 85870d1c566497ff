// Errors of all types, with planted secrets.

import AuthGenApple
import AuthGenHorizon
import AuthGenOpenID
import AuthGenOry
import AuthGenPages
import AuthGenPinning
import AuthGenSessions
import AuthGenStreams
import AuthGenUploads
import AuthGenWebLogin
import HorizonAPI
import OpenIDAPI
import OryAPI
import PreludeAPI
import PreludeAuth

@testable import AuthGenRuntime

enum SampleErrors {
  static let request = RequestError(
    .graphQL([GraphQLError(message: "s3cret")]), progress: .responded, operationName: "s3cret")
  static let store = StoreError(.noSpace, place: "s3cret")
  static let unavailable = CredentialUnavailable("s3cret")

  /// An error of each type, and those with values. All values contain `s3cret`.
  static let all: [any UserFacingError] =
    Array(
      [shared, stores, steps, deletions, pins, apple, openID, idTokens, ory, prelude, horizon]
        .joined())
    + [try? RedirectURI("s3cret:/")].compactMap { $0.map { OryLoginError(.sharedRedirectURI($0)) } }

  static let shared: [any UserFacingError] = [
    request, RequestError.NotSent.credentialUnavailable(unavailable), unavailable,
    TransportError(.timedOut, wasSent: true), GraphQLError(message: "s3cret"),
    ResponseDecodingError(.null, path: ["s3cret"], expected: "s3cret"),
    WebAuthenticationError.portInUse(8080), CallbackError.missing("s3cret"),
    PasskeyError.invalidOptions(member: "s3cret"), InvalidRedirectURI.malformed,
    DPoPKeyError.store(store), GateRefusal.cancelled, PageError.missingCursor,
    StreamError(.sessionEnded(.loggedOut), operationName: "s3cret"),
    WebSocketFailure.closed(code: 4403), RequestBodyError(.missing, place: "s3cret"),
  ]

  static let stores: [any UserFacingError] = [
    .unavailable, .insecurePermissions(mode: 0o644), .unreadable, .notEncodable, .notAFile,
    .noSpace, .notPermitted, .other(code: 5), .gateIsClosed(.notAsked), .gateIsClosed(.cancelled),
    .gateIsClosed(.failed), .gateIsClosed(.lockedOut), .gateIsClosed(.notEnrolled),
    .gateIsClosed(.notInteractive), .unreadableList, .accountRemoved,
  ].map { StoreError($0, place: "s3cret") }

  static let steps: [any UserFacingError] = [
    .request(request), .expired, .otherLogIn, .inProgress,
  ].map { SecondStepError($0) }

  private static let remaining = RemainingData(data: [LocalData("s3cret") {}], errors: [store])

  static let deletions: [any UserFacingError] =
    [
      .notSignedIn, .inProgress, .sessionUnavailable(unavailable), .notConfirmed(request),
      .notConfirmed(CancellationError()), .otherUser, .refused(request),
      .unknownOutcome(request), .notErased(remaining),
    ].map { AccountDeletionError($0) } + [
      AccountDeletionError(.notErased(remaining), after: .sessionEnded), remaining,
    ]

  static var pins: [any UserFacingError] {
    do throws(InvalidPins) {
      _ = try PinnedHost("s3cret", keys: ["s3cret"], backupKeys: [])
      return []
    } catch {
      return [error]
    }
  }

  static let apple: [any UserFacingError] =
    [
      .cancelled, .failed, .invalidResponse, .notHandled, .notInteractive, .other(code: 1000),
      .noIdentityToken, .wrongNonce, .alreadyUsed, .noRandomBytes,
    ] as [AppleSignInError]

  static let openID: [any UserFacingError] = [
    .cancelled, .insecureEndpoint,
    .unsuitableProvider(field: "issuer", found: "https://other.example"),
    .reservedParameter("s3cret"), .missingScope, .noRedirectURI, .noRandomBytes,
    .browser(.noBrowser),
    .callback(.missing("s3cret")), .noSuchAttempt,
    .denied(DeniedLogin(code: .accessDenied, serverText: "s3cret")), .request(request),
    .wrongTokenType, .key(.store(store)), .idToken(.expired), .wrongUser, .notSignedIn,
    .unavailable(unavailable), .unsupported,
  ].map { WebLoginError($0) }

  static let idTokens: [any UserFacingError] =
    [
      .missing, .malformed, .unsupportedAlgorithm, .unknownKey, .wrongSignature, .wrongIssuer,
      .wrongAudience, .wrongAuthorizedParty, .expired, .issuedInTheFuture, .notValidYet,
      .wrongNonce, .wrongAccessTokenHash, .wrongSubject, .authenticatedTooLongAgo,
      .wrongAuthenticationContext, .wrongOrganization,
    ] as [IDTokenError]

  static let ory: [any UserFacingError] = [
    .cancelled, .browser(.timedOut), .insecurePage, .callback(.wrongState),
    .errorInCallback, .alreadyFinished,
    .refused([OryMessage(id: 4_000_006, text: "s3cret", type: .error, field: "s3cret")]), .expired,
    .unknownCode, .registeredWithoutSession(identityID: "s3cret"), .browserRequired,
    .noRedirectURI, .codeRequired, .returnToForbidden, .sessionAlreadyAvailable,
    .secondFactorRequired,
    .otherSession, .notSignedIn, .unavailable(unavailable), .noExchangeCode, .noRandomBytes,
    .unexpectedResponse,
    .notStored(store), .request(request),
  ].map { OryLoginError($0) }

  static let prelude: [any UserFacingError] =
    [
      .cancelled, .conflict, .invalidConfiguration, .insecureEndpoint, .missingKey, .addressInUse,
      .expiredChallengeToken, .rateLimited, .invalidOTPCode, .accessDenied,
      .refused(PreludeErrorCode(graphQLName: "s3cret")), .request(request), .browser(.noBrowser),
      .callback(.missing("s3cret")), .unexpectedResponse, .noRandomBytes, .key(.unusable),
      .notLoggedIn, .unavailable(unavailable), .notStored(store),
    ] as [PreludeAuthError]

  static var horizon: [any UserFacingError] {
    var errors: [any UserFacingError] =
      [.request(request), .notSignedIn, .noSuchLink] as [AccountError]
    do throws(IllegalTransition) {
      _ = try SocialLoginFlow().performing(.logIn(username: "s3cret", password: "s3cret"))
    } catch {
      errors.append(error)
    }
    errors += erased(failures) + erased(problems)
    errors += erased(AuthenticationError.allCases + [.unknown("s3cret")])
    errors += erased(RequestSocialLinkVerificationEmailError.allCases + [.unknown("s3cret")])
    errors += erased(ForgottenPasswordError.allCases + [.unknown("s3cret")])
    return errors
  }

  private static func erased(_ errors: [some UserFacingError]) -> [any UserFacingError] { errors }

  static var failures: [SocialLoginFailure] {
    let rows: [(SocialLoginFailure.Reason, SocialLoginFailure.Resolution)] = [
      (.authentication(.unknown("s3cret")), .contactSupport),
      (.authentication(.accountLocked), .resetPassword),
      (.verificationEmail(.unknown("s3cret")), .contactSupport), (.request(request), .retry),
      (.request(request), .solveCaptcha([])),
      (.providerNotEnabled(code: "s3cret", enabled: ["s3cret"]), .contactAccountManager),
      (.providerHasItsOwnCredential(code: "s3cret"), .contactSupport), (.noToken, .contactSupport),
      (.notStored(store), .authenticateAgain),
    ]
    return rows.map { reason, resolution in
      SocialLoginFailure(
        reason: reason, resolution: resolution,
        call: .logIn(username: "s3cret", password: "s3cret"), origin: .choosingProvider(nil))
    }
  }

  static var problems: [FormProblem] {
    let rules = (ValidatorName.allCases + [.unknown("s3cret")]).map { FormProblem.Reason.rule($0) }
    let reasons: [FormProblem.Reason] = [
      .required, .notConfirmed, .invalidEmail, .invalidPhoneNumber, .invalidDate, .invalidNumber,
      .invalidOption, .cannotBeSent,
    ]
    return (reasons + rules).map { FormProblem(fieldName: "s3cret", reason: $0) }
  }
}
