// Tests AuthGenApple with a sheet and accounts that the program provides. `.ci/apple-programs` compiles this
// file together with the sources. The program exits with status 1 at the first failure.

import AuthGenRuntime
import AuthenticationServices
import Foundation
import UIKit

@main
@MainActor
struct AppleSignInProgram {
  static func main() async {
    limitTime()
    do {
      try requestHasTheScopesAndTheHashedNonce()
      try await sheetReturnsEachValueInItsPlace()
      try await laterSignInHasNoName()
      await errorsOfTheSystemHaveTheirCases()
      try await secondReportIsIgnored()
      await cancelledTaskClosesTheSheet()
      try otherAuthorizationIsRefused()
      try await statesOfAnAccountAreRead()
      await noticeEndsTheSession()
    } catch {
      fail("\(error)")
    }
    print("All tests of AuthGenApple passed.")
  }

  static func requestHasTheScopesAndTheHashedNonce() throws {
    let signIn = try AppleSignIn()
    let request = ASAuthorizationAppleIDRequest()
    signIn.configure(request)
    expect(request.requestedScopes == [.fullName, .email])
    expect(request.nonce == signIn.nonce?.hashed.reveal() && request.nonce?.utf8.count == 64)
    AppleSignIn.withoutNonce(requesting: [.email]).configure(request)
    expect(request.requestedScopes == [.email] && request.nonce == nil)
  }

  static func sheetReturnsEachValueInItsPlace() async throws {
    let window = ASPresentationAnchor()
    answer { controller in
      expect(controller.presentationContextProvider?.presentationAnchor(for: controller) === window)
      let request = controller.authorizationRequests.first as? ASAuthorizationAppleIDRequest
      expect(request?.requestedScopes == [.fullName, .email])
      return .success(Authorization(Credential(nonce: request?.nonce, isFirst: true)))
    }
    let signIn = try AppleSignIn()
    let credential = try await signIn.present(at: window)
    let token = Credential.token(signIn.nonce?.hashed.reveal())
    expect(credential.identityToken.reveal() == String(decoding: token, as: UTF8.self))
    expect(credential.authorizationCode?.reveal() == "code-s3cret")
    expect(credential.user == "001234.user" && credential.email == "ada@example.com")
    expect(credential.fullName == "Ada Lovelace" && credential.name?.familyName == "Lovelace")
    expect(credential.realUserStatus == .likelyReal && credential.nonce == signIn.nonce)
  }

  static func laterSignInHasNoName() async throws {
    answer { controller in
      let request = controller.authorizationRequests.first as? ASAuthorizationAppleIDRequest
      return .success(Authorization(Credential(nonce: request?.nonce, isFirst: false)))
    }
    let credential = try await AppleSignIn().present(at: ASPresentationAnchor())
    expect(credential.name == nil && credential.fullName == nil && credential.email == nil)
  }

  static func errorsOfTheSystemHaveTheirCases() async {
    let cases: [(ASAuthorizationError.Code, AppleSignInError)] = [
      (.unknown, .other(code: 1000)), (.canceled, .cancelled), (.invalidResponse, .invalidResponse),
      (.notHandled, .notHandled), (.failed, .failed), (.notInteractive, .notInteractive),
    ]
    for (code, expected) in cases {
      answer { _ in .failure(ASAuthorizationError(code)) }
      expect(await failure() == expected)
    }
    answer { _ in .failure(StoreFailure()) }
    guard case .other = await failure() else { return expect(false) }
  }

  static func secondReportIsIgnored() async throws {
    AppleIDInMemory.performRequests = { controller in
      let request = controller.authorizationRequests.first as? ASAuthorizationAppleIDRequest
      let delegate = controller.delegate
      let authorization = Authorization(Credential(nonce: request?.nonce, isFirst: true))
      delegate?.authorizationController(
        controller: controller, didCompleteWithAuthorization: authorization)
      delegate?.authorizationController(
        controller: controller, didCompleteWithError: ASAuthorizationError(.failed))
    }
    expect(try await AppleSignIn().present(at: ASPresentationAnchor()).user == "001234.user")
  }

