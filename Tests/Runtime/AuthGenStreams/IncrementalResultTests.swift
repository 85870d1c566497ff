// Combining the parts of a response, in both forms that servers send.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import Testing

@testable import AuthGenStreams

@Suite(.timeLimit(.minutes(5))) struct IncrementalResultTests {
  private static let first =
    #"{"data":{"hero":{"name":"R2"}},"pending":[{"id":"0","path":["hero"],"label":"d"}],"hasNext":true}"#

  @Test(arguments: TextCase.all(in: "Fixtures/Streams/incremental-results.txt"))
  func partsAreCombined(_ text: TextCase) throws {
    let (parts, expected) = (text.lines.dropFirst().dropLast(), text.lines[text.lines.count - 1])
    try #require(expected.hasPrefix("= ") && !parts.isEmpty)
    var result = IncrementalResult(limit: 1_000_000)
    if expected == "= invalid" {
      return expectPermanentFailure { () throws(StreamFailure) in
        for part in parts { try result.add(Data(part.utf8)) }
      }
    }
    for part in parts { try result.add(Data(part.utf8)) }
    #expect("= " + String(decoding: result.json, as: UTF8.self) == expected)
  }

  private func expectPermanentFailure(_ body: () throws(StreamFailure) -> Void) {
    do throws(StreamFailure) {
      try body()
      Issue.record("expected a failure")
    } catch {
      if case .permanent = error { return }
      Issue.record("\(error)")
    }
  }

  /// A deep response overflows the stack when it is written or released.
  @Test func pathAtAnExtremeDepthIsRefused() throws {
    var result = IncrementalResult(limit: 10_000_000)
    try result.add(Data(#"{"data":{},"hasNext":true}"#.utf8))
    let levels = 250
    expectPermanentFailure { () throws(StreamFailure) in
      for depth in stride(from: 0, to: 100 * levels, by: levels) {
        let path = Array(repeating: #""a""#, count: depth).joined(separator: ",")
        let object = String(repeating: #"{"a":"#, count: levels) + "{}"
        let patch = object + String(repeating: "}", count: levels)
        try result.add(
          Data(#"{"incremental":[{"path":[\#(path)],"data":\#(patch)}],"hasNext":true}"#.utf8))
        #expect(depth <= levels)
      }
    }
  }

  @Test func patchesWithoutAnExistingPathAreLimited() throws {
    var result = IncrementalResult(limit: 1_000_000)
    try result.add(Data(#"{"data":{},"hasNext":true}"#.utf8))
    let early = Data(#"{"path":["a"],"data":{},"hasNext":true}"#.utf8)
    for _ in 0..<1_000 { try result.add(early) }
    #expect(throws: StreamFailure.self) { try result.add(early) }
    let pending = (0...1_000).map { #"{"id":"\#($0)","path":["a"],"label":"l"}"# }
    var second = IncrementalResult(limit: 1_000_000)
    expectPermanentFailure { () throws(StreamFailure) in
      try second.add(
        Data(#"{"data":{},"pending":[\#(pending.joined(separator: ","))],"hasNext":true}"#.utf8))
    }
  }

  /// Merging compares no member with each other one.
  @Test func largeObjectsAreMergedWithoutDelay() throws {
    var result = IncrementalResult(limit: 10_000_000)
    func object(_ prefix: String) -> String {
      "{" + (0..<50_000).map { #""\#(prefix)\#($0)":1"# }.joined(separator: ",") + "}"
    }
    try result.add(Data(#"{"data":\#(object("a")),"hasNext":true}"#.utf8))
    for _ in 0..<2 {
      try result.add(Data(#"{"data":\#(object("b")),"path":[],"hasNext":true}"#.utf8))
    }
    let object = try JSONDecoder().decode([String: [String: Int]].self, from: result.json)
    #expect(object["data"]?.count == 100_000)
  }

  @Test func allPartsTogetherAreLimited() throws {
    var result = IncrementalResult(limit: Self.first.utf8.count + 40)
    try result.add(Data(Self.first.utf8))
    let heartbeat = Data(#"{"hasNext":true,"extensions":{}}"#.utf8)
    try result.add(heartbeat)
    #expect(throws: StreamFailure.self) { try result.add(heartbeat) }
  }
}
