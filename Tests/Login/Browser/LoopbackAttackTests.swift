// Tests hostile requests to the listener by pages in the browser and programs on this machine.

import AuthGenBrowser
import AuthGenWebLogin
import Foundation
import Testing

struct LoopbackAttackTests {
  /// A request that must be rejected, and the response to it; PORT stands for the port.
  struct Refused: Sendable, CustomTestStringConvertible {
    let status: Int
    let request: String
    var testDescription: String { request.debugDescription }

    init(_ status: Int, _ request: String) {
      self.status = status
      self.request = request
    }

    init(_ status: Int, line: String, fields: String = "Host: 127.0.0.1:PORT\r\n") {
      self.init(status, "\(line)\r\n\(fields)\r\n")
    }

    init(_ status: Int, host: String) {
      self.init(status, line: "GET /callback?code=evil HTTP/1.1", fields: host)
    }
  }

  /// For example, the host name of a page that resolves it to this machine.
  static let wrongHosts = [
    "", "Host: evil.example.com\r\n", "Host: evil.example.com:PORT\r\n", "Host: 127.0.0.1\r\n",
    "Host: 127.0.0.1:1\r\n", "Host: 127.0.0.1:0PORT\r\n", "Host: 127.0.0.1.:PORT\r\n",
    "Host: localhost:PORT\r\n", "Host: [::1]:PORT\r\n", "Host: 127.0.0.2:PORT\r\n",
    "Host: 0.0.0.0:PORT\r\n", "Host: 127.1:PORT\r\n", "Host: user@127.0.0.1:PORT\r\n",
    "Host: http://127.0.0.1:PORT\r\n", "Host: \u{A0}127.0.0.1:PORT\r\n", "Host:\r\n",
    "Host: 127.0.0.1:PORT\r\nHost: 127.0.0.1:PORT\r\n",
    "Host: 127.0.0.1:PORT, evil.example.com\r\n", "X-Forwarded-Host: 127.0.0.1:PORT\r\n",
    "Host : 127.0.0.1:PORT\r\n", "Host: 127.0.0.1:\r\n PORT\r\n",
  ].map { Refused(400, host: $0) }

  static let wrongPaths = [
    "/", "/favicon.ico", "//callback", "/callback/", "/Callback", "/%63allback", "/callback%2F",
    "/./callback", "/x/../callback", "/callback;x", "/callback%00", "/callback%3Fcode=x",
    "/?/callback",
    "//127.0.0.1:PORT/callback",
  ].map { Refused(404, line: "GET \($0) HTTP/1.1") }

  static let wrongMethods = [
    "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "get", "GETS", "TRACE", "PRI",
  ].map { Refused(405, line: "\($0) /callback?code=evil HTTP/1.1") }

  static let malformed = [
    "GET http://127.0.0.1:PORT/callback?code=evil HTTP/1.1",
    "GET https://evil.example.com/callback HTTP/1.1", "CONNECT 127.0.0.1:PORT HTTP/1.1",
    "OPTIONS * HTTP/1.1", "GET callback HTTP/1.1", "GET \\callback HTTP/1.1",
    "GET /callback?code=evil HTTP/1.0", "GET /callback?code=evil HTTP/2.0",
    "GET /callback?code=evil http/1.1", "GET /callback?code=evil", "GET  /callback HTTP/1.1",
    "GET\t/callback HTTP/1.1", " GET /callback HTTP/1.1", "GET /callback HTTP/1.1 ",
    "GET /callback?code=a b HTTP/1.1", "GET /callback?code=é HTTP/1.1",
    "GET /callback?code=evil#x HTTP/1.1", "GET /callback?code=\u{0} HTTP/1.1",
    "GET /callback?code=\u{7F} HTTP/1.1", "GET /callback?code=evil\n HTTP/1.1",
    "GET /callback\rHTTP/1.1 HTTP/1.1", "G(T /callback HTTP/1.1", "", "\u{16}\u{3}\u{1}\u{2}",
  ].map { Refused(400, line: $0) }

  static let malformedFields = [
    "Content-Length: 5\r\n", "Content-Length: 0\r\nContent-Length: 5\r\n",
    "Transfer-Encoding: chunked\r\n", "X Y: z\r\n", ": x\r\n", "nothing\r\n", "X: \u{0}\r\n",
    "X: a\rb\r\n", "X: a\nY: b\r\n", " folded: x\r\n",
    // Images, frames and scripts of other pages.
    "Sec-Fetch-Dest: image\r\n", "Sec-Fetch-Dest: iframe\r\n", "Sec-Fetch-Dest: empty\r\n",
    "Sec-Fetch-Dest: document\r\nSec-Fetch-Dest: image\r\n",
  ].map {
    Refused(
      400, line: "GET /callback?code=evil HTTP/1.1", fields: "Host: 127.0.0.1:PORT\r\n\($0)")
  }

  @Test(arguments: wrongHosts + wrongPaths + wrongMethods + malformed + malformedFields)
  func otherRequestsAreRejectedAndTheRedirectIsAccepted(refused: Refused) async throws {
    let (statuses, status) = AsyncStream<Int?>.makeStream()
    let login = try await prepared { port in
      let other = try LocalClient(port: port)
      other.send(refused.request.replacingOccurrences(of: "PORT", with: "\(port)"))
      status.yield(other.status())
      let client = try LocalClient(port: port)
      client.send(redirect(port: port))
    }
    #expect(try await login.callback().query == "code=abc&state=xyz")
    #expect(await statuses.first { _ in true } == refused.status)
  }

  @Test func requestBeforeThePageIsOpenedIsRejected() async throws {
    let login = try await prepared { port in
      let client = try LocalClient(port: port)
      client.send(redirect(port: port))
    }
    let early = try LocalClient(port: login.port)
    early.send(redirect("/callback?code=evil", port: login.port))
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
      let client = try LocalClient(port: port)
      client.send(redirect(port: port))
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
      let client = try LocalClient(port: port)
      client.send(redirect(port: port))
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
      let client = try LocalClient(port: port)
      client.send(redirect(port: port))
    }
    let url = try await login.callback { $0.query?.hasSuffix("state=xyz") == true }
    #expect(url.query == "code=abc&state=xyz")
    // After three, they get no response.
    #expect(await statuses.first { _ in true } == [400, 400, 400, nil, nil])
  }

  @Test func redirectCountsIfTheBrowserClosesTheConnection() async throws {
    for _ in 0..<20 {
      let login = try await prepared { port in
        let other = try LocalClient(port: port)
        other.send(redirect("/favicon.ico", port: port))
        let client = try LocalClient(port: port)
        client.send(redirect(port: port))
      }
      #expect(try await login.callback().query == "code=abc&state=xyz")
    }
  }

  @Test func invalidURLCharactersAreEscaped() async throws {
    let login = try await prepared { port in
      let client = try LocalClient(port: port)
      client.send(redirect("/callback?error=x%2Fy&why=100%|{a}[1]^\"<>`\\%zz%", port: port))
    }
    let url = try await login.callback()
    let callback = try Callback(url, to: login.redirectURI)
    #expect(callback["error"] == "x/y")
    #expect(callback["why"] == "100%|{a}[1]^\"<>`\\%zz%")
  }
}
