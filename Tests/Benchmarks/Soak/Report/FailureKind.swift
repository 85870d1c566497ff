// The failures that faults may cause, by their names in the table.

import AuthGenHorizon
import AuthGenOpenID
import AuthGenRuntime
import AuthGenWebLogin

/// The name of a failure of a login, a call or a refresh; nil for a failure that no fault explains.
func failureKind(of error: any Error) -> String? {
  switch error {
  case let error as RequestError: kind(of: error)
  case let error as WebLoginError: kind(of: error.reason)
  case let error as AccountError:
    if case .request(let error) = error { kind(of: error) } else { FailureName.signedOut }
  case let error as FailedSocialLogin:
    if case .request(let error) = error.failure.reason { kind(of: error) } else { nil }
  case is CredentialUnavailable: FailureName.unavailable
  default: nil
  }
}

enum FailureName {
  static let signedOut = "signed out"
  static let unavailable = "credential unavailable"
  static let noRedirect = "no redirect from the browser"
}

/// A login of Horizon that ended in the state `failed`.
struct FailedSocialLogin: Error {
  let failure: SocialLoginFailure
}

private func kind(of error: RequestError) -> String? {
  switch error.reason {
  case .transport(let error): kind(of: error)
  case .httpStatus(let failure): "status \(failure.status)"
  case .service(let failure): "status \(failure.http.status)"
  case .notSent(.noSession): FailureName.signedOut
  case .notSent(.credentialUnavailable): FailureName.unavailable
  case .cancelled: "cancelled"
  // Horizon's server sends an error to a customer whose session it has ended.
  case .graphQL: "GraphQL error"
  default: nil
  }
}

private func kind(of error: TransportError) -> String? {
  switch error.reason {
  case .cannotConnect, .connectionLost: "connection lost"
  case .timedOut: "time limit"
  default: nil
  }
}

private func kind(of reason: WebLoginError.Reason) -> String? {
  switch reason {
  case .browser, .cancelled: FailureName.noRedirect
  case .request(let error): kind(of: error)
  case .refused(let why): "refused (\(why.code.map { "\($0)" } ?? "no code"))"
  case .unavailable: FailureName.unavailable
  case .notSignedIn: FailureName.signedOut
  default: nil
  }
}
