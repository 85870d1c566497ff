// The responses of a server to the calls of a social login.

import AuthGenRuntime
import AuthGenTesting
import Foundation
import HorizonAPI

extension MockTransport {
  private static let flowOperations: [any GraphQLOperation.Type] = [
    GetSocialProvidersQuery.self, AppSocialLoginMutation.self, ExchangeSocialTokenMutation.self,
    SubmitMissingInformationMutation.self, CompleteSocialLoginMutation.self,
    RequestSocialLinkVerificationEmailMutation.self, LoginAndApproveSocialLinkMutation.self,
    LoginMutation.self, ApproveSocialLinkMutation.self, LogoutMutation.self,
  ]

  /// Responds to the operations of a social login that have a response. Others are unforeseen.
  ///
  /// - Parameters:
  ///   - responses: JSON by the name of the operation.
  ///   - meanwhile: acts before each response, with the name of the operation.
  static func flow(
    _ responses: [String: Data],
    meanwhile: @escaping @Sendable (String, HTTPRequest) async throws(TransportError) -> Void = {
      (_: String, _: HTTPRequest) in
    }
  ) -> MockTransport {
    .server(of: flowOperations.filter { responses[$0.operationName] != nil }) {
      request throws(TransportError) in
      let name = request.operationName ?? ""
      try await meanwhile(name, request)
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: responses[name] ?? Data())
    }
  }
}
