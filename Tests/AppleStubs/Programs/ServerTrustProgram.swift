// Tests how URLSessionTransport asks an app's policy about a server, with challenges as the system sends
// them. `.ci/apple-programs` compiles this file with the runtime. The program exits with status 1 at the
// first failure.

import AuthGenRuntime
import Foundation
import Networking
import Security

@main
struct ServerTrustProgram {
  static func main() async {
    limitTime()
    await trustedServerGetsTheRequest()
    await refusedServerGetsNothing()
    await systemRefusesBeforeThePolicy()
    await challengeForAPasswordIsLeftToTheSystem()
    await transportWithoutAPolicyLeavesAllToTheSystem()
    await refusalOfTheSystemIsNotSent()
    print("All tests of server trust passed.")
  }

  static let chain = [Data("server".utf8), Data("root".utf8)]

  static func trustedServerGetsTheRequest() async {
    let policy = Policy(isTrusted: true)
    let call = await Call(policy)
    expect(await call.answer(SecTrust(chain, isVerified: true)) == .performDefaultHandling)
    expect(policy.asked.value == ["login.example.com": chain])
    call.respond(status: 204)
    expect(await call.status == 204)
  }

  static func refusedServerGetsNothing() async {
    let call = await Call(Policy(isTrusted: false))
    expect(await call.answer(SecTrust(chain, isVerified: true)) == .cancelAuthenticationChallenge)
    call.complete(URLError(.cancelled))
    expect(await call.error == TransportError(.serverNotTrusted, wasSent: false))
  }

  static func systemRefusesBeforeThePolicy() async {
    let policy = Policy(isTrusted: true)
    let call = await Call(policy)
    expect(await call.answer(SecTrust(chain, isVerified: false)) == .performDefaultHandling)
    expect(policy.asked.value.isEmpty)
    call.complete(URLError(.serverCertificateUntrusted))
    expect(await call.error == TransportError(.secureConnectionFailed, wasSent: false))
  }

  static func challengeForAPasswordIsLeftToTheSystem() async {
    let policy = Policy(isTrusted: false)
    let call = await Call(policy)
    expect(await call.answer(nil) == .performDefaultHandling)
    expect(policy.asked.value.isEmpty)
    call.respond(status: 401)
    expect(await call.status == 401)
  }

  static func transportWithoutAPolicyLeavesAllToTheSystem() async {
    let call = await Call(nil)
    expect(await call.answer(SecTrust(chain, isVerified: true)) == .performDefaultHandling)
    call.respond(status: 200)
    expect(await call.status == 200)
  }

  /// App Transport Security.
  static func refusalOfTheSystemIsNotSent() async {
    let call = await Call(nil)
    call.complete(URLError(.appTransportSecurityRequiresSecureConnection))
    expect(await call.error == TransportError(.other(code: -1022), wasSent: false))
  }
}

/// Trusts all servers or none, and notes what it is asked for.
private struct Policy: ServerTrustPolicy {
  let isTrusted: Bool
  let asked = Shared<[String: [Data]]>([:])

  func trusts(_ chain: [Data], of host: String) -> Bool {
    asked.value[host] = chain
    return isTrusted
  }
}

/// A call under way, to which the program is the system.
private struct Call {
  let task: URLSessionTask
  let outcome: Task<Result<HTTPResponse, TransportError>, Never>

  init(_ policy: Policy?) async {
    let count = URLSession.started.count
    let transport = URLSessionTransport(trustPolicy: policy)
    outcome = Task {
      await Result { () async throws(TransportError) in
        try await transport.send(
          HTTPRequest(method: .get, url: URL(fileURLWithPath: "/")))
      }
    }
    await wait { URLSession.started.count > count }
    task = URLSession.started[count]
  }

  private var session: URLSession { required(task.session) }
  private var delegate: any URLSessionDataDelegate {
    required(session.delegate as? any URLSessionDataDelegate)
  }

  /// Sends a challenge, and returns the disposition.
  func answer(_ trust: SecTrust?) async -> URLSession.AuthChallengeDisposition? {
    let disposition = Shared<URLSession.AuthChallengeDisposition?>(nil)
    let challenge = URLAuthenticationChallenge(
      URLProtectionSpace(host: "Login.Example.com", serverTrust: trust))
    delegate.urlSession(session, task: task, didReceive: challenge) { answer, credential in
      expect(credential == nil)
      disposition.value = answer
    }
    return disposition.value
  }

  func respond(status: Int) {
    task.response = HTTPURLResponse(
      url: URL(fileURLWithPath: "/"), statusCode: status, httpVersion: nil, headerFields: [:])
    complete(nil)
  }

  func complete(_ error: URLError?) {
    delegate.urlSession(session, task: task, didCompleteWithError: error)
  }

  var status: Int? { get async { try? await outcome.value.get().status } }
  var error: TransportError? {
    get async { if case .failure(let error) = await outcome.value { error } else { nil } }
  }
}