  static func cancelledTaskClosesTheSheet() async {
    let (shown, show) = AsyncStream<Void>.makeStream()
    let (closed, close) = AsyncStream<Void>.makeStream()
    AppleIDInMemory.performRequests = { _ in show.yield() }
    AppleIDInMemory.cancel = { _ in close.yield() }
    let task = Task { await failure() }
    for await _ in shown { break }
    task.cancel()
    for await _ in closed { break }
    expect(await task.value == .cancelled)
    AppleIDInMemory.cancel = { _ in }
    // A task that is already cancelled shows nothing.
    AppleIDInMemory.performRequests = { _ in expect(false) }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await failure()
    }
    expect(await late.value == .cancelled)
  }

  static func otherAuthorizationIsRefused() throws {
    final class Passkey: NSObject, ASAuthorizationCredential {}
    let signIn = try AppleSignIn()
    do throws(AppleSignInError) {
      _ = try signIn.credential(from: .success(Authorization(Passkey())))
      expect(false)
    } catch {
      expect(error == .invalidResponse)
    }
  }

  static func statesOfAnAccountAreRead() async throws {
    let account = AppleAccount(user: "001234.user")
    let states: [(ASAuthorizationAppleIDProvider.CredentialState, AppleAccount.State)] = [
      (.revoked, .revoked), (.authorized, .authorized), (.notFound, .notFound),
      (.transferred, .transferred),
    ]
    for (state, expected) in states {
      AppleIDInMemory.state = { user in
        expect(user == "001234.user")
        return (state, nil)
      }
      expect(try await account.state() == expected)
    }
    // Zero is the state `revoked`, and also what an error may come with.
    AppleIDInMemory.state = { _ in (.revoked, ASAuthorizationError(.failed)) }
    expect((try? await account.state()) == nil)
    AppleIDInMemory.state = { _ in (.notFound, ASAuthorizationError(.unknown)) }
    expect(try await account.state() == .notFound)
  }

  /// A notice names no user. The first one is about another account.
  static func noticeEndsTheSession() async {
    let questions = Shared(0)
    AppleIDInMemory.state = { _ in
      questions.change { $0 += 1 }
      // After the subscription, and before the answer.
      if questions.value < 3 {
        NotificationCenter.default.post(
          name: ASAuthorizationAppleIDProvider.credentialRevokedNotification, object: nil)
      }
      return (questions.value < 3 ? .authorized : .revoked, nil)
    }
    let ends = Shared(0)
    await AppleAccount(user: "001234.user").whenRevoked { ends.change { $0 += 1 } }
    expect(ends.value == 1 && questions.value == 3)
  }

  // MARK: The system

  private static func answer(
    _ answer: @escaping (ASAuthorizationController) -> Result<ASAuthorization, any Error>
  ) {
    AppleIDInMemory.performRequests = { controller in
      switch answer(controller) {
      case .success(let authorization):
        controller.delegate?.authorizationController(
          controller: controller, didCompleteWithAuthorization: authorization)
      case .failure(let error):
        controller.delegate?.authorizationController(
          controller: controller, didCompleteWithError: error)
      }
    }
  }

  private static func failure() async -> AppleSignInError? {
    do throws(AppleSignInError) {
      _ = try await AppleSignIn().present(at: ASPresentationAnchor())
      return nil
    } catch {
      return error
    }
  }
}

private struct StoreFailure: Error {}

private final class Authorization: ASAuthorization {
  private let value: any ASAuthorizationCredential

  init(_ value: any ASAuthorizationCredential) {
    self.value = value
  }

  override var credential: any ASAuthorizationCredential { value }
}

private final class Credential: ASAuthorizationAppleIDCredential {
  private let nonce: String?
  private let isFirst: Bool

  init(nonce: String?, isFirst: Bool) {
    self.nonce = nonce
    self.isFirst = isFirst
  }

  /// A JWT with the nonce, without a real signature.
  static func token(_ nonce: String?) -> Data {
    let claims = nonce.map { #"{"sub":"001234.user","nonce":"\#($0)","nonce_supported":true}"# }
    let parts = [#"{"alg":"RS256"}"#, claims ?? "{}", "signature"].map { part in
      Data(part.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
        .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
    return Data(parts.joined(separator: ".").utf8)
  }

  override var user: String { "001234.user" }
  override var identityToken: Data? { Self.token(nonce) }
  override var authorizationCode: Data? { Data("code-s3cret".utf8) }
  override var email: String? { isFirst ? "ada@example.com" : nil }
  override var realUserStatus: ASUserDetectionStatus { .likelyReal }

  /// After the first sign-in, Apple sends a name without parts.
  override var fullName: PersonNameComponents? {
    var name = PersonNameComponents()
    if isFirst {
      name.givenName = "Ada"
      name.familyName = "Lovelace"
    }
    return name
  }
}
