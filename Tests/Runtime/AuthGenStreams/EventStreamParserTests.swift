// Server-sent events, by the examples of their specification, whole and cut everywhere.

import Foundation
import Testing

@testable import AuthGenStreams

@Suite struct EventStreamParserTests {
  private static func event(_ data: String, _ type: String = "message", id: String? = nil)
    -> EventStreamParser.Element
  {
    .event(type: type, data: Data(data.utf8), id: id)
  }

  private func parse(_ parts: [Data], limit: Int = 1000) throws -> [EventStreamParser.Element] {
    var parser = EventStreamParser(limit: limit)
    return try parts.flatMap { try parser.parse($0) }
  }

  @Test(
    arguments: [
      // Data of several lines are joined. The last event has no blank line after it.
      ("data: YHOO\ndata: +2\ndata: 10\n\n", [event("YHOO\n+2\n10")]),
      ("data\n\ndata\ndata\n\ndata:", [event(""), event("\n")]),
      // An identifier stays until the next one.
      (
        ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
        [
          .comment, event("first event", id: "1"), event("second event", id: ""),
          event(" third event", id: ""),
        ]
      ),
      ("id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n", [event("a", id: "1"), event("b", id: "1")]),
      // One space after the colon is removed.
      ("data:test\n\ndata: test\n\n", [event("test"), event("test")]),
      ("event: complete\n\n", [event("", "complete")]),
      ("\n\nfoo: bar\n\nevent\ndata: x\nfoo\n\n", [event("x")]),
      // A byte order mark is removed at the start only.
      ("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n", [event("a")]),
      // A retry has digits only.
      ("retry: 250\nretry: 1s\nretry: -1\nretry:\n", [.retry(250)]),
      ("retry: 99999999999999999999\n", []),
    ] as [(String, [EventStreamParser.Element])])
  func textIsReadAsTheStandardSays(text: String, expected: [EventStreamParser.Element]) throws {
    #expect(try parse([Data(text.utf8)]) == expected)
  }

  @Test func invalidUTF8StaysInTheData() throws {
    let bytes = Data("data: a".utf8) + [0xFF, 0xFE] + Data("b\n\n".utf8)
    #expect(
      try parse([bytes]) == [
        .event(type: "message", data: Data("a".utf8) + [0xFF, 0xFE] + Data("b".utf8), id: nil)
      ])
  }

  @Test(arguments: ["\n", "\r", "\r\n"]) func cutsAnywhereChangeNothing(lineEnd: String) throws {
    let text =
      "\u{FEFF}: hi\nevent: next\nid: 7\ndata: {\"a\":\ndata:  \"ä🙂\"}\n\nretry: 10\ndata\n\n"
      .replacingOccurrences(of: "\n", with: lineEnd)
    let bytes = Data(text.utf8)
    let expected: [EventStreamParser.Element] = [
      .comment, Self.event("{\"a\":\n \"ä🙂\"}", "next", id: "7"), .retry(10),
      Self.event("", id: "7"),
    ]
    #expect(try parse([bytes]) == expected)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
        #expect(try parse(parts) == expected)
      }
    }
    #expect(try parse(bytes.map { Data([$0]) }) == expected)
  }

  @Test func eventAboveTheLimitIsAnErrorWhereverItsBytesAre() throws {
    let limit = 20
    #expect(try parse([Data("data: 1234567890\n\n".utf8)], limit: limit).count == 1)
    for text in [
      "data: 123456789012345\n\n", "data: 12345\ndata: 67890\ndata: 12345\n\n",
      String(repeating: "x", count: 21),
    ] {
      #expect(throws: StreamFailure.self) {
        try parse(text.utf8.map { Data([$0]) }, limit: limit)
      }
    }
    // The limit is of each event.
    let many = String(repeating: "data: 1234567890\n\n", count: 10)
    #expect(try parse([Data(many.utf8)], limit: limit).count == 10)
  }
}
