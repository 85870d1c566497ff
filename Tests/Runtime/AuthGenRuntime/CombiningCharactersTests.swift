// Tests that a server's texts with many combining characters take linear time. String takes quadratic time.

@_spi(Generated) import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import Foundation
import HorizonAPI
import Testing

@testable import AuthGenLogging
@testable import AuthGenStreams

@Suite struct CombiningCharactersTests {
  /// 200 KB. String takes some 5 s to compare it.
  private static let marks = String(repeating: "\u{0316}\u{0301}", count: 50_000)
  private static let name = "a" + marks

  private enum Color: OpenEnum {
    case red
    case unknown(String)

    init(graphQLName: String) {
      switch graphQLName.nameOrEmpty {
      case "RED": self = .red
      default: self = .unknown(graphQLName)
      }
    }

    var graphQLName: String { if case .unknown(let name) = self { name } else { "RED" } }
    static let graphQLNames = ["RED"]
  }

  private static let uses: [(title: String, use: @Sendable () throws -> Bool)] = [
    ("JSON", { try json(#"{"\#(name)": "\#(name)", "b": 1}"#)["b"] == .integer(1) }),
    ("equal JSON", { JSON.string(name) != .string(name + "b") && JSON.string(name) != .null }),
    (
      "JSON as text",
      {
        let value = try json(#"{"\#(name)b": 1, "\#(name)": 2}"#)
        return try json(String(decoding: value.data, as: UTF8.self)) == value
      }
    ),
    ("hash of JSON", { Set([JSON.string(name), .string(name + "b")]).count == 2 }),
    ("enum", { Color(graphQLName: name) == .unknown(name) && Color(graphQLName: name) != .red }),
    ("header", { HTTPHeaders(dictionaryLiteral: (name, "1"), ("b", "2"))[name] == "1" }),
    (
      "values of headers",
      {
        let headers: HTTPHeaders = [
          "Content-Type": name, "Retry-After": name, "Date": name,
          "Set-Cookie": "\(name)=1;\(name)",
        ]
        let response = TokenResponse(headers: headers, receivedAt: .distantPast)
        return headers.mediaType == nil && headers.serverTime == nil
          && response.token(inCookie: "a") == nil
      }
    ),
    (
      "cookies without attributes",
      {
        let cookies = String(repeating: "a=,", count: 60_000)
        return TokenResponse(headers: ["Set-Cookie": cookies], receivedAt: .distantPast)
          .token(inCookie: "a") == nil
      }
    ),
    (
      "rules of refusals",
      {
        let extensions = RedactedJSON(.object(["code": .string(name)]))
        let error = GraphQLError(message: name, path: [.field(name)], extensions: extensions)
        let http = HTTPFailure(status: 400, mediaType: nil, bodySize: 0, retryAfter: nil)
        return error.path != ["b"]
          && TokenRefusal(http, code: name, body: extensions).consequence == .needsLogin
          && ![RefusalRule.extensions("code", in: ["A"]), .message(in: ["A"])].contains {
            $0.matches(status: 200, errors: [error], extensions: extensions)
          }
      }
    ),
    (
      "variables",
      {
        CallIdentity(SocialLinksQuery(status: .unknown(name)))
          != CallIdentity(SocialLinksQuery(status: .unknown(name + "b")))
      }
    ),
    (
      "events and messages",
      {
        var (parser, socket) = (EventStreamParser(limit: 1_000_000), TransportSocketProtocol())
        return try parser.parse(Data("\(name): 1\n\n".utf8)).isEmpty
          && socket.receive(.text(Data(#"{"type": "\#(name)"}"#.utf8))).count == 1
      }
    ),
    ("secrets", { Secret(name) != Secret(name + "b") && Set([Secret(name)]).count == 1 }),
    (
      "claims",
      {
        let payload = Data(
          #"{"\#("a" + String(marks.unicodeScalars.prefix(10_000)))": 1, "exp": 2}"#.utf8)
        let token = Secret(
          "\(Base64URL.encode(Array(#"{"alg":"RS256"}"#.utf8))).\(Base64URL.encode(payload)).AA")
        return TokenResponse(headers: [:], receivedAt: .distantPast).expiry(ofClaimIn: token) != nil
      }
    ),
  ]

  /// The processor time of the thread, in seconds.
  private static var time: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func json(_ text: String) throws -> JSON {
    try #require(JSON(Data(text.utf8)))
  }

  @Test(arguments: uses.map(\.title))
  func timeIsLinear(_ title: String) throws {
    let use = try #require(Self.uses.first { $0.title == title }).use
    let start = Self.time
    #expect(try use())
    let time = Self.time - start
    #expect(time < 2)
  }

  /// JSON compares names by code units (RFC 8259, section 8.3).
  @Test func canonicallyEquivalentNamesAreDifferent() throws {
    let json = try Self.json("{\"\u{E9}\": 1, \"e\u{301}\": 2}")
    #expect(json["\u{E9}"] == .integer(1) && json["e\u{301}"] == .integer(2))
  }
}
