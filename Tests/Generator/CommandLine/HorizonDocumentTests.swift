// Tests operations as Horizon's document prints them.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct HorizonDocumentTests {
  private static let printed = Checkout.root.appending(path: "Tests/Fixtures/HorizonDocument")

  /// A client for operations as the document prints them.
  ///
  /// - Parameter token: the Swift type of the token that continues a login.
  private func horizon(_ folder: String, token: String = "Secret") throws -> Workbench {
    let bench = try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client(
          authentication: """
            {
              "secrets": [
                "AppBasedSocialLoginInput.accessToken", "AppBasedSocialLoginInput.authCode",
                "AuthenticationResponse.token"
              ]
            }
            """,
          options: """
            {
              "scalars": {
                "Colour": "String", "DisplayString": "String", "SocialAuthenticationToken": "\(token)",
                "SocialLinkID": "String", "Timestamp": "Timestamp", "URL": "URL"
              }
            }
            """))
    ])
    try FileManager.default.copyItem(
      at: Checkout.root.appending(path: "Schemas/Horizon/schema.graphql"),
      to: bench.url("schema.graphql"))
    try FileManager.default.copyItem(
      at: Self.printed.appending(path: folder), to: bench.url("ops"))
    return bench
  }

  @Test func printedOperationsOfHorizonAreGenerated() async throws {
    let bench = try horizon("operations")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
    let manifest = try await bench.run("manifest").output
    for body in [
      "query SocialLinks{customer{socialLinks(status:LINKED){socialLinkId socialLoginProvider{code name}"
        + "username status}}}",
      #"mutation RemoveSocialLink{removeSocialLink(input:{socialLinkId:\"link-id-123\"})}"#,
    ] {
      #expect(manifest.contains("\"body\":\"\(body)\""), "\(manifest)")
    }
  }

  /// The document prints a token where an app has a variable.
  @Test func printedSecretOfHorizonIsRefused() async throws {
    let result = try await horizon("refused").run("generate")
    #expect(result.exitCode == 1)
    #expect(
      result.errors.hasPrefix(
        "ops/RequestVerification.graphql:1:103: error: the secret RequestSocialLinkVerificationEmailInput"
          + ".socialAuthenticationToken has a literal value"), "\(result.errors)")
    #expect(!result.text.contains("the-social-token"))
  }

  @Test func printedMutationOfHorizonIsGeneratedWithoutSecrets() async throws {
    let bench = try horizon("refused", token: "String")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
    let body =
      #"mutation RequestVerification{requestSocialLinkVerificationEmail(input:{socialAuthenticationToken:"#
      + #"\"the-social-token...\"}){error socialAuthenticationToken}}"#
    let manifest = try await bench.run("manifest").output
    #expect(manifest.contains("\"body\":\"\(body)\""), "\(manifest)")
  }
}
