// The answers of a server to the calls of a social login.

import AuthGenRuntime
import AuthGenTesting
import Foundation
import HorizonAPI

extension MockTransport {
  /// Answers all operations of a social login, by name. Others are unforeseen.
  ///
  /// - Parameter meanwhile: acts before each response.
  func answerFlow(
    _ answers: [String: Data],
    meanwhile: @escaping @Sendable (RecordedCall) async throws(TransportError) -> Void = {
      (_: RecordedCall) in
    }
  ) {
    func add<Operation: GraphQLOperation>(_ operation: Operation.Type) {
      guard let json = answers[Operation.operationName] else { return }
      answer(operation) { call throws(TransportError) in
        try await meanwhile(call)
        return .json(json)
      }
    }
    add(GetSocialProvidersQuery.self)
    add(AppSocialLoginMutation.self)
    add(ExchangeSocialTokenMutation.self)
    add(SubmitMissingInformationMutation.self)
    add(CompleteSocialLoginMutation.self)
    add(RequestSocialLinkVerificationEmailMutation.self)
    add(LoginAndApproveSocialLinkMutation.self)
    add(LoginMutation.self)
    add(ApproveSocialLinkMutation.self)
    add(LogoutMutation.self)
  }
}
