// Combining the parts of a response, in both forms that servers send.

import AuthGenRuntime
import Foundation
import Testing

@testable import AuthGenStreams

@Suite(.timeLimit(.minutes(5))) struct IncrementalResultTests {
  /// A title, the parts, and after `=` the response that they make, or `invalid`.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let parts: [String]
    let expected: String

    init(_ text: Substring) {
      let lines = text.split(separator: "\n").map(String.init)
      testDescription = lines[0]
      parts = lines.dropFirst().dropLast().map {
        $0.replacingOccurrences(of: "FIRST", with: IncrementalResultTests.first)
      }
      expected = String(lines[lines.count - 1].dropFirst(2))
    }
  }

  private static let first =
    #"{"data":{"hero":{"name":"R2"}},"pending":[{"id":"0","path":["hero"],"label":"d"}],"hasNext":true}"#

  private static let draft = #"""
    a pending fragment is marked
    FIRST
    = {"data":{"hero":{"name":"R2","__deferred:d":"pending"}}}

    a pending fragment is marked after a part of it
    FIRST
    {"incremental":[{"id":"0","data":{"height":1.10}}],"hasNext":true}
    = {"data":{"hero":{"name":"R2","__deferred:d":"pending","height":1.10}}}

    a complete fragment is marked as delivered
    FIRST
    {"incremental":[{"id":"0","data":{"height":1.10}}],"completed":[{"id":"0"}],"hasNext":false}
    = {"data":{"hero":{"name":"R2","__deferred:d":"delivered","height":1.10}}}

    a failed fragment has its errors, and so has the response
    FIRST
    {"completed":[{"id":"0","errors":[{"message":"No height","path":["hero","height"]}]}],"hasNext":false}
    = {"data":{"hero":{"name":"R2","__deferred:d":[{"message":"No height","path":["hero","height"]}]}},"errors":[{"message":"No height","path":["hero","height"]}]}

    a subPath leads inside the fragment
    {"data":{"a":[{"b":{}}]},"pending":[{"id":"7","path":["a",0]}],"hasNext":true}
    {"incremental":[{"id":"7","subPath":["b"],"data":{"c":1}}],"completed":[{"id":"7"}],"hasNext":false}
    = {"data":{"a":[{"b":{"c":1}}]}}

    streamed items are appended
    {"data":{"a":[1]},"pending":[{"id":"0","path":["a"]}],"hasNext":true}
    {"incremental":[{"id":"0","items":[2,3]}],"hasNext":true}
    {"incremental":[{"id":"0","items":[4]}],"hasNext":true}
    {"completed":[{"id":"0","errors":[{"message":"No more"}]}],"hasNext":false}
    = {"data":{"a":[1,2,3,4]},"errors":[{"message":"No more"}]}

    a fragment inside a fragment becomes pending later, in an object that arrives with it
    FIRST
    {"pending":[{"id":"1","path":["hero","home"],"label":"e"}],"incremental":[{"id":"0","data":{"home":{"x":1}}}],"completed":[{"id":"0"}],"hasNext":true}
    = {"data":{"hero":{"name":"R2","__deferred:d":"delivered","home":{"x":1,"__deferred:e":"pending"}}}}

    a fragment inside a fragment is delivered
    FIRST
    {"pending":[{"id":"1","path":["hero","home"],"label":"e"}],"incremental":[{"id":"0","data":{"home":{"x":1}}}],"completed":[{"id":"0"}],"hasNext":true}
    {"incremental":[{"id":"1","data":{"y":2}}],"completed":[{"id":"1"}],"hasNext":false}
    = {"data":{"hero":{"name":"R2","__deferred:d":"delivered","home":{"x":1,"__deferred:e":"delivered","y":2}}}}

    errors of a patch are added
    FIRST
    {"incremental":[{"id":"0","data":{"h":null},"errors":[{"message":"X"}]}],"completed":[{"id":"0"}],"hasNext":false}
    = {"data":{"hero":{"name":"R2","__deferred:d":"delivered","h":null}},"errors":[{"message":"X"}]}

    the initial response may have all entries
    {"data":{"a":{}},"pending":[{"id":"0","path":["a"],"label":"d"}],"incremental":[{"id":"0","data":{"b":1}}],"completed":[{"id":"0"}],"hasNext":false}
    = {"data":{"a":{"b":1,"__deferred:d":"delivered"}}}
    """#

  private static let earlier = #"""
    a patch has a path and a label
    {"data":{"hero":{"name":"R2"}},"hasNext":true}
    {"incremental":[{"data":{"height":1},"path":["hero"],"label":"d"}],"hasNext":false}
    = {"data":{"hero":{"name":"R2","height":1,"__deferred:d":"delivered"}}}

    a null patch is a failed fragment
    {"data":{"hero":{"name":"R2"}},"hasNext":true}
    {"incremental":[{"data":null,"path":["hero"],"label":"d","errors":[{"message":"X"}]}],"hasNext":false}
    = {"data":{"hero":{"name":"R2","__deferred:d":[{"message":"X"}]}},"errors":[{"message":"X"}]}

    a patch may be a part of its own
    {"data":{"hero":{"name":"R2"}},"hasNext":true}
    {"data":{"height":1},"path":["hero"],"label":"d","hasNext":true}
    {"hasNext":false}
    = {"data":{"hero":{"name":"R2","height":1,"__deferred:d":"delivered"}}}

    repeated fields are merged at any depth
    {"data":{"a":{"b":[{"c":1},{"c":2}],"d":1}},"hasNext":true}
    {"incremental":[{"data":{"b":[{"e":3},{"e":4}],"d":5},"path":["a"]}],"hasNext":false}
    = {"data":{"a":{"b":[{"c":1,"e":3},{"c":2,"e":4}],"d":5}}}

    streamed items have the index of the first
    {"data":{"a":[{"x":0}]},"hasNext":true}
    {"incremental":[{"items":[{"x":1},{"x":2}],"path":["a",1]},{"items":[{"x":3}],"path":["a",3]}],"hasNext":false}
    = {"data":{"a":[{"x":0},{"x":1},{"x":2},{"x":3}]}}

    patches that arrive early wait for their paths
    {"data":{"a":[]},"hasNext":true}
    {"incremental":[{"data":{"y":2},"path":["a",1,"z"]}],"hasNext":true}
    {"incremental":[{"items":[{"z":{}}],"path":["a",1]}],"hasNext":true}
    {"incremental":[{"items":[{"x":1}],"path":["a",0]}],"hasNext":false}
    = {"data":{"a":[{"x":1},{"z":{"y":2}}]}}

    a patch inside null changes nothing
    {"data":{"hero":null},"errors":[{"message":"X"}],"hasNext":true}
    {"incremental":[{"data":{"y":2},"path":["hero","home"],"label":"d"}],"hasNext":false}
    = {"data":{"hero":null},"errors":[{"message":"X"}]}
    """#

  private static let both = #"""
    a single response is complete
    {"errors":[{"message":"X"}],"data":{"a":1},"extensions":{"t":2}}
    = {"data":{"a":1},"errors":[{"message":"X"}],"extensions":{"t":2}}

    a response without data has null
    {"errors":[{"message":"X"}]}
    = {"data":null,"errors":[{"message":"X"}]}

    a part may have nothing but hasNext and extensions
    {"data":{"a":1},"hasNext":true}
    {"hasNext":true}
    {"hasNext":false,"extensions":{"t":2}}
    = {"data":{"a":1},"extensions":{"t":2}}

    names and values stay as the server wrote them
    {"data":{"a":{"é\n":"\u00e9", "n" : 12345678901234567890.50}},"hasNext":true}
    {"incremental":[{"data":{"b":[ ]},"path":["a"]}],"hasNext":false}
    = {"data":{"a":{"é\n":"\u00e9","n":12345678901234567890.50,"b":[ ]}}}
    """#

  @Test(arguments: [draft, earlier, both].flatMap(cases)) func partsAreCombined(_ row: Case) throws
  {
    var result = IncrementalResult(limit: 1_000_000)
    for part in row.parts { try result.add(Data(part.utf8)) }
    #expect(String(decoding: result.json, as: UTF8.self) == row.expected)
  }

  private static func cases(_ text: String) -> [Case] {
    text.components(separatedBy: "\n\n").map { Case($0[...]) }
  }

  @Test(arguments: [
    ["[]"], ["{"], [#"{1:2,"data":{"hero":null},"hasNext":true}"#],
    [#"{"data":{},"pending":[{"id":"0","path":null}],"hasNext":true}"#],
    [#"{"data":{},"pending":[{"id":"0","path":[true]}],"hasNext":true}"#],
    [#"{"data":{},"pending":[{"id":"0","path":[],"label":["d"]}],"hasNext":true}"#],
    [#"{"data":{},"pending":[{"id":0,"path":[]}],"hasNext":true}"#],
    [#"{"incremental":[{"data":{},"path":[]}],"hasNext":true}"#], [first, first],
    [first, #"{"incremental":[{"id":"1","data":{}}],"hasNext":true}"#],
    [first, #"{"completed":[{"id":"1"}],"hasNext":true}"#],
    [first, #"{"incremental":{},"hasNext":true}"#],
    [first, #"{"incremental":[{"id":"0","data":[1]}],"hasNext":true}"#],
    [first, #"{"incremental":[{"path":["hero"],"items":[1]}],"hasNext":true}"#],
    [first, #"{"pending":[{"id":"0","path":[]}],"hasNext":true}"#],
    [first, #"{"incremental":[{"path":[],"data":{},"label":5}],"hasNext":true}"#],
    // The place of a patch never appears.
    [first, #"{"incremental":[{"path":["villain"],"data":{}}],"hasNext":false}"#],
  ]) func invalidPartsAreRefused(_ parts: [String]) {
    var result = IncrementalResult(limit: 1_000_000)
    expectPermanentFailure { () throws(StreamFailure) in
      for part in parts { try result.add(Data(part.utf8)) }
    }
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
