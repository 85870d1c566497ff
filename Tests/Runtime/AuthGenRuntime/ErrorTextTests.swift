// Tests the texts of errors for the user of an app: their lookup, their differences, and their secrecy.

import Foundation
import Testing

@testable import AuthGenRuntime

@Suite struct ErrorTextTests {
  private static func error(
    _ reason: RequestError.Reason, httpStatus: Int? = nil
  ) -> RequestError {
    RequestError(
      reason, progress: .responded, operationName: "Orders", httpStatus: httpStatus)
  }

  private static func httpError(_ status: Int, retryAfter: Duration? = nil) -> RequestError {
    error(
      .httpStatus(
        HTTPFailure(
          status: status, mediaType: "text/html", bodySize: 10, retryAfter: retryAfter)))
  }

  private static let offline = error(
    .transport(TransportError(.cannotConnect, wasSent: false)))

  @Test func localizedDescriptionIsASentenceForTheUser() {
    let error: any Error = Self.offline
    #expect(error.localizedDescription == "The server cannot be reached.")
    let bridged = error as NSError
    #expect(bridged.localizedDescription == "The server cannot be reached.")
    #expect(
      bridged.localizedFailureReason == "The device is offline, or the server is not available.")
    #expect(
      bridged.localizedRecoverySuggestion == "Check the internet connection, and try again.")
    #expect("\(error)" == "Orders: the server cannot be reached; nothing was sent")
  }

  // MARK: Translations

  /// In the folder of a language, Foundation on Linux finds English ones only.
  @Test(arguments: ["AuthGen.strings", "en.lproj/AuthGen.strings"])
  func translationsComeFromTheBundlesTable(_ path: String) throws {
    let bundle = try StringsBundle(
      #""description.cannotConnect" = "Der Server ist nicht erreichbar.";"#, at: path)
    #expect(
      Self.offline.userText.description(in: bundle.bundle) == "Der Server ist nicht erreichbar.")
    // The table has no translation of the other two.
    #expect(
      Self.offline.userText.reason(in: bundle.bundle)
        == "The device is offline, or the server is not available.")
    #expect(
      Self.offline.userText.suggestion(in: bundle.bundle)
        == "Check the internet connection, and try again.")
  }

  @Test(arguments: [
    #""another.key" = "Text";"#, #""description.cannotConnect" = "";"#,
    #""description.cannotConnect" = "#, "nonsense { \"",
  ])
  func sentenceWithoutATranslationIsInEnglish(_ table: String) throws {
    let bundle = try StringsBundle(table)
    #expect(
      Self.offline.userText.description(in: bundle.bundle) == "The server cannot be reached.")
  }

  @Test(arguments: [
    ("In {seconds} Sekunden, ja, {seconds}.", "In 30 Sekunden, ja, 30."),
    ("%@ %d %s %n %1$@ %", "%@ %d %s %n %1$@ %"),
    ("{second} {Seconds} { seconds } {", "{second} {Seconds} { seconds } {"),
    ("Später.", "Später."),
  ])
  func placeholdersOfTranslationsAreSafe(_ translation: String, _ text: String) throws {
    let bundle = try StringsBundle(#""suggestion.waitSeconds" = "\#(translation)";"#)
    let error = Self.httpError(429, retryAfter: .seconds(30))
    #expect(error.userText.suggestion(in: bundle.bundle) == text)
  }

  // MARK: Differences

  @Test(
    arguments: [
      (nil, "Try again later."), (.seconds(0), "Try again."),
      (.milliseconds(1), "Try again in 1 s."),
      (.seconds(120), "Try again in 120 s."), (.milliseconds(120_001), "Try again in 3 min."),
      (.seconds(3600), "Try again in 60 min."), (.seconds(86_401), "Try again later."),
      (.seconds(-5), "Try again later."), (.seconds(Int64.max), "Try again later."),
    ] as [(Duration?, String)])
  func waitIsRoundedUpToSecondsOrMinutes(_ wait: Duration?, _ text: String) {
    for status in [429, 503] {
      #expect(Self.httpError(status, retryAfter: wait).recoverySuggestion == text)
    }
  }

  @Test func differentFailuresHaveDifferentDescriptions() {
    let transport = [
      TransportError.Reason.cannotConnect, .connectionLost, .timedOut, .secureConnectionFailed,
    ].map { Self.error(.transport(TransportError($0, wasSent: true))) }
    let errors =
      transport + [401, 403, 400, 429, 500].map { Self.httpError($0) } + [
        Self.error(.cancelled), Self.error(.notSent(.insecureEndpoint)),
        Self.error(.notSent(.credentialUnavailable(CredentialUnavailable("locked")))),
        Self.error(.decoding(ResponseDecodingError(.null, path: []))),
        Self.error(.interceptor(CancellationError())),
      ]
    #expect(Set(errors.map(\.localizedDescription)).count == errors.count)
  }

  @Test func missingSessionsAndRefusedTokensAskTheUserToSignIn() {
    let errors = [
      Self.error(.notSent(.noSession)), Self.httpError(401),
      Self.error(.graphQL([GraphQLError(message: "No.")]), httpStatus: 401),
    ]
    for error in errors { #expect(error.recoverySuggestion == "Sign in, and try again.") }
  }

  @Test(arguments: [
    (200, "The request could not be completed."), (400, "The request could not be completed."),
    (403, "You do not have access to this."), (429, "There were too many attempts."),
    (502, "The service is not available right now."),
  ])
  func statusOfErrorsInAResponseCounts(_ status: Int, _ text: String) {
    let graphQL = Self.error(.graphQL([GraphQLError(message: "No.")]), httpStatus: status)
    #expect(graphQL.localizedDescription == text)
  }

  /// For example, the sign-in page of a hotel's network.
  /// Most GraphQL servers send status 200 with every error.
  @Test(arguments: [
    ("UNAUTHENTICATED", 401), ("FORBIDDEN", 403), ("RATE_LIMITED", 429),
    ("INTERNAL_SERVER_ERROR", 500), ("BAD_USER_INPUT", 400),
  ])
  func commonCodesHaveTheTextOfTheirStatus(_ code: String, _ status: Int) {
    let error = GraphQLError(
      message: "No.", extensions: RedactedJSON(.object(["code": .string(code)])))
    let text = Self.error(.graphQL([error]), httpStatus: 200).localizedDescription
    #expect(text == Self.error(.graphQL([error]), httpStatus: status).localizedDescription)
  }

  @Test func pageInPlaceOfAResponseIsNotCalledARefusal() {
    let page = Self.httpError(200)
    let redirect = Self.error(.transport(TransportError(.redirected(status: 302), wasSent: true)))
    for error in [page, redirect] {
      #expect(error.failureReason?.contains("Wi-Fi") == true)
    }
  }

  // MARK: Secrecy

  private struct InterceptorError: LocalizedError {
    let errorDescription: String? = "s3cret"
    let failureReason: String? = "s3cret"
    let recoverySuggestion: String? = "s3cret"
  }

  @Test func textsContainNothingOfRequestsAndResponses() {
    let json = RedactedJSON(.object(["code": .string("s3cret")]))
    let server = GraphQLError(
      message: "s3cret", path: [.field("s3cret")], extensions: json)
    let http = HTTPFailure(
      status: 400, mediaType: "s3cret/s3cret", bodySize: 1, retryAfter: nil)
    let reasons: [RequestError.Reason] = [
      .graphQL([server]), .httpStatus(http), .interceptor(InterceptorError()),
      .notSent(.credentialUnavailable(CredentialUnavailable("s3cret"))),
      .decoding(ResponseDecodingError(.typeMismatch, path: ["s3cret"], expected: "s3cret")),
    ]
    let calls = reasons.map {
      RequestError($0, progress: .responded, operationName: "s3cret", extensions: json)
    }
    let errors: [any LocalizedError] =
      calls + [
        server, CredentialUnavailable("s3cret"),
        ResponseDecodingError(.invalidValue, path: ["s3cret"]),
      ]
    for error in errors {
      let bridged = error as NSError
      for text in [
        error.localizedDescription, error.errorDescription, error.failureReason,
        error.recoverySuggestion, error.helpAnchor, "\(bridged.userInfo)",
      ] {
        #expect(text?.contains("s3cret") != true, "\(text ?? "")")
      }
    }
    // What Foundation shows of an error of the app.
    #expect((InterceptorError() as any Error).localizedDescription == "s3cret")
  }
}

/// A bundle in a temporary folder, with a table of strings.
private final class StringsBundle {
  let bundle: Bundle
  private let folder: URL

  init(_ table: String, at path: String = "AuthGen.strings") throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).bundle")
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try table.write(to: file, atomically: true, encoding: .utf8)
    bundle = try #require(Bundle(url: folder))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
