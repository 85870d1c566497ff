// Tests the deletion of an account with generated sessions, against a server in the form of Magento and
// against strawberry-django-auth.

import AuthGenRuntime
import AuthGenSessions
import AuthGenTestServers
import AuthGenTestSupport
import Foundation
import SessionsFixture
import Testing

/// Loses the response to one operation, as often as it is asked to.
private struct LosingTransport: Transport {
  let operation: String
  let losses = Shared(0)

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let response = try await URLSessionTransport().send(request)
    let body = request.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let isLost = losses.withLock { losses in
      guard losses > 0, body.contains("\"operationName\":\"\(operation)\"") else { return false }
      losses -= 1
      return true
    }
    if isLost { throw TransportError(.connectionLost, wasSent: true) }
    return response
  }
}

extension AccountDeletion {
  fileprivate var name: String {
    switch self {
    case .deleted: "deleted"
    case .sessionEnded: "sessionEnded"
    case .declined: "declined"
    }
  }
}

extension EndToEnd.Servers.Sessions {
  @Suite struct AccountDeletionTests {
    private let store = InMemoryStore()
    private let erased = Shared<[String]>([])

    private var orders: LocalData {
      LocalData("orders") { erased.withLock { $0.append("orders") } }
    }

    // MARK: Magento

    /// A customer of this test.
    private let email = "ada+\(UUID().uuidString)@example.com"

    private func magento(_ backend: Backend) async throws -> MagentoSession {
      let shop = MagentoSession(backend.client, store: store)
      #expect(try await logIn(shop))
      return shop
    }

    private func logIn(_ shop: MagentoSession) async throws(RequestError) -> Bool {
      try await shop.logIn(
        .generateCustomerToken(email: email, password: SessionSystem.password)
      ).isSignedIn
    }

    private func delete(
      _ shop: MagentoSession
    ) async throws(AccountDeletionError) -> AccountDeletion<DeleteCustomerMutation.Data> {
      try await shop.deleteAccount(
        erasing: [orders],
        confirming: {
          // Magento's session does not say who the customer is, so a new login would delete nothing.
          _ = try await shop.client.magentoCustomer()
          return DeleteCustomerMutation()
        },
        where: { $0.deleteCustomer == true })
    }

    @Test func accountIsDeletedOnTheServerAndOnTheDevice() async throws {
      let backend = try await Backend(Service.session("magento", 300, 3_600))
      let shop = try await magento(backend)
      let stored = try #require(store.read())
      #expect(backend.seen(try await delete(shop)).name == "deleted")
      #expect(store.read() == nil && erased.withLock { $0 } == ["orders"])
      #expect(await shop.sessions.state == .signedOut(.loggedOut))
      // The server accepts neither the former token nor the password.
      store.write(stored)
      let copy = MagentoSession(backend.client, store: store)
      await #expect(throws: RequestError.self) { try await copy.client.magentoCustomer() }
      await #expect(throws: RequestError.self) { try await logIn(shop) }
    }

    @Test func declinedDeletionErasesNothing() async throws {
      let backend = try await Backend(Service.session("magento", 300, 3_600))
      let shop = MagentoSession(backend.client, store: store)
      _ = try await shop.logIn(
        .generateCustomerToken(email: SessionSystem.email, password: SessionSystem.password))
      let stored = try #require(store.read())
      let answer = try await shop.deleteAccount(
        erasing: [orders], confirming: { DeleteCustomerMutation() },
        where: { $0.deleteCustomer == true })
      #expect(answer.name == "declined")
      #expect(store.read() == stored && erased.withLock { $0 } == [])
      #expect(try await shop.client.magentoCustomer().customer?.email == SessionSystem.email)
    }

    @Test func deletionWhoseResponseIsLostIsCompletedByTheNextAttempt() async throws {
      let transport = LosingTransport(operation: "DeleteCustomer")
      let backend = try await Backend(
        Service.session("magento", 300, 3_600), transport: transport)
      let shop = try await magento(backend)
      transport.losses.withLock { $0 = 1 }
      let failed = await #expect(throws: AccountDeletionError.self) { try await delete(shop) }
      #expect(caseName(of: backend.seen(failed)?.reason) == "unknownOutcome")
      #expect(store.read() != nil && erased.withLock { $0 } == [])
      let before = try await backend.requests("/graphql").count
      #expect(try await delete(shop).name == "sessionEnded")
      // The customer did not have to confirm again, which is not possible any more.
      let sent = try await backend.requests("/graphql").dropFirst(before)
      #expect(sent.compactMap { $0.members["operationName"] } == ["DeleteCustomer"])
      #expect(store.read() == nil && erased.withLock { $0 } == ["orders"])
    }

    // MARK: strawberry-django-auth

    @Test(.needsNewPython) func passwordConfirmsTheDeletion() async throws {
      let backend = try await Backend(Service.tokens("gqlauth_server", 300, 3_600))
      let notes = GqlauthSession(backend.client, store: store)
      let password: Secret = "correct horse"
      #expect(
        try await notes.logIn(.gqlauthLogIn(username: "dave", password: password)).isSignedIn)
      func delete(
        _ password: Secret
      ) async throws -> AccountDeletion<GqlauthDeleteAccountMutation.Data> {
        try await notes.deleteAccount(
          confirming: { GqlauthDeleteAccountMutation(password: password) },
          where: { $0.deleteAccount.success })
      }
      guard case .declined(let data) = try await delete("wrong") else {
        Issue.record("expected declined")
        return
      }
      #expect(data.deleteAccount.errors != nil)
      #expect(try await notes.client.gqlauthMe().me.username == "dave")
      #expect(try await delete(password).name == "deleted")
      #expect(store.read() == nil)
      #expect(
        try await notes.logIn(.gqlauthLogIn(username: "dave", password: password)).isSignedIn
          == false)
    }

    /// The library fails with status 500 for a token of a user who is gone, until the token has expired.
    @Test(.needsNewPython) func failingServerLeavesTheOutcomeUnknown() async throws {
      let transport = LosingTransport(operation: "GqlauthDeleteAccount")
      let backend = try await Backend(
        Service.tokens("gqlauth_server", 300, 3_600), transport: transport)
      let notes = GqlauthSession(backend.client, store: store)
      let password: Secret = "correct horse"
      #expect(
        try await notes.logIn(.gqlauthLogIn(username: "erin", password: password)).isSignedIn)
      func delete() async throws -> AccountDeletion<GqlauthDeleteAccountMutation.Data> {
        try await notes.deleteAccount(
          confirming: { GqlauthDeleteAccountMutation(password: password) },
          where: { $0.deleteAccount.success })
      }
      transport.losses.withLock { $0 = 1 }
      for _ in 0..<2 {
        let error = await #expect(throws: AccountDeletionError.self) { try await delete() }
        #expect(caseName(of: error?.reason) == "unknownOutcome")
        #expect(store.read() != nil)
      }
      try await backend.control("revoke", ["kind": "access"])
      #expect(try await delete().name == "sessionEnded")
      #expect(store.read() == nil)
    }
  }
}
