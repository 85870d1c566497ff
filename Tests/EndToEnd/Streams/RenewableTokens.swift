// What the tests of live streams have in common.

import AuthGenRuntime
import AuthGenTestServers
import AuthGenTestSupport
import ConstructsFixture
import Foundation

/// Tokens that another one replaces when the server refuses one, or when a test renews one.
final class RenewableTokens: CredentialSource {
  private typealias Report = @Sendable (CredentialChange) -> Void
  private let name: String
  private let state = Shared<(number: Int, reports: [Report])>((1, []))

  /// - Parameter name: the start of each token; its number follows.
  init(_ name: String = "token") {
    self.name = name
  }

  private func credential(_ number: Int) -> Credential {
    Credential(scheme: "Bearer", token: Secret("\(name)-\(number)"))
  }

  func credential() async throws(CredentialUnavailable) -> Credential? {
    credential(state.withLock { $0.number })
  }

  func credential(
    insteadOf refused: Credential
  ) async throws(CredentialUnavailable) -> Credential? {
    if try await credential() == refused { renew() }
    return try await credential()
  }

  func sessionHasEnded(_ credential: Credential) async {}

  /// The servers refuse a token in `connection_init` as graphql-ws does.
  var refusals: [RefusalRule] {
    [.status(401), .closeCode(4403), .extensions("code", in: ["UNAUTHENTICATED"])]
  }

  func renew() {
    let reports = state.withLock { state in
      state.number += 1
      defer { state.reports = [] }
      return state.reports
    }
    for report in reports { report(.replaced) }
  }

  func observe(
    _ credential: Credential, _ report: @escaping @Sendable (CredentialChange) -> Void
  ) async -> CredentialObservation? {
    let isCurrent = state.withLock { state in
      guard self.credential(state.number) == credential else { return false }
      state.reports.append(report)
      return true
    }
    if !isCurrent { report(.replaced) }
    return nil
  }
}

extension PythonServer {
  /// Sends a text to one of the server's endpoints for tests, and returns its response.
  func post(_ path: String, _ text: String) async throws -> String {
    var request = HTTPRequest(url: origin.appending(path: path))
    request.body = Data(text.utf8)
    return String(decoding: try await URLSessionTransport().send(request).body, as: UTF8.self)
  }
}

extension MessagesSubscription.Data.Messages {
  /// The name, if the message is from a person.
  var asPerson: String? {
    if case .person(let person) = concrete { person.name } else { nil }
  }
}
