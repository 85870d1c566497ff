// The steps of a request after the last interceptor: the origin check, the credential, the signature,
// the deadline.

import Foundation

nonisolated struct Transmission: Sendable {
  let call: CallContext
  let endpoint: URL
  let credential: Credential?
  /// The operation's variable for a credential, if it has one.
  let credentialVariable: String?
  let signer: (any RequestSigner)?
  let limit: TimeLimit
  let transport: any Transport

  /// Sends a request. Only the endpoint's server receives the credential.
  func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse {
    var request = request
    guard request.url.origin == endpoint.origin else { throw notSent(.foreignOrigin) }
    do throws(RequestError.NotSent) {
      try credential?.add(to: &request, variable: credentialVariable)
    } catch {
      throw notSent(error)
    }
    try await sign(&request)
    guard request.headers.areValid else { throw notSent(.invalidHeader) }
    request.bodyStream = request.bodyStream?.observed { [limit] _, _ in limit.restart() }
    let complete = request
    do throws(TransportError) {
      let isBegun = Locked(false)
      let response = try await limit.value { [transport] () async throws(TransportError) in
        isBegun.withLock { $0 = true }
        return try await transport.send(complete)
      }
      guard let response else {
        throw TransportError(.timedOut, wasSent: isBegun.withLock { $0 })
      }
      return response
    } catch {
      let progress: RequestError.Progress =
        switch error.reason {
        // A server that refuses the proof has not acted on the request.
        case .proofRefused: .responded
        default: error.wasSent ? .sent : .notSent
        }
      throw RequestError(
        error.reason == .cancelled ? .cancelled : .transport(error), progress: progress,
        operationName: call.operationName)
    }
  }

  /// Adds the signer's headers, within the time limit.
  private func sign(_ request: inout HTTPRequest) async throws(RequestError) {
    guard let signer else { return }
    guard request.bodyStream == nil || signer.signsStreams else { throw notSent(.streamedBody) }
    let unsigned = request
    let added: HTTPHeaders?
    do {
      added = try await limit.value { [call, credential] in
        try await signer.headers(for: unsigned, call, credential: credential)
      }
    } catch is CancellationError {
      throw RequestError(.cancelled, progress: .notSent, operationName: call.operationName)
    } catch {
      throw RequestError(
        .interceptor(error), progress: .notSent, operationName: call.operationName)
    }
    guard let added else {
      throw RequestError(
        .transport(TransportError(.timedOut, wasSent: false)), progress: .notSent,
        operationName: call.operationName)
    }
    for name in added.names {
      guard request.headers[name] == nil else { throw notSent(.repeatedHeader(name)) }
      request.headers[name] = added[name]
    }
  }

  private func notSent(_ reason: RequestError.NotSent) -> RequestError {
    RequestError(notSent: reason, operationName: call.operationName)
  }
}
