import AuthGenRuntime
import AuthGenSessions
import AuthGenTesting
import Foundation

let client = GraphQLClient(
  ClientConfiguration(endpoint: DemoService.endpoint), transport: DemoService())
print(try await ExampleClient(client).hello(name: "Ada").hello)
let user = ExampleSession(client, store: FileStore(url: URL(filePath: ".shop/session")))
if await user.sessions.state.session == nil {
  print(try await user.logIn(.logIn(email: "ada@example.com", password: "correct horse")))
}
print("Welcome,", try await user.client.me().me.name)
