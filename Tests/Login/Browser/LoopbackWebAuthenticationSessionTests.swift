// Tests how a login with a listener begins and ends. LoopbackAttackTests covers hostile requests.

import AuthGenBrowser
import AuthGenWebLogin
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct LoopbackWebAuthenticationSessionTests {
  @Test func redirectIsReturned() async throws {
    let login = try await prepared { port in try LocalClient.redirected(port: port) }
    #expect(login.redirectURI.description == "http://127.0.0.1:\(login.port)/callback")
    let url = try await login.callback()
    #expect(
      url.absoluteString == "http://127.0.0.1:\(login.port)/callback?code=abc&state=xyz")
    let callback = try Callback(url, to: login.redirectURI)
    #expect(callback["code"] == "abc" && callback["state"] == "xyz")
  }

  @Test func responseIsAStaticPageWithoutTheRequest() async throws {
    let (responses, received) = AsyncStream<String>.makeStream()
    let login = try await prepared { port in
      let client = try LocalClient.redirected(
        "/callback?code=s3cr3t&state=%3Cscript%3E", port: port)
      received.yield(client.receive())
    }
    _ = try await login.callback()
    let response = try #require(await responses.first { _ in true })
    #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
    for line in [
      "Content-Type: text/html; charset=utf-8", "Cache-Control: no-store",
      "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff", "Connection: close",
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    ] { #expect(response.contains("\r\n\(line)\r\n"), "\(line)") }
    for text in ["s3cr3t", "script", "Mozilla", "\(login.port)"] {
      #expect(!response.contains(text), "\(text)")
    }
    #expect(response.contains("You can close this window."))
  }

  @Test func portIsFreeAfterTheLogin() async throws {
    let redirectURI = try await withPortOfItsOwn()
    for _ in 0..<3 {
      let (responses, received) = AsyncStream<String>.makeStream()
      let login = try await prepared(redirectURI) { port in
        received.yield(try LocalClient.redirected(port: port).receive())
      }
      _ = try await login.callback()
      #expect(throws: LocalClient.Refused.self) { try LocalClient(port: login.port) }
      // The system may still keep the connection.
      _ = await responses.first { _ in true }
    }
  }

  @Test func releasingTheSessionFreesThePort() async throws {
    let redirectURI = try await withPortOfItsOwn()
    var login: (any PreparedWebAuthentication)? = try await prepared(redirectURI)
    let port = try #require(login?.port)
    _ = try LocalClient(port: port)
    login = nil
    #expect(throws: LocalClient.Refused.self) { try LocalClient(port: port) }
    _ = try await prepared(redirectURI)
  }

  @Test func portInUseIsAnError() async throws {
    let first = try await prepared()
    await #expect(throws: WebAuthenticationError.portInUse(first.port)) {
      try await prepared("http://127.0.0.1:\(first.port)/other")
    }
    withExtendedLifetime(first) {}
  }

  @Test func slowLoginTimesOut() async throws {
    let login = try await prepared(withPortOfItsOwn(), timeout: .milliseconds(20))
    await #expect(throws: WebAuthenticationError.timedOut) { try await login.callback() }
    #expect(throws: LocalClient.Refused.self) { try LocalClient(port: login.port) }
  }

  @Test func cancelledTaskEndsTheLogin() async throws {
    let (opened, open) = AsyncStream<Void>.makeStream()
    let redirectURI = try await withPortOfItsOwn()
    let login = try await prepared(redirectURI) { _ in
      open.finish()
      // The app's function ignores cancellation.
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    let task = Task { try await login.callback() }
    for await _ in opened {}
    task.cancel()
    await #expect(throws: WebAuthenticationError.cancelled) { try await task.value }
    _ = try await prepared(redirectURI)
  }

  @Test func cancelledTaskOpensNoPage() async throws {
    let login = try await prepared { _ in Issue.record("a page was opened") }
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await login.callback()
    }
    task.cancel()
    await #expect(throws: WebAuthenticationError.cancelled) { try await task.value }
  }

  @Test func pageThatCannotBeOpenedEndsTheLogin() async throws {
    struct Other: Error {}
    let other = try await prepared { _ in throw Other() }
    await #expect(throws: WebAuthenticationError.noBrowser) { try await other.callback() }
    let known = try await prepared(withPortOfItsOwn()) { _ in
      throw WebAuthenticationError.other(code: 7)
    }
    await #expect(throws: WebAuthenticationError.other(code: 7)) { try await known.callback() }
    #expect(throws: LocalClient.Refused.self) { try LocalClient(port: known.port) }
  }

  @Test func sessionIsUsedOnce() async throws {
    let login = try await prepared { port in try LocalClient.redirected(port: port) }
    _ = try await login.callback()
    await #expect(throws: WebAuthenticationError.cancelled) { try await login.callback() }
  }

  @Test(arguments: [
    "com.example.shop:/callback", "https://shop.example.com/callback",
  ])
  func otherRedirectURIsAreRejected(text: String) async throws {
    await #expect(throws: WebAuthenticationError.unsupportedRedirectURI) {
      try await prepared(text)
    }
  }

  @Test func otherLoopbackAddressesWork() async throws {
    for (text, host, address, target) in [
      ("http://[::1]:0/callback", "[::1]", "::1", "/callback?code=abc"),
      ("http://localhost:0", "localhost", "127.0.0.1", "/?code=abc"),
      ("http://127.0.0.1:0/a%2Fb?app=1", "127.0.0.1", "127.0.0.1", "/a%2Fb?app=1&code=abc"),
    ] {
      let login = try await prepared(text) { port in
        let client = try LocalClient(port: port, address: address)
        client.send(redirect(target, port: port, host: host))
      }
      let callback = try Callback(try await login.callback(), to: login.redirectURI)
      #expect(callback["code"] == "abc", "\(text)")
    }
  }

  #if os(Linux)
    @Test func onlyThisMachineReachesTheListener() async throws {
      let login = try await prepared()
      // A listener on all addresses is reachable at this address too. Other systems do not have it.
      #expect(throws: LocalClient.Refused.self) {
        try LocalClient(port: login.port, address: "127.0.0.2")
      }
      // The listener is running.
      _ = try LocalClient(port: login.port)
      withExtendedLifetime(login) {}
    }
  #endif

  @Test func writingToAClosedConnectionDoesNotEndTheProcess() throws {
    let (one, other) = try Sockets.pair()
    defer { close(one) }
    close(other)
    #expect(Sockets.write(one, [0]) == .end)
  }

  @Test func childProcessesDoNotInheritTheListener() async throws {
    let login = try await prepared()
    let descriptor = try #require((0..<1_024).first { listeningPort(of: $0) == login.port })
    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    withExtendedLifetime(login) {}
  }

  /// Returns nil if the descriptor is not a listener.
  private func listeningPort(of descriptor: Int32) -> Int? {
    var isListening: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size)
    let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length) == 0
      }
    }
    return isListening != 0 && isNamed ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }
}
