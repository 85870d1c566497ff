// Compiles the code of AuthGenStreams' page and comments.

import AuthGenRuntime
import AuthGenStreams
import ConstructsFixture
import Foundation

enum StreamSnippets {
  static func events(_ client: ConstructsClient<GraphQLClient>) async throws {
    for try await event in client.ticks(every: 5) {
      show(event.data?.ticks.count)
    }
  }

  static func socket(_ socketEndpoint: URL, _ graphQLClient: GraphQLClient) {
    let socket = SubscriptionSocket(endpoint: socketEndpoint)
    let streaming = graphQLClient.streaming(over: .webSocket(socket))
    let client = ConstructsClient(streaming)

    _ = client
  }

  private static func show(_ value: Int?) {}
}
