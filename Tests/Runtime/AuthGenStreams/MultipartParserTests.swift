// Multipart bodies, whole and cut everywhere.

import AuthGenRuntime
import Foundation
import Testing

@testable import AuthGenStreams

@Suite struct MultipartParserTests {
  private func parse(
    _ parts: [Data], boundary: String = "graphql", limit: Int = 1000
  ) throws -> [MultipartParser.Element] {
    var parser = try #require(MultipartParser(boundary: boundary, limit: limit))
    return try parts.flatMap { try parser.parse($0) }
  }

  private func part(_ text: String) -> MultipartParser.Element { .part(Data(text.utf8)) }

  private static let body =
    "ignored\r\n--graphql\r\ncontent-type: application/json\r\n\r\n{}\r\n--graphql  \r\n\r\n"
    + "a\r\n--graphqX\r\n--\r\n--graphql\r\nX: 1\r\nY: 2\r\n\r\n\r\n--graphql--\r\nignored\r\n--graphql\r\n"

  @Test func cutsAnywhereChangeNothing() throws {
    let bytes = Data(Self.body.utf8)
    let expected = [part("{}"), part("a\r\n--graphqX\r\n--"), part(""), .end]
    #expect(try parse([bytes]) == expected)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
        #expect(try parse(parts) == expected)
      }
    }
    #expect(try parse(bytes.map { Data([$0]) }) == expected)
  }

  @Test func bodyMayBeginWithTheDelimiter() throws {
    #expect(try parse([Data("--graphql\r\n\r\n{}\r\n--graphql".utf8)]) == [part("{}")])
  }

  /// Servers send the rest of the line with the next part.
  @Test func partIsCompleteWithTheBoundaryAfterIt() throws {
    var parser = try #require(MultipartParser(boundary: "-", limit: 100))
    #expect(try parser.parse(Data("\r\n---\r\n\r\n{\"a\":1}".utf8)) == [])
    #expect(try parser.parse(Data("\r\n---".utf8)) == [part("{\"a\":1}")])
    #expect(try parser.parse(Data("\r\n\r\n2\r\n---".utf8)) == [part("2")])
    #expect(try parser.parse(Data("--".utf8)) == [.end])
  }

  @Test func textAfterABoundaryIsAnError() throws {
    #expect(throws: StreamFailure.self) {
      try parse([Data("--graphql\r\n\r\n{}\r\n--graphqlX\r\n\r\n{}\r\n--graphql--".utf8)])
    }
  }

  @Test func limitsAreOfEachPart() throws {
    let small = String(repeating: "\r\n--graphql\r\n\r\n1234567890", count: 50) + "\r\n--graphql--"
    #expect(try parse([Data(small.utf8)], limit: 10).count == 51)
    let large = Data("--graphql\r\n\r\n12345678901\r\n--graphql--".utf8)
    #expect(throws: StreamFailure.self) { try parse([large], limit: 10) }
    let endless = Data("--graphql\r\n\r\n".utf8) + Data(repeating: 0x61, count: 100)
    #expect(throws: StreamFailure.self) { try parse(endless.map { Data([$0]) }, limit: 10) }
    let header = Data("--graphql\r\nX: ".utf8) + Data(repeating: 0x61, count: 70_000)
    #expect(throws: StreamFailure.self) { try parse([header]) }
    #expect(throws: StreamFailure.self) {
      try parse([header + Data("\r\n\r\n{}\r\n--graphql--".utf8)])
    }
    let line = Data("--graphql".utf8) + Data(repeating: 0x20, count: 70_000)
    #expect(throws: StreamFailure.self) { try parse([line]) }
    let preamble = Data(repeating: 0x61, count: 100_000)
    #expect(try parse([preamble, Data("\r\n--graphql--".utf8)], limit: 10) == [.end])
  }

  @Test func boundaryHasOneTo70Characters() {
    #expect(MultipartParser(boundary: "", limit: 1) == nil)
    #expect(MultipartParser(boundary: String(repeating: "b", count: 71), limit: 1) == nil)
  }

  @Test(arguments: [
    (#"multipart/mixed;boundary=graphql;subscriptionSpec=1.0"#, "graphql"),
    (#"Multipart/Mixed; Boundary="-"; subscriptionSpec="1.0""#, "-"),
    (#"multipart/mixed ; x="a;boundary=no\"" ; boundary="a b\"c""#, "a b\"c"),
    (#"multipart/mixed;boundary=first;boundary=second"#, "first"),
    (#"multipart/mixed;boundary;charset=utf-8"#, nil),
    (#"multipart/mixed;boundary=""#, ""),
  ]) func boundaryIsAParameterOfTheMediaType(text: String, boundary: String?) {
    let headers: HTTPHeaders = ["Content-Type": text]
    #expect(headers.mediaType == "multipart/mixed")
    #expect(headers.boundary == boundary)
  }
}
