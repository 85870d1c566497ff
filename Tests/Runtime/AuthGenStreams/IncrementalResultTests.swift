// Combining the parts of a response, in both forms that servers send.

import AuthGenRuntime
import Foundation
import Testing

@testable import AuthGenStreams

@Suite(.timeLimit(.minutes(5))) struct IncrementalResultTests {
  /// Adds parts, and returns the response after the last one.
  private func combined(_ parts: String..., limit: Int = 1_000_000) throws -> String {
    var result = IncrementalResult(limit: limit)
    for part in parts { try result.add(Data(part.utf8)) }
    return String(decoding: result.json, as: UTF8.self)
  }

  private func expectInvalid(_ parts: String..., sourceLocation: SourceLocation = #_sourceLocation)
  {
    var result = IncrementalResult(limit: 1_000_000)
    let error = #expect(throws: StreamFailure.self, sourceLocation: sourceLocation) {
      for part in parts { try result.add(Data(part.utf8)) }
    }
    guard case .permanent? = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
  }

  private static let first =
    #"{"data":{"hero":{"name":"R2"}},"pending":[{"id":"0","path":["hero"],"label":"d"}],"hasNext":true}"#

  @Test func partOfAnotherFormIsInvalid() throws {
    expectInvalid(#"{1:2,"data":{"hero":null},"hasNext":true}"#)
    expectInvalid(#"{"data":{},"pending":[{"id":"0","path":null}],"hasNext":true}"#)
    expectInvalid(#"{"data":{},"pending":[{"id":"0","path":[true]}],"hasNext":true}"#)
  }

  // MARK: The working draft

  @Test func pendingFragmentIsMarkedUntilItIsComplete() throws {
    #expect(
      try combined(Self.first)
        == #"{"data":{"hero":{"name":"R2","__deferred:d":"pending"}}}"#)
    #expect(
      try combined(
        Self.first, #"{"incremental":[{"id":"0","data":{"height":1.10}}],"hasNext":true}"#)
        == #"{"data":{"hero":{"name":"R2","__deferred:d":"pending","height":1.10}}}"#)
    #expect(
      try combined(
        Self.first,
        #"{"incremental":[{"id":"0","data":{"height":1.10}}],"completed":[{"id":"0"}],"hasNext":false}"#
      )
        == #"{"data":{"hero":{"name":"R2","__deferred:d":"delivered","height":1.10}}}"#)
  }

  @Test func failedFragmentHasItsErrorsAndSoHasTheResponse() throws {
    let error = #"{"message":"No height","path":["hero","height"]}"#
    #expect(
      try combined(
        Self.first, #"{"completed":[{"id":"0","errors":["# + error + #"]}],"hasNext":false}"#)
        == #"{"data":{"hero":{"name":"R2","__deferred:d":["# + error + #"]}},"errors":["# + error
        + "]}")
  }

  @Test func subPathLeadsInsideTheFragment() throws {
    #expect(
      try combined(
        #"{"data":{"a":[{"b":{}}]},"pending":[{"id":"7","path":["a",0]}],"hasNext":true}"#,
        #"{"incremental":[{"id":"7","subPath":["b"],"data":{"c":1}}],"completed":[{"id":"7"}],"hasNext":false}"#
      )
        == #"{"data":{"a":[{"b":{"c":1}}]}}"#)
  }

  @Test func streamedItemsAreAppended() throws {
    #expect(
      try combined(
        #"{"data":{"a":[1]},"pending":[{"id":"0","path":["a"]}],"hasNext":true}"#,
        #"{"incremental":[{"id":"0","items":[2,3]}],"hasNext":true}"#,
        #"{"incremental":[{"id":"0","items":[4]}],"hasNext":true}"#,
        #"{"completed":[{"id":"0","errors":[{"message":"No more"}]}],"hasNext":false}"#)
        == #"{"data":{"a":[1,2,3,4]},"errors":[{"message":"No more"}]}"#)
  }

  @Test func fragmentInsideAFragmentBecomesPendingLater() throws {
    #expect(
      try combined(
        Self.first,
        #"{"pending":[{"id":"1","path":["hero","home"],"label":"e"}],"incremental":[{"id":"0","data":{"home":{"x":1}}}],"completed":[{"id":"0"}],"hasNext":true}"#,
        #"{"incremental":[{"id":"1","data":{"y":2}}],"completed":[{"id":"1"}],"hasNext":false}"#)
        == #"{"data":{"hero":{"name":"R2","__deferred:d":"delivered","home":{"x":1,"__deferred:e":"delivered","y":2}}}}"#
    )
  }

  /// The part that makes a fragment pending may also contain its object.
  @Test func fragmentIsPendingInAnObjectThatArrivesWithIt() throws {
    var result = IncrementalResult(limit: 10_000)
    for part in [
      Self.first,
      #"{"pending":[{"id":"1","path":["hero","home"],"label":"e"}],"incremental":[{"id":"0","data":{"home":{"x":1}}}],"completed":[{"id":"0"}],"hasNext":true}"#,
    ] { try result.add(Data(part.utf8)) }
    #expect(
      String(decoding: result.json, as: UTF8.self)
        == #"{"data":{"hero":{"name":"R2","__deferred:d":"delivered","home":{"x":1,"__deferred:e":"pending"}}}}"#
    )
  }

  // MARK: deferSpec=20220824

  @Test func patchesHavePathsAndLabels() throws {
    #expect(
      try combined(
        #"{"data":{"hero":{"name":"R2"}},"hasNext":true}"#,
        #"{"incremental":[{"data":{"height":1},"path":["hero"],"label":"d"}],"hasNext":false}"#)
        == #"{"data":{"hero":{"name":"R2","height":1,"__deferred:d":"delivered"}}}"#)
  }

  @Test func nullPatchIsAFailedFragment() throws {
    #expect(
      try combined(
        #"{"data":{"hero":{"name":"R2"}},"hasNext":true}"#,
        #"{"incremental":[{"data":null,"path":["hero"],"label":"d","errors":[{"message":"X"}]}],"hasNext":false}"#
      )
        == #"{"data":{"hero":{"name":"R2","__deferred:d":[{"message":"X"}]}},"errors":[{"message":"X"}]}"#
    )
  }

  @Test func patchMayBeAPartOfItsOwn() throws {
    #expect(
      try combined(
        #"{"data":{"hero":{"name":"R2"}},"hasNext":true}"#,
        #"{"data":{"height":1},"path":["hero"],"label":"d","hasNext":true}"#,
        #"{"hasNext":false}"#)
        == #"{"data":{"hero":{"name":"R2","height":1,"__deferred:d":"delivered"}}}"#)
  }

  @Test func repeatedFieldsAreMergedAtAnyDepth() throws {
    #expect(
      try combined(
        #"{"data":{"a":{"b":[{"c":1},{"c":2}],"d":1}},"hasNext":true}"#,
        #"{"incremental":[{"data":{"b":[{"e":3},{"e":4}],"d":5},"path":["a"]}],"hasNext":false}"#)
        == #"{"data":{"a":{"b":[{"c":1,"e":3},{"c":2,"e":4}],"d":5}}}"#)
  }

  @Test func streamedItemsHaveTheIndexOfTheFirst() throws {
    #expect(
      try combined(
        #"{"data":{"a":[{"x":0}]},"hasNext":true}"#,
        #"{"incremental":[{"items":[{"x":1},{"x":2}],"path":["a",1]},{"items":[{"x":3}],"path":["a",3]}],"hasNext":false}"#
      )
        == #"{"data":{"a":[{"x":0},{"x":1},{"x":2},{"x":3}]}}"#)
  }

  @Test func patchesThatArriveEarlyWaitForTheirPaths() throws {
    #expect(
      try combined(
        #"{"data":{"a":[]},"hasNext":true}"#,
        #"{"incremental":[{"data":{"y":2},"path":["a",1,"z"]}],"hasNext":true}"#,
        #"{"incremental":[{"items":[{"z":{}}],"path":["a",1]}],"hasNext":true}"#,
        #"{"incremental":[{"items":[{"x":1}],"path":["a",0]}],"hasNext":false}"#)
        == #"{"data":{"a":[{"x":1},{"z":{"y":2}}]}}"#)
  }

  // MARK: Both

  @Test func singleResponseIsComplete() throws {
    #expect(
      try combined(#"{"errors":[{"message":"X"}],"data":{"a":1},"extensions":{"t":2}}"#)
        == #"{"data":{"a":1},"errors":[{"message":"X"}],"extensions":{"t":2}}"#)
    #expect(try combined(#"{"errors":[{"message":"X"}]}"#).hasPrefix(#"{"data":null,"errors""#))
  }

  @Test func initialResponseMayHaveAllEntries() throws {
    #expect(
      try combined(
        #"{"data":{"a":{}},"pending":[{"id":"0","path":["a"],"label":"d"}],"incremental":[{"id":"0","data":{"b":1}}],"completed":[{"id":"0"}],"hasNext":false}"#
      ) == #"{"data":{"a":{"b":1,"__deferred:d":"delivered"}}}"#)
  }

  @Test func partMayHaveNothingButHasNextAndExtensions() throws {
    #expect(
      try combined(
        #"{"data":{"a":1},"hasNext":true}"#, #"{"hasNext":true}"#,
        #"{"hasNext":false,"extensions":{"t":2}}"#)
        == #"{"data":{"a":1},"extensions":{"t":2}}"#)
  }

  @Test func patchInsideNullChangesNothing() throws {
    #expect(
      try combined(
        #"{"data":{"hero":null},"errors":[{"message":"X"}],"hasNext":true}"#,
        #"{"incremental":[{"data":{"y":2},"path":["hero","home"],"label":"d"}],"hasNext":false}"#)
        == #"{"data":{"hero":null},"errors":[{"message":"X"}]}"#)
  }

  @Test func errorsOfAPatchAreAdded() throws {
    #expect(
      try combined(
        Self.first,
        #"{"incremental":[{"id":"0","data":{"h":null},"errors":[{"message":"X"}]}],"completed":[{"id":"0"}],"hasNext":false}"#
      )
        == #"{"data":{"hero":{"name":"R2","__deferred:d":"delivered","h":null}},"errors":[{"message":"X"}]}"#
    )
  }

  @Test func namesAndValuesStayAsTheServerWroteThem() throws {
    #expect(
      try combined(
        #"{"data":{"a":{"é\n":"\u00e9", "n" : 12345678901234567890.50}},"hasNext":true}"#,
        #"{"incremental":[{"data":{"b":[ ]},"path":["a"]}],"hasNext":false}"#)
        == #"{"data":{"a":{"é\n":"\u00e9","n":12345678901234567890.50,"b":[ ]}}}"#)
  }

  @Test func invalidPartsAreRefused() {
    expectInvalid("[]")
    expectInvalid("{")
    expectInvalid(#"{"incremental":[{"data":{},"path":[]}],"hasNext":true}"#)
    expectInvalid(Self.first, Self.first)
    expectInvalid(Self.first, #"{"incremental":[{"id":"1","data":{}}],"hasNext":true}"#)
    expectInvalid(Self.first, #"{"completed":[{"id":"1"}],"hasNext":true}"#)
    expectInvalid(Self.first, #"{"incremental":{},"hasNext":true}"#)
    expectInvalid(Self.first, #"{"incremental":[{"id":"0","data":[1]}],"hasNext":true}"#)
    expectInvalid(Self.first, #"{"incremental":[{"path":["hero"],"items":[1]}],"hasNext":true}"#)
    expectInvalid(#"{"data":{},"pending":[{"id":"0","path":[],"label":["d"]}],"hasNext":true}"#)
    expectInvalid(#"{"data":{},"pending":[{"id":0,"path":[]}],"hasNext":true}"#)
    expectInvalid(Self.first, #"{"pending":[{"id":"0","path":[]}],"hasNext":true}"#)
    expectInvalid(
      Self.first, #"{"incremental":[{"path":[],"data":{},"label":5}],"hasNext":true}"#)
    // The place of a patch never appears.
    expectInvalid(
      Self.first, #"{"incremental":[{"path":["villain"],"data":{}}],"hasNext":false}"#)
  }

  /// A deep response overflows the stack when it is written or released.
  @Test func pathAtAnExtremeDepthIsRefused() throws {
    var result = IncrementalResult(limit: 10_000_000)
    try result.add(Data(#"{"data":{},"hasNext":true}"#.utf8))
    let levels = 250
    let error = #expect(throws: StreamFailure.self) {
      for depth in stride(from: 0, to: 100 * levels, by: levels) {
        let path = Array(repeating: #""a""#, count: depth).joined(separator: ",")
        let object = String(repeating: #"{"a":"#, count: levels) + "{}"
        let patch = object + String(repeating: "}", count: levels)
        try result.add(
          Data(#"{"incremental":[{"path":[\#(path)],"data":\#(patch)}],"hasNext":true}"#.utf8))
        #expect(depth <= levels)
      }
    }
    guard case .permanent? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func patchesWithoutAnExistingPathAreLimited() throws {
    var result = IncrementalResult(limit: 1_000_000)
    try result.add(Data(#"{"data":{},"hasNext":true}"#.utf8))
    let early = Data(#"{"path":["a"],"data":{},"hasNext":true}"#.utf8)
    for _ in 0..<1_000 { try result.add(early) }
    #expect(throws: StreamFailure.self) { try result.add(early) }
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
