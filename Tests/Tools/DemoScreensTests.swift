// Tests the demo's screens without a server.

import AuthGenHorizon
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenTesting
import HorizonAPI
import Testing

@testable import authgen_demo

@Suite struct DemoScreensTests {
  /// Answers questions in order, and keeps what is shown.
  private struct Script: Terminal {
    let answers: Shared<[String]>
    let shown = Shared<[String]>([])
    /// The questions whose answers are not echoed.
    let secrets = Shared<[String]>([])

    init(_ answers: String...) { self.answers = Shared(answers) }

    func say(_ text: String) { shown.withLock { $0.append(text) } }
    func complain(_ text: String) { say(text) }

    func ask(_ question: String) throws -> String {
      say(question)
      return try answers.withLock { answers in
        guard !answers.isEmpty else { throw EndOfInput() }
        return answers.removeFirst()
      }
    }

    func askSecret(_ question: String) throws -> Secret {
      secrets.withLock { $0.append(question) }
      return Secret(try ask(question))
    }

    func shows(_ text: String) -> Bool { shown.withLock { $0.contains { $0.contains(text) } } }
  }

  private let transport = MockTransport { Issue.record($0) }

  init() throws {
    transport.respond(
      to: GetSocialProvidersQuery.self,
      always: try .data(
        .init(socialLoginProviders: [
          .init(code: "google", name: "Google", colour: "#FFFFFF", iconUrl: "/google.svg")
        ])))
  }

  private func shop(_ script: Script) -> Shop {
    Shop(
      client: GraphQLClient(
        ClientConfiguration(endpoint: MockTransport.endpoint, retry: .never),
        transport: transport),
      store: InMemoryStore(), terminal: script, world: RealWorld())
  }

  @Test func customerSeesTheirLinksAndLogsOut() async throws {
    transport.respond(
      to: ExchangeSocialTokenMutation.self,
      with: try .data(
        .sample { data in
          data.appSocialLogin?.form = nil
          data.appSocialLogin?.authenticationResponse.error = nil
        }))
    transport.respond(
      to: SocialLinksQuery.self,
      with: try .data(
        .sample { data in
          data.customer?.socialLinks?[0].username = "ada@example.com"
        }))
    transport.respond(to: LogoutMutation.self, with: try .data(.sample()))
    let script = Script("1", "ya29.s3cret", "1", "3", "2")
    try await shop(script).open()
    #expect(script.shows("ada@example.com"))
    #expect(script.shows("You are logged out.") && script.shows("Bye."))
    #expect(!script.shows("s3cret"))
    #expect(transport.unusedResponses.isEmpty)
  }

  private func respondWithForm(_ name: String, _ type: FormFieldType) throws {
    let field = LoginForm.Field(
      name: name, label: "Label", required: true, type: type, confirmable: true, disabled: false,
      validators: [], renderConditions: [])
    transport.respond(
      to: ExchangeSocialTokenMutation.self,
      with: try .data(
        .sample { data in
          data.appSocialLogin?.authenticationResponse.error = .invalidData
          data.appSocialLogin?.form = LoginForm(
            identifier: "F", title: "Profile", type: .accountCreation, fields: [field])
        }))
  }

  /// Nothing can be entered, so nothing would end the form.
  @Test func formThatCannotBeFilledInOffersItsSteps() async throws {
    try respondWithForm("shoeSize", .text)
    let script = Script("1", "ya29.s3cret", "2", "2")
    try await shop(script).open()
    #expect(script.shows("Label: This version of the app cannot send the answer."))
    #expect(script.shows("  2. Choose another way to sign in"))
    #expect(script.shows("Bye."))
  }

  @Test func passwordInAFormIsNeverShown() async throws {
    try respondWithForm("referralCode", .password)
    let script = Script("1", "ya29.token", "s3cret", "other", "")
    await #expect(throws: EndOfInput.self) { try await shop(script).open() }
    let questions = [
      "Access token of Google's SDK:", "  Label (required):", "  Confirm Label:",
    ]
    #expect(script.secrets.withLock { $0 } == questions + questions.dropFirst())
    #expect(script.shows("Label: The two entries differ."))
    #expect(!script.shows("s3cret"))
  }

  @Test func lostConnectionIsExplainedAndTriedAgain() async throws {
    transport.respond(
      to: ExchangeSocialTokenMutation.self,
      with: .failure(TransportError(.cannotConnect, wasSent: false)),
      .failure(TransportError(.cannotConnect, wasSent: false)))
    let script = Script("1", "ya29.s3cret", "1", "2")
    await #expect(throws: EndOfInput.self) { try await shop(script).open() }
    #expect(
      script.shows(
        "The server cannot be reached.\nThe device is offline, or the server is not available.\n"
          + "Check the internet connection, and try again."))
    #expect(transport.calls(of: ExchangeSocialTokenMutation.self).count == 2)
  }
}
