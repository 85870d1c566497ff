// Tests the properties of Horizon's generated operations, and which executor may run them.

import AuthGenRuntime
import Foundation
import HorizonAPI
import Testing

@Suite struct HorizonOperationTests {
  @Test func operationHasItsDocument() {
    #expect(GetSocialProvidersQuery.operationName == "GetSocialProviders")
    #expect(GetSocialProvidersQuery.kind == .query)
    #expect(
      GetSocialProvidersQuery.document
        == "query GetSocialProviders{socialLoginProviders{code name colour iconUrl clientId}}")
    #expect(GetSocialProvidersQuery.documentHash.count == 64)
  }

  @Test func documentHasTheRequiredFragments() {
    #expect(
      ExchangeSocialTokenMutation.document.contains("fragment SocialLoginOutcome on"))
    #expect(
      ExchangeSocialTokenMutation.document.contains("fragment AuthenticationOutcome on"))
  }

  @Test func weightAndBucketAreGenerated() {
    #expect(AppSocialLoginMutation.weight == 50)
    #expect(AppSocialLoginMutation.rateLimitBuckets == ["AUTHENTICATION"])
    #expect(GetSocialProvidersQuery.rateLimitBuckets == [])
  }

  @Test func markedFieldRequiresASessionAndItsTypeDoesNot() {
    func isAuthenticated(_ operation: any GraphQLOperation) -> Bool {
      operation is any AuthenticatedOperation
    }
    #expect(isAuthenticated(SocialLinksQuery()))
    #expect(isAuthenticated(LogoutMutation()))
    #expect(!isAuthenticated(LoginMutation(input: .init(username: "ada", password: "secret"))))
  }

  @Test func facadeRunsOperations() async throws {
    let anonymous = HorizonClient(Canned(json: #"{"socialLoginProviders": []}"#))
    #expect(try await anonymous.getSocialProviders().socialLoginProviders.isEmpty)
    let authenticated = HorizonClient(CannedSession(json: #"{"customer": {"socialLinks": []}}"#))
    let data = try await authenticated.socialLinks(status: .linked)
    #expect(data.customer?.socialLinks?.isEmpty == true)
  }

  @Test func secretsStayOutOfDescriptionsMirrorsAndDumps() throws {
    let input = LoginInput(username: "ada@example.com", password: "correct horse battery staple")
    var dumped = ""
    dump(input, to: &dumped)
    for text in ["\(input)", String(reflecting: input), dumped] {
      #expect(text.contains("ada@example.com"))
      #expect(!text.contains("horse"))
    }
  }
}

/// Responds to every operation with the same JSON text.
private struct Canned: OperationExecutor {
  typealias Failure = any Error

  let json: String

  func data<Operation: GraphQLOperation>(
    for operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(any Error) -> Operation.Data {
    try Operation.Data(json: Data(json.utf8))
  }
}

private struct CannedSession: AuthenticatedOperationExecutor {
  typealias Failure = any Error

  let json: String

  func data<Operation: GraphQLOperation>(
    for operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(any Error) -> Operation.Data {
    try Operation.Data(json: Data(json.utf8))
  }
}
