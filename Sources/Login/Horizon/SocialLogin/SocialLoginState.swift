// The states of a social login.

public import AuthGenRuntime
public import AuthGenSessions
public import HorizonAPI

/// The state of a social login. Every state contains what a screen needs to show it.
public indirect enum SocialLoginState: Sendable {
  /// The customer chooses one of the site's providers and authenticates with its SDK. Nil until the
  /// list is fetched.
  case choosingProvider([LoginProvider]?)
  /// A call to the server is under way.
  case exchanging(Exchange)
  /// The provider's data is incomplete (`INVALID_DATA`). A form asks for the rest.
  case missingInformation(MissingInformation)
  /// The email address belongs to an account whose owner has to approve the link (`SOCIAL_LINK_PENDING`).
  case linkPending(LinkPending)
  /// The link in an email is for an account that this login did not ask about, or it would end the session
  /// of another customer. The customer has to confirm the account, because the link may come from another
  /// person.
  case confirmingAccount(AccountConfirmation)
  /// The customer is logged in, and the session is stored.
  case signedIn(SignedIn)
  /// The login failed.
  case failed(SocialLoginFailure)

  public typealias LoginProvider = GetSocialProvidersQuery.Data.SocialLoginProvider

  /// A call under way.
  public struct Exchange: Sendable {
    public let call: SocialLoginCall
    /// The state before the call.
    public let origin: SocialLoginState

    public init(call: SocialLoginCall, origin: SocialLoginState) {
      self.call = call
      self.origin = origin
    }
  }

  /// A form to fill in.
  public struct MissingInformation: Codable, Sendable {
    /// The form to show. It contains only the fields that are missing or wrong.
    public let form: LoginForm
    /// The answers so far, at first from the provider or from earlier input.
    public internal(set) var answers: FormAnswers
    /// The problems with the submitted answers; empty at first.
    public internal(set) var problems: [FormProblem]
    /// The provider's data.
    public let identity: SocialIdentity
    /// Continues the login.
    let socialLoginToken: Secret
    /// The answers that were sent for earlier forms.
    var accepted: SentAnswers?

    public init(
      form: LoginForm, answers: FormAnswers = FormAnswers(), problems: [FormProblem] = [],
      identity: SocialIdentity = SocialIdentity(), socialLoginToken: Secret
    ) {
      self.form = form
      self.answers = answers
      self.problems = problems
      self.identity = identity
      self.socialLoginToken = socialLoginToken
    }
  }

  /// A link that the account's owner has to approve.
  public struct LinkPending: Codable, Sendable {
    /// The provider's data. The email address is the account's.
    public let identity: SocialIdentity
    /// Identifies the link. An owner who is already logged in can approve it with
    /// ``CustomerAccount/approve(socialLinkID:)``.
    public let socialLinkID: String?
    /// Requests a verification email. The server replaces it with every email.
    var socialLoginToken: Secret?
    /// The number of verification emails sent.
    public internal(set) var emailsSent: Int
    /// The error of the last attempt to approve the link; nil at first.
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

    /// Whether a verification email can be requested. Its token approves the link.
    public var canRequestEmail: Bool { socialLoginToken != nil }
    /// Whether the owner can log in with a password, which also approves the link.
    public var canLogIn: Bool { socialLinkID != nil }
  }

  /// An account to confirm, such as in "Continue as ada@example.com?"
  public struct AccountConfirmation: Sendable {
    /// The link's account; nil if the server sent none.
    public var customer: CustomerSession.Customer? { session.customer }
    /// The session that a confirmation replaces and ends; nil if the customer is signed out, or if
    /// the session cannot be read now.
    public let replaced: CustomerSession?
    /// The session that begins with the confirmation. It is ended if the customer declines.
    let session: CustomerSession
    let isNewCustomer: Bool
    let origin: SocialLoginState

    public init(
      session: CustomerSession, isNewCustomer: Bool = false, replaced: CustomerSession? = nil,
      origin: SocialLoginState = .choosingProvider(nil)
    ) {
      self.session = session
      self.isNewCustomer = isNewCustomer
      self.replaced = replaced
      self.origin = origin
    }
  }

  /// A customer who has logged in. Ask the session manager whether the customer is still signed in.
  public struct SignedIn: Sendable {
    public let session: CustomerSession
    /// Whether the account is new, for example to show a welcome screen.
    public let isNewCustomer: Bool
    /// The result for the pending link; nil if there was none, or if the email's link was for
    /// another account.
    public let linkApproval: LinkApproval?
    /// Why the session could not be stored, so that it ends with the app; nil if it is stored.
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

  /// The result of approving a pending link.
  public enum LinkApproval: Sendable {
    case approved
    /// The server did not approve the link: it belongs to another customer, or is no longer pending.
    case refused
    /// The call failed. The customer is still logged in.
    case failed(RequestError)
  }
}

/// A call that a social login makes.
public enum SocialLoginCall: Sendable {
  /// `socialLoginProviders`, followed by the login that needs the list.
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
  /// `approveSocialLink`, on behalf of the customer who has just logged in.
  case approveLink(socialLinkID: String, CustomerSession)
}

/// The response to a call, or its failure.
public enum SocialLoginResponse: Sendable {
  case providers([SocialLoginState.LoginProvider])
  case socialLogin(SocialLoginOutcome)
  case verificationEmail(
    RequestSocialLinkVerificationEmailMutation.Data.RequestSocialLinkVerificationEmail)
  case authentication(AuthenticationOutcome)
  case approval(Bool)
  case failure(RequestError)
}

/// A state or an action, which errors name by its case, without the associated values.
protocol NamedCase {}

extension NamedCase {
  var name: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }
}

extension SocialLoginState: NamedCase {}
extension SocialLoginAction: NamedCase {}
