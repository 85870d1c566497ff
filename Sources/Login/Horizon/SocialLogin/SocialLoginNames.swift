// The names of states, actions and answers for errors, without their associated values.

extension SocialLoginState {
  var name: String {
    switch self {
    case .choosingProvider: "choosingProvider"
    case .exchanging: "exchanging"
    case .missingInformation: "missingInformation"
    case .linkPending: "linkPending"
    case .confirmingAccount: "confirmingAccount"
    case .signedIn: "signedIn"
    case .failed: "failed"
    }
  }
}

extension SocialLoginAction {
  var name: String {
    switch self {
    case .listProviders: "listProviders"
    case .signIn: "signIn"
    case .submit: "submit"
    case .requestVerificationEmail: "requestVerificationEmail"
    case .redeem: "redeem"
    case .confirmAccount: "confirmAccount"
    case .logIn: "logIn"
    case .retry: "retry"
    case .goBack: "goBack"
    case .startOver: "startOver"
    }
  }
}
