// What the error of a deletion says about the account.

import AuthGenRuntime

/// An attempt to delete an account without an answer.
nonisolated struct FailedDeletion: Error {
  /// For the app.
  let error: any Error
  /// Whether the server refuses the session's credential.
  let refusesCredential: Bool
  /// Whether the server may have deleted the account.
  let mayHaveTakenEffect: Bool
  /// Whether the server refuses the deletion for another reason than the credential, such as a confirmation
  /// that is not valid any more.
  let refusesDeletion: Bool

  /// - Parameters:
  ///   - error: the error of the attempt. One of the app's own does not say how far the request got.
  ///   - rules: the responses that refuse the credential.
  init(_ error: any Error, refusals rules: [RefusalRule]) {
    self.error = error
    guard let error = error as? RequestError else {
      (refusesCredential, mayHaveTakenEffect, refusesDeletion) = (false, true, false)
      return
    }
    refusesCredential = error.refusesCredential(by: rules)
    mayHaveTakenEffect = error.mayHaveTakenEffect
    refusesDeletion = error.progress == .responded && !refusesCredential && !mayHaveTakenEffect
  }

  /// The failure of an operation whose data, without errors, refuses the credential.
  init(refusedIn operationName: String) {
    error = RequestError(
      .notSent(.noSession), progress: .responded, operationName: operationName)
    (refusesCredential, mayHaveTakenEffect, refusesDeletion) = (true, false, false)
  }
}

nonisolated extension RequestError {
  /// Whether the server may have acted on the request although there is no usable response.
  var mayHaveTakenEffect: Bool {
    switch progress {
    case .notSent: false
    case .sent: true
    case .responded:
      switch reason {
      case .decoding, .cancelled, .interceptor, .transport: true
      case .httpStatus(let failure): !(400..<500).contains(failure.status)
      case .service(let failure): failure.http.status >= 500
      // An error below the root field is from its result: the field itself has succeeded.
      case .graphQL(let errors): errors.contains { $0.path.count > 1 }
      case .notSent, .superseded, .unknownDocument: false
      }
    }
  }
}

nonisolated extension AuthenticatedOperation {
  /// Returns what the response to a deletion says.
  ///
  /// - Parameters:
  ///   - isDeleted: whether the data says that the account is deleted. The response may also have errors, for
  ///     example of a field of the user who is gone.
  ///   - rules: the responses that refuse the credential.
  static func deletion(
    in response: GraphQLResponse<Data>, where isDeleted: (Data) -> Bool,
    refusals rules: [RefusalRule]
  ) throws(FailedDeletion) -> AccountDeletion<Data> {
    let failure = response.failure(of: operationName)
    guard let data = response.data else { throw FailedDeletion(failure, refusals: rules) }
    if response.errors.isEmpty, refusesCredential(in: data) {
      throw FailedDeletion(refusedIn: operationName)
    }
    if isDeleted(data) { return .deleted(data) }
    guard response.errors.isEmpty else { throw FailedDeletion(failure, refusals: rules) }
    if failure.refusesCredential(by: rules) { throw FailedDeletion(refusedIn: operationName) }
    return .declined(data)
  }
}
