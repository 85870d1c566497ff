// Tests that all errors of the libraries have texts for the user of an app, without secrets.

import AuthGenHorizon
import AuthGenOpenID
import AuthGenOry
import AuthGenRuntime
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import OpenIDAPI
import PreludeAuth
import Testing

@Suite struct LocalizedErrorsTests {
  @Test func allPublicErrorsAreLocalizedErrors() throws {
    var declared = try Self.errorCodesOfHorizon()
    var localized: Set<String> = []
    for text in try AppSources.texts() {
      for match in text.matches(
        of: /public (?:indirect )?(?:struct|enum|final class|class|actor) (\w+): ([^{]*) \{/)
      where match.output.2.split(separator: ", ").contains(where: { $0.hasSuffix("Error") }) {
        declared.insert(String(match.output.1))
      }
      for match in text.matches(of: /extension (?:\w+\.)*(\w+): ([^{]*) \{/) {
        let protocols = match.output.2.split(separator: ", ")
        if protocols.contains("Error") { declared.insert(String(match.output.1)) }
        if protocols.contains(where: { $0.hasSuffix("LocalizedError") }) {
          localized.insert(String(match.output.1))
        }
      }
    }
    #expect(declared.count >= 22)
    #expect(localized == declared)
    #expect(Set(SampleErrors.all.map { "\(type(of: $0))" }) == declared)
  }

  /// The enums of error codes in the responses to Horizon's operations.
  private static func errorCodesOfHorizon() throws -> Set<String> {
    let folder = Checkout.root.appending(path: "Generated/HorizonAPI")
    let responses = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".graphql.swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
    let enums = try String(
      contentsOf: folder.appending(path: "Horizon.Enums.swift"), encoding: .utf8)
    return Set(
      enums.matches(of: /public enum (\w+Error): OpenEnum/).map { String($0.output.1) }
        .filter { responses.contains("Optional<\($0)>") })
  }

  @Test func everyErrorHasADescriptionAReasonAndASuggestion() {
    for error in SampleErrors.all {
      let text = error.userText
      #expect(text.description.key.hasPrefix("description."), "\(error)")
      #expect(text.reason.key.hasPrefix("reason."), "\(error)")
      #expect(text.suggestion.key.hasPrefix("suggestion."), "\(error)")
      #expect(error.localizedDescription == text.description.english)
      #expect(error.failureReason == text.reason.english)
      #expect(error.recoverySuggestion == text.suggestion.english)
    }
  }

  @Test func textsOfLoginErrorsContainNoSecret() {
    for error in SampleErrors.all {
      let info = (error as NSError).userInfo
      for text in [
        error.localizedDescription, error.failureReason ?? "", error.recoverySuggestion ?? "",
        "\(info)",
      ] {
        #expect(!text.contains("s3cret"), "\(text)")
      }
    }
  }

  @Test func loginErrorsHaveTheirTexts() {
    let description = { (reason: WebLoginError.Reason) in
      WebLoginError(reason).localizedDescription
    }
    #expect(description(.cancelled) == "The sign-in was cancelled.")
    #expect(description(.notSignedIn) == "You are signed out.")
    #expect(description(.denied(DeniedLogin(code: .accessDenied))) == "The sign-in was refused.")
    #expect(
      description(.denied(DeniedLogin(code: .serverError)))
        == "The service is not available right now.")
    #expect(description(.browser(.timedOut)) == "The sign-in has expired.")
    #expect(
      WebLoginError(.idToken(.issuedInTheFuture)).recoverySuggestion
        == "Check the date and time of the device, and try again.")
    #expect(PreludeAuthError.invalidOTPCode.localizedDescription == "The code is wrong.")
    #expect(
      PreludeAuthError.rateLimited.localizedDescription == "There were too many attempts.")
    #expect(
      OryLoginError(.notStored(SampleErrors.store)).recoverySuggestion
        == "Free some space on the device, and try again.")
  }

  /// The server's text in `message` and in the body is for developers.
  @Test func rateLimitOfAnAccountIsNotCalledARefusal() {
    let error = GraphQLError(
      message: "s3cret", extensions: RedactedJSON(.object(["rateLimited": .boolean(true)])))
    let limited = RequestError(.graphQL([error]), progress: .responded, operationName: "Links")
    #expect(
      AccountError.request(limited).localizedDescription == "There were too many attempts.")
  }
}
