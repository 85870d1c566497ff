// Compiles the code of AuthGenStreams' page and comments.

import AuthGenRuntime
import AuthGenStreams
import ConstructsFixture
import Foundation

enum StreamSnippets {
  typealias ChatClient = ConstructsClient

  static func events(_ client: ConstructsClient<GraphQLClient>) async throws {
    for try await event in client.ticks(every: 5) {
      show(event.data?.ticks.count)
    }
  }

  static func socket(_ socketEndpoint: URL, _ graphQLClient: GraphQLClient) {
    let socket = SubscriptionSocket(endpoint: socketEndpoint)
    let streaming = graphQLClient.streaming(over: .webSocket(socket))
    let client = ChatClient(streaming)

    _ = client
  }

  static func protocols(_ graphQLClient: GraphQLClient) {
    let streaming = graphQLClient.streaming(over: .http(.multipart, .serverSentEvents))
    _ = streaming
  }

  struct ChatSession {
    let client: ConstructsClient<AuthenticatedGraphQLClient>
  }

  static func session(_ session: ChatSession, _ socket: SubscriptionSocket) async throws {
    for try await event in session.client.messages() { show(event.data) }
    _ = ChatClient(session.client.executor.streaming(over: .webSocket(socket)))
  }

  static func updates(_ client: ConstructsClient<GraphQLClient>) async throws {
    for try await update in client.updates(of: ReportQuery()) {
      guard let report = update.data?.report else { continue }
      switch report.reportBodyFragment {
      case .pending: showProgress(report.title)
      case .delivered(let fragment): show(fragment.body)
      case .failed(let errors): show(errors)
      }
    }
  }

  static func shortUpdates(_ client: GraphQLClient) async throws {
    for try await update in client.updates(of: ReportQuery()) {
      if let report = update.data?.report { show(report) }
    }
  }

  static func states(_ hero: (details: Deferred<ReportBodyFragment>, name: String)) {
    switch hero.details {
    case .pending: showProgress()
    case .delivered(let details): show(details)
    case .failed(let errors): show(errors)
    }
  }

  private static func show<Value>(_ value: Value) {}
  private static func showProgress(_ title: String = "") {}
}
