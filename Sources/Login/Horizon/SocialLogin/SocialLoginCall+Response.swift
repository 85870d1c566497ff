// The network calls of a social login.

import AuthGenRuntime
import HorizonAPI

extension SocialLoginCall {
  /// Makes the call once.
  func response(
    from client: GraphQLClient, options: CallOptions
  ) async -> SocialLoginResponse {
    do throws(RequestError) {
      switch self {
      case .listProviders:
        return .providers(
          try await client.execute(GetSocialProvidersQuery(), options: options)
            .socialLoginProviders)
      case .exchangeToken(let credential):
        return .socialLogin(
          try await client.value(
            of: ExchangeSocialTokenMutation(input: credential.input), options, \.appSocialLogin,
            isConclusive: \.authenticationResponse.isConclusive))
      case .submitInformation(let input):
        return .socialLogin(
          try await client.value(
            of: SubmitMissingInformationMutation(input: input), options, \.socialLogin,
            isConclusive: \.authenticationResponse.isConclusive))
      case .requestVerificationEmail(let token):
        return .verificationEmail(
          try await client.value(
            of: RequestSocialLinkVerificationEmailMutation(
              input: .init(socialAuthenticationToken: token)),
            options, \.requestSocialLinkVerificationEmail))
      case .redeem(let token):
        return .authentication(
          try await client.value(
            of: LoginAndApproveSocialLinkMutation(input: .init(verificationToken: token)), options,
            \.loginAndApproveSocialLink, isConclusive: \.isConclusive))
      case .logIn(let username, let password):
        return .authentication(
          try await client.value(
            of: LoginMutation(input: .init(username: username, password: password)), options,
            \.login, isConclusive: \.isConclusive))
      case .approveLink(let id, let session):
        let mutation = ApproveSocialLinkMutation(input: .init(socialLinkId: id))
        return .approval(
          try await client.authenticated(by: session.credential).execute(mutation)
            .approveSocialLink ?? false)
      }
    } catch {
      return .failure(error)
    }
  }
}

extension GraphQLClient {
  /// Returns the operation's main value. A conclusive value counts even if there are errors: a
  /// login must not lose its token because the customer's name could not be found.
  fileprivate func value<Operation: AnonymousOperation, Value>(
    of operation: Operation, _ options: CallOptions, _ value: (Operation.Data) -> Value?,
    isConclusive: (Value) -> Bool = { _ in true }
  ) async throws(RequestError) -> Value {
    let response = try await response(to: operation, options: options)
    if let value = response.data.flatMap(value), response.errors.isEmpty || isConclusive(value) {
      return value
    }
    throw response.failure(of: Operation.operationName)
  }
}

extension AuthenticationOutcome {
  /// Whether it contains the result of the login.
  fileprivate var isConclusive: Bool { error != nil || token != nil }
}
