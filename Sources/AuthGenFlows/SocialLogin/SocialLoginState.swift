// Where a social login stands.

import AuthGenRuntime
import AuthGenSessions
import HorizonAuth

/// Where a social login stands. Every state has what a screen needs to show it.
public indirect enum SocialLoginState: Sendable {
  /// The customer chooses one of the site's providers, and authenticates with its SDK. Nil until
  /// the list was asked for.
  case choosingProvider([LoginProvider]?)
  /// The server is asked.
  case exchanging(Exchange)
  /// The provider did not tell all that the site needs (`INVALID_DATA`): a form asks for it.
  case missingInformation(MissingInformation)
  /// The email address belongs to an account whose owner has to approve (`SOCIAL_LINK_PENDING`).
  case linkPending(LinkPending)
  /// The customer is logged in, and the session is stored.
  case signedIn(SignedIn)
  /// The login did not go on.
  case failed(SocialLoginFailure)

  public typealias LoginProvider = GetSocialProvidersQuery.Data.SocialLoginProvider

  /// A call under way.
  public struct Exchange: Sendable {
    public let call: SocialLoginCall
    /// The state that the call began in.
    let origin: SocialLoginState
  }

  /// A form to fill in.
  public struct MissingInformation: Sendable {
    /// What to show. It has the fields that are missing or wrong, and no others.
    public let form: LoginForm
    /// What to fill it with at first: what the provider or the customer has told already.
    public let answers: FormAnswers
    /// What was wrong with the answers that were given; empty at first.
    public let problems: [FormProblem]
    /// What the provider told.
    public let identity: SocialIdentity
    /// Continues the login.
    let socialLoginToken: Secret
  }

  /// A link that waits for the approval of the account's owner.
  public struct LinkPending: Sendable {
    /// What the provider told; the email address is the account's.
    public let identity: SocialIdentity
    /// How many verification emails were sent.
    public internal(set) var emailsSent = 0
    /// Why the last attempt to approve the link was not accepted; nil at first.
    public internal(set) var problem: AuthenticationError?
    let socialLinkID: String?
    /// Asks for a verification email. A new one comes with every email.
    var socialLoginToken: Secret?

    /// Whether an email can be asked for, whose token approves the link.
    public var canRequestEmail: Bool { socialLoginToken != nil }
    /// Whether the owner can log in with a password, which approves the link too.
    public var canLogIn: Bool { socialLinkID != nil }
  }

  /// A customer who is logged in.
  public struct SignedIn: Sendable {
    public let session: CustomerSession
    /// Whether the account is new: a moment to welcome the customer.
    public let isNewCustomer: Bool
    /// What became of the link that was pending; nil where there was none.
    public let linkApproval: LinkApproval?
    /// Why the session will not outlive the app; nil where it is stored.
    public internal(set) var storeError: StoreError?
  }

  /// What became of a link after its owner had logged in with a password.
  public enum LinkApproval: Sendable {
    case approved
    /// The server did not approve it: the link is not this customer's, or no longer pending.
    case refused
    /// The call failed; the customer is logged in all the same.
    case failed(RequestError)
  }
}

/// A call that a social login makes.
public enum SocialLoginCall: Sendable {
  /// `socialLoginProviders`, and then the login that needed to know them.
  case listProviders(then: ProviderCredential?)
  /// `appSocialLogin`.
  case exchangeToken(ProviderCredential)
  /// `socialLogin`, with the answers to the form.
  case submitInformation(SocialLoginAnswers)
  /// `requestSocialLinkVerificationEmail`.
  case requestVerificationEmail(socialLoginToken: Secret)
  /// `loginAndApproveSocialLink`.
  case redeem(verificationToken: Secret)
  /// `login`.
  case logIn(username: String, password: Secret)
  /// `approveSocialLink`, as the customer who has just logged in.
  case approveLink(socialLinkID: String, CustomerSession)
}

/// Answers to a form that nothing speaks against, and the token that they are sent with.
public struct SocialLoginAnswers: Sendable {
  let socialLoginToken: Secret
  let form: LoginForm
  let answers: FormAnswers
}

/// What a call gave.
public enum SocialLoginAnswer: Sendable {
  case providers([SocialLoginState.LoginProvider])
  case socialLogin(SocialLoginOutcome)
  case verificationEmail(
    RequestSocialLinkVerificationEmailMutation.Data.RequestSocialLinkVerificationEmail)
  case authentication(AuthenticationOutcome)
  case approval(Bool)
  case failure(RequestError)
}
