// Tests hostile requests to the listener by pages in the browser and programs on this machine.

import AuthGenBrowser
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

struct LoopbackAttackTests {
  /// A request that must be rejected, and the response to it; PORT stands for the port.
  struct Refused: Sendable, CustomTestStringConvertible {
    let status: Int
    let request: String
    var testDescription: String { request.debugDescription }

    /// - Parameter row: a row of `LoopbackRequests.txt`.
    init(_ row: String) throws {
      let parts = row.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      let json = "\"\(parts.count > 2 ? parts[2] : "")\""
      let text = try JSONDecoder().decode(String.self, from: Data(json.utf8))
      let host = "Host: 127.0.0.1:PORT\r\n"
      let (line, fields) =
        switch parts[1] {
        case "host": ("GET /callback?code=evil HTTP/1.1", text)
        case "path": ("GET \(text) HTTP/1.1", host)
        case "method": ("\(text) /callback?code=evil HTTP/1.1", host)
        case "field": ("GET /callback?code=evil HTTP/1.1", host + text)
        default: (text, host)
        }
      status = try #require(Int(parts[0]))
      request = "\(line)\r\n\(fields)\r\n"
    }
  }

  @Test(
    arguments: try TextCase.all(in: "Login/Fixtures/LoopbackRequests.txt").flatMap(\.lines).map(
      Refused.init))
  func otherRequestsAreRejectedAndTheRedirectIsAccepted(refused: Refused) async throws {
    let (statuses, status) = AsyncStream<Int?>.makeStream()
    let login = try await prepared { port in
      let other = try LocalClient(port: port)
      other.send(refused.request.replacingOccurrences(of: "PORT", with: "\(port)"))
      status.yield(other.status())
      try LocalClient.redirected(port: port)
    }
    #expect(try await login.callback().query == "code=abc&state=xyz")
    #expect(await statuses.first { _ in true } == refused.status)
  }

  @Test func requestBeforeThePageIsOpenedIsRejected() async throws {
    let login = try await prepared { port in try LocalClient.redirected(port: port) }
    let early = try LocalClient.redirected("/callback?code=evil", port: login.port)
    #expect(early.status() == 404)
    #expect(try await login.callback().query == "code=abc&state=xyz")
  }

  @Test func requestMayArriveByteByByte() async throws {
    let login = try await prepared { port in
      let client = try LocalClient(port: port)
      for byte in redirect(port: port).utf8 { client.send([byte]) }
    }
    #expect(try await login.callback().query == "code=abc&state=xyz")

    let address = LoopbackAddress(host: "127.0.0.1", port: 8_080, path: "/callback")
    var request = LoopbackRequest()
    let bytes = Array(redirect(port: 8_080).utf8)
    for byte in bytes.dropLast() { #expect(request.verdict(adding: [byte], at: address) == nil) }
    let url = URL(string: "http://127.0.0.1:8080/callback?code=abc&state=xyz")
    #expect(
      request.verdict(adding: bytes.suffix(1), at: address) == .callback(try #require(url)))
  }

  @Test func idleAndSlowConnectionsDoNotBlockTheBrowser() async throws {
    let login = try await prepared { port in
      let idle = try (0..<100).map { _ in try LocalClient(port: port) }
      for client in idle.suffix(10) { client.send("GET /callback?code=") }
      try LocalClient.redirected(port: port)
      withExtendedLifetime(idle) {}
    }
    #expect(try await login.callback().query == "code=abc&state=xyz")
  }

  @Test func endlessRequestIsCutOff() async throws {
    var limits = LoopbackLimits()
    limits.requestTime = .milliseconds(30)
    let login = try await prepared(limits: limits) { port in
      let slow = try LocalClient(port: port)
      slow.send("GET /callback?code=evil HTTP/1.1\r\nX: ")
      // The connection ends when the listener closes it.
      #expect(slow.receive().isEmpty)
      try LocalClient.redirected(port: port)
    }
    #expect(try await login.callback().query == "code=abc&state=xyz")
  }

  @Test(arguments: ["GET /callback?code=", "GET /callback HTTP/1.1\r\nX: "])
  func hugeHeadsAreRejected(begin: String) async throws {
    let (statuses, status) = AsyncStream<Int?>.makeStream()
    let login = try await prepared { port in
      let huge = try LocalClient(port: port)
      huge.send(begin + String(repeating: "a", count: 20_000))
      status.yield(huge.status())
      let client = try LocalClient(port: port)
      let padding = "X: \(String(repeating: "a", count: 15_000))\r\n\r\n"
      client.send(redirect(port: port).dropLast("\r\n".utf8.count - 1) + padding)
    }
    #expect(try await login.callback().query == "code=abc&state=xyz")
    #expect(await statuses.first { _ in true } == 431)
  }

  @Test func oneOfTwoConcurrentRedirectsIsAccepted() async throws {
    let (results, result) = AsyncStream<[Int?]>.makeStream()
    let login = try await prepared { port in
      let clients = try (0..<2).map { _ in try LocalClient(port: port) }
      for (number, client) in clients.enumerated() {
        client.send(redirect("/callback?code=\(number)", port: port))
      }
      result.yield(clients.map { $0.status() })
    }
    let query = try await login.callback().query
    let statuses = try #require(await results.first { _ in true })
    #expect(["code=0", "code=1"].contains(query))
    #expect(statuses.filter { $0 == 200 }.count == 1)
  }

  @Test func redirectOfAnotherLoginDoesNotEndTheLogin() async throws {
    var limits = LoopbackLimits()
    #expect(limits.unexpectedRedirects == 32)
    limits.requestTime = .seconds(60)
    limits.unexpectedRedirects = 3
    let (statuses, status) = AsyncStream<[Int?]>.makeStream()
    let login = try await prepared(limits: limits) { port in
      status.yield(
        try (0..<5).map { number in
          let other = try LocalClient(port: port)
          other.send(redirect("/callback?code=evil&state=\(number)", port: port))
          return other.status()
        })
      try LocalClient.redirected(port: port)
    }
    let url = try await login.callback { $0.query?.hasSuffix("state=xyz") == true }
    #expect(url.query == "code=abc&state=xyz")
    // After three, they get no response.
    #expect(await statuses.first { _ in true } == [400, 400, 400, nil, nil])
  }

  @Test func redirectCountsIfTheBrowserClosesTheConnection() async throws {
    for _ in 0..<20 {
      let login = try await prepared { port in
        try LocalClient.redirected("/favicon.ico", port: port)
        try LocalClient.redirected(port: port)
      }
      #expect(try await login.callback().query == "code=abc&state=xyz")
    }
  }

  @Test func invalidURLCharactersAreEscaped() async throws {
    let login = try await prepared { port in
      try LocalClient.redirected("/callback?error=x%2Fy&why=100%|{a}[1]^\"<>`\\%zz%", port: port)
    }
    let url = try await login.callback()
    let callback = try Callback(url, to: login.redirectURI)
    #expect(callback["error"] == "x/y")
    #expect(callback["why"] == "100%|{a}[1]^\"<>`\\%zz%")
  }
}
