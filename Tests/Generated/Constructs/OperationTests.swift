// Tests sessions, subscriptions, scalars, deprecations and texts.

import AuthGenRuntime
import ConstructsFixture
import Testing

@Suite struct OperationTests {
  @Test func configuredFieldRequiresASession() {
    #expect(isAuthenticated(AccountQuery()) == true)
    #expect(isAuthenticated(SearchQuery()) == false)
  }

  @Test func executorCannotRunASubscription() {
    #expect(TicksSubscription.kind == .subscription)
    #expect(isAuthenticated(TicksSubscription()) == nil)
    #expect(isAuthenticated(MessagesSubscription()) == nil)
    #expect(needsSession(TicksSubscription()) == false)
    #expect(needsSession(MessagesSubscription()) == true)
  }

  @Test func subscriptionIsEncodedAndDecoded() throws {
    let data = try roundTrip(#"{"ticks":{"count":3}}"#, as: TicksSubscription.Data.self)
    #expect(data.ticks.count == 3)
    try expectEncoding(of: TicksSubscription(), "{}")
    try expectEncoding(of: TicksSubscription(every: 2), #"{"every":2}"#)
    let message = try roundTrip(
      #"{"messages":{"__typename":"Person","name":"Ada"}}"#, as: MessagesSubscription.Data.self)
    #expect(message.messages.concrete == .person(.init(name: "Ada")))
  }

  @Test func secretsAndScalarsRoundTrip() throws {
    let data = try roundTrip(
      """
      {"account":{"token":"t0p","code":"s3cret","note":"n"},
       "matrix":[[1,null],null,[]],"old":"o"}
      """, as: AccountQuery.Data.self)
    #expect(data.account?.token.reveal() == "t0p")
    #expect(data.account?.code == Secret("s3cret"))
    #expect(!"\(data)".contains("t0p") && !"\(data)".contains("s3cret"))
    #expect(data.account?.note == "n")
    #expect(data.matrix == [[1, nil], nil, []])
  }

  @Test func deprecatedEnumValueIsKnown() {
    #expect(Kind(rawValue: "TAPE").rawValue == "TAPE")
    #expect(Kind.allCases.count == 3)
    #expect(Kind.allCases.allSatisfy { if case .unknown = $0 { false } else { true } })
  }

  @Test func describedTypesAreRead() throws {
    let json = #"{"texts":{"block":"a\r\nb","string":"*/ \"\"\" \\"}}"#
    let data = try roundTrip(json, as: TextsQuery.Data.self)
    #expect(data.texts.block == "a\r\nb")
    #expect(data.texts.string == #"*/ """ \"#)
    #expect(try decode(json, as: LineEndingsQuery.Data.self).texts.block == "a\r\nb")
  }

  @Test func operationNameIsSentAsWritten() {
    #expect(LineEndingsQuery.operationName == "lineEndings")
    #expect(LineEndingsQuery.document == "query lineEndings{texts{block}}")
  }
}

/// Nil if no executor can run the operation.
private func isAuthenticated(_ operation: any GraphQLOperation) -> Bool? {
  if operation is any AuthenticatedOperation { return true }
  return operation is any AnonymousOperation ? false : nil
}

/// Nil if the operation is not a subscription.
private func needsSession(_ operation: any GraphQLOperation) -> Bool? {
  if operation is any AuthenticatedSubscription { return true }
  return operation is any AnonymousSubscription ? false : nil
}
