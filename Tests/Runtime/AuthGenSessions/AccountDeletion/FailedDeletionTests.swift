// Tests what a response says about the deletion of an account.

import AuthGenTestSupport
import Foundation
import Testing

@_spi(Generated) @testable import AuthGenRuntime
@testable import AuthGenSessions

/// A mutation whose server refuses a credential in the data.
private struct DeleteAccount: AuthenticatedOperation, CredentialRefusingOperation {
  static let definition = OperationDefinition(
    .mutation, "DeleteAccount", document: "mutation DeleteAccount { deleteAccount }")

  struct Data: ResponseObject {
    let deleteAccount: String?

    init(fields: inout FieldReader) { deleteAccount = fields.optionalString("deleteAccount") }

    func encode(into fields: FieldWriter) {
      fields.optionalString("deleteAccount", deleteAccount)
    }
  }

  func encode(into fields: FieldWriter) {}

  static func refusesCredential(_ data: Data) -> Bool { data.deleteAccount == "UNAUTHENTICATED" }
}

@Suite struct FailedDeletionTests {
  private static func error(
    _ reason: RequestError.Reason, _ progress: RequestError.Progress
  ) -> RequestError {
    RequestError(reason, progress: progress, operationName: "DeleteAccount")
  }

  private static func status(_ status: Int, _ mediaType: String? = nil) -> RequestError {
    error(
      .httpStatus(HTTPFailure(status: status, mediaType: mediaType, bodySize: 0, retryAfter: nil)),
      .responded)
  }

  private static func graphQL(at path: GraphQLError.PathSegment...) -> RequestError {
    error(.graphQL([GraphQLError(message: "no", path: path)]), .responded)
  }

  @Test(arguments: [
    (error(.notSent(.noSession), .notSent), false),
    (error(.transport(TransportError(.connectionLost, wasSent: true)), .sent), true),
    (error(.cancelled, .sent), true), (error(.cancelled, .notSent), false),
    (graphQL(), false), (graphQL(at: "deleteAccount"), false),
    (graphQL(at: "deleteAccount", "user"), true),
    (status(401), false), (status(502), true), (status(200, "text/html"), true),
    (
      error(
        .decoding(ResponseDecodingError(.null, path: ["a"], expected: "a value")), .responded), true
    ),
  ])
  func requestMayHaveTakenEffect(_ error: RequestError, _ mayHave: Bool) {
    #expect(error.mayHaveTakenEffect == mayHave, "\(error)")
  }

  private enum Outcome { case deleted, declined, unknown, refused, credentialRefused }

  private static let rules: [RefusalRule] = [
    .extensions("code", in: ["EXPIRED"]), .extensions("states", lack: "signed in"),
  ]

  @Test(
    arguments: [
      (#"{"data": {"deleteAccount": "OK"}}"#, .deleted),
      // A field of the user who is gone, and a state without the user.
      (
        #"""
        {"data": {"deleteAccount": "OK"}, "errors": [
          {"message": "no", "path": ["deleteAccount", "user"], "extensions": {"code": "EXPIRED"}}]}
        """#, .deleted
      ),
      (#"{"data": {"deleteAccount": "OK"}, "extensions": {"states": []}}"#, .deleted),
      (#"{"data": {"deleteAccount": "WRONG_PASSWORD"}}"#, .declined),
      (#"{"data": {"deleteAccount": null}}"#, .declined),
      (
        #"{"data": {"deleteAccount": null}, "errors": [{"message": "no", "path": ["deleteAccount"]}]}"#,
        .refused
      ),
      (#"{"errors": [{"message": "no"}]}"#, .refused),
      (
        #"{"data": null, "errors": [{"message": "no", "path": ["deleteAccount", "user"]}]}"#,
        .unknown
      ),
      (#"{"data": null}"#, .unknown),
      (#"{"errors": [{"message": "no", "extensions": {"code": "EXPIRED"}}]}"#, .credentialRefused),
      (#"{"data": {"deleteAccount": "UNAUTHENTICATED"}}"#, .credentialRefused),
      (
        #"{"data": {"deleteAccount": null}, "extensions": {"states": []}}"#, .credentialRefused
      ),
    ] as [(String, Outcome)])
  private func responseSaysWhatHasHappened(_ json: String, _ expected: Outcome) throws {
    let response = try GraphQLResponse<DeleteAccount.Data>(json: Data(json.utf8))
    let outcome: Outcome
    do throws(FailedDeletion) {
      let answer = try DeleteAccount.deletion(
        in: response, where: { $0.deleteAccount == "OK" }, refusals: Self.rules)
      if case .deleted = answer { outcome = .deleted } else { outcome = .declined }
    } catch {
      outcome =
        error.mayHaveTakenEffect
        ? .unknown : error.refusesCredential ? .credentialRefused : .refused
    }
    #expect(outcome == expected, "\(json)")
  }

  /// A closure like that of an app must not count a refusal as success.
  @Test func refusalInTheDataIsNoDeletion() throws {
    let response = try GraphQLResponse<DeleteAccount.Data>(
      json: Data(#"{"data": {"deleteAccount": "UNAUTHENTICATED"}}"#.utf8))
    #expect(throws: FailedDeletion.self) {
      try DeleteAccount.deletion(in: response, where: { _ in true }, refusals: Self.rules)
    }
  }

  @Test func deletionIsSentOnceWithTheCredentialOfTheSession() async throws {
    let sent = Shared<[String?]>([])
    let client = try scriptedClient(
      InMemoryTransport { request in
        sent.withLock { $0.append(request.headers["Authorization"]) }
        return .json(#"{"data": {"deleteAccount": "OK"}, "errors": [{"message": "no"}]}"#)
      })
    let store = InMemoryStore()
    let manager = SessionManager<TestSession>(store: store)
    try await manager.logIn { TestSession("one") }
    let answer = try await manager.deleteAccount(
      with: client, confirming: { DeleteAccount() }, where: { $0.deleteAccount == "OK" })
    guard case .deleted = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(sent.withLock { $0 } == ["Opaque one"] && store.read() == nil)
  }
}
