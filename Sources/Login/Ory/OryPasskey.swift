// Logins and registrations with a passkey. The options and the answers are JSON as texts, in the flow's nodes
// and in the submission: `selfservice/strategy/passkey` of Ory Kratos.

public import AuthGenRuntime
import AuthGenSessions
public import AuthGenWebLogin
import Foundation
import OryAPI

extension Flow {
  /// The options in the flow's nodes, without what Ory's own page adds.
  var passkeyOptions: JSON? {
    for node in nodes {
      let isSignIn = node.isNamed("passkey_challenge", in: "passkey")
      guard isSignIn || node.isNamed("passkey_create_data", in: "passkey"),
        let text = node.value?.string, let data = JSON(Data(text.utf8))
      else { continue }
      let options = isSignIn ? data : data["credentialOptions"]
      return options?["publicKey"] ?? options
    }
    return nil
  }
}

extension OryLogin {
  /// Completes a login or registration with a passkey. The answer is sent once, to the flow of the form's
  /// options.
  ///
  /// ```swift
  /// let request = try PasskeySignIn(options: options)
  /// let session = try await login.submit(form, passkey: answer)
  /// ```
  ///
  /// - Parameters:
  ///   - form: the form that the app has shown, with ``OryForm/passkeyOptions``.
  ///   - passkey: the answer of the system's sheet.
  ///   - traits: what a new user has entered, from ``OryForm/traits(_:)``. Default: nil, for a login.
  /// - Returns: the session, which ``sessions`` also keeps.
  /// - Throws: ``OryLoginError``. The reason is ``OryLoginError/Reason/alreadyFinished`` if the form was
  ///   submitted before, and ``OryLoginError/Reason/expired`` if its flow has expired: the options are valid
  ///   once.
  @discardableResult
  public func submit(
    _ form: OryForm, passkey: PasskeyAnswer, traits: JSON? = nil
  ) async throws(OryLoginError) -> OrySession {
    guard let begun = form.takeFlow() else {
      throw OryLoginError(.alreadyFinished)
    }
    let submission = OrySubmission(method: .passkey, traits: traits, passkey: passkey.json)
    return try await completed(isContinued: true) { () async throws(OryLoginError) in
      (begun, try await submit(form.kind, begun, submission))
    }
  }

  /// Continues a registration in two steps with the traits, which the server checks.
  ///
  /// ```swift
  /// if form.hasSecondStep { form = try await login.secondStep(of: form, traits: traits) }
  /// ```
  ///
  /// - Parameters:
  ///   - form: the form that the app has shown, of a registration.
  ///   - traits: what the user has entered, from ``OryForm/traits(_:)``. The second step takes them, too.
  /// - Returns: the form with the methods, such as ``OryForm/passkeyOptions``. It has no fields.
  /// - Throws: ``OryLoginError``. The reason is ``OryLoginError/Reason/incomplete(_:)`` if traits are missing
  ///   or wrong.
  public func secondStep(
    of form: OryForm, traits: JSON
  ) async throws(OryLoginError) -> OryForm {
    let (begun, response) = try await calls.submit(
      form, OrySubmission(method: .profile, traits: traits), since: await sessions.loginStart)
    guard case .refused(let flow) = response else { throw OryLoginError(.unexpectedResponse) }
    if flow.allMessages.contains(where: { $0.type == .error }) {
      throw begun.error(of: flow)
    }
    return OryForm(
      flow, begun.continued(as: flow), form.kind, form.redirectURI, since: begun.start)
  }
}
