// Where a social login stands.

import AuthGenRuntime
import AuthGenSessions
import HorizonAPI

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
    /// The state that the call was made in.
    public let origin: SocialLoginState

    public init(call: SocialLoginCall, origin: SocialLoginState) {
      self.call = call
      self.origin = origin
    }
  }

  /// A form to fill in.
  public struct MissingInformation: Sendable {
    /// What to show. It has the fields that are missing or wrong, and no others.
    public let form: LoginForm
    /// What to fill it with at first: what the provider or the customer has told already.
    public internal(set) var answers: FormAnswers
    /// What was wrong with the answers that were given; empty at first.
    public internal(set) var problems: [FormProblem]
    /// What the provider told.
    public let identity: SocialIdentity
    /// Continues the login.
    let socialLoginToken: Secret
    /// What was sent for earlier forms.
    let accepted: SocialLoginMissingInformation?

    public init(
      form: LoginForm, answers: FormAnswers = FormAnswers(), problems: [FormProblem] = [],
      identity: SocialIdentity = SocialIdentity(), socialLoginToken: Secret
    ) {
      self.init(
        form: form, answers: answers, problems: problems, identity: identity,
        socialLoginToken: socialLoginToken, accepted: nil)
    }

    init(
      form: LoginForm, answers: FormAnswers, problems: [FormProblem], identity: SocialIdentity,
      socialLoginToken: Secret, accepted: SocialLoginMissingInformation?
    ) {
      self.form = form
      self.answers = answers
      self.problems = problems
      self.identity = identity
      self.socialLoginToken = socialLoginToken
      self.accepted = accepted
    }
  }

  /// A link that waits for the approval of the account's owner.
  public struct LinkPending: Sendable {
    /// What the provider told; the email address is the account's.
    public let identity: SocialIdentity
    /// Identifies the link: whoever is logged in as the owner by other means can approve it with
    /// ``CustomerAccount/approve(socialLinkID:)``.
    public let socialLinkID: String?
    /// Asks for a verification email. A new one comes with every email.
    var socialLoginToken: Secret?
    /// How many verification emails were sent.
    public internal(set) var emailsSent: Int
    /// Why the last attempt to approve the link was not accepted; nil at first.
    public internal(set) var problem: AuthenticationError?

    public init(
      identity: SocialIdentity, socialLinkID: String? = nil, socialLoginToken: Secret? = nil,
      emailsSent: Int = 0, problem: AuthenticationError? = nil
    ) {
      self.identity = identity
      self.socialLinkID = socialLinkID
      self.socialLoginToken = socialLoginToken
      self.emailsSent = emailsSent
      self.problem = problem
    }

    /// Whether an email can be asked for, whose token approves the link.
    public var canRequestEmail: Bool { socialLoginToken != nil }
    /// Whether the owner can log in with a password, which approves the link too.
    public var canLogIn: Bool { socialLinkID != nil }
  }

  /// A customer who has logged in. Whether they still are is for the session manager to say.
  public struct SignedIn: Sendable {
    public let session: CustomerSession
    /// Whether the account is new: a moment to welcome the customer.
    public let isNewCustomer: Bool
    /// What became of the link that was pending; nil where there was none.
    public let linkApproval: LinkApproval?
    /// Why the session will not outlive the app; nil where it is stored.
    public internal(set) var storeError: StoreError?

    public init(
      session: CustomerSession, isNewCustomer: Bool = false, linkApproval: LinkApproval? = nil,
      storeError: StoreError? = nil
    ) {
      self.session = session
      self.isNewCustomer = isNewCustomer
      self.linkApproval = linkApproval
      self.storeError = storeError
    }
  }

  /// What became of a link that was pending.
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
  case submitInformation(SocialLoginInput)
  /// `requestSocialLinkVerificationEmail`.
  case requestVerificationEmail(socialLoginToken: Secret)
  /// `loginAndApproveSocialLink`.
  case redeem(verificationToken: Secret)
  /// `login`.
  case logIn(username: String, password: Secret)
  /// `approveSocialLink`, as the customer who has just logged in.
  case approveLink(socialLinkID: String, CustomerSession)
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
