// Tests a service with hostile names, keys and texts.

import AuthGenRuntime
import Foundation
import HostileServiceFixture
import Testing

@Suite struct HostileServiceTests {
  private func client(_ body: String, log: RequestLog = RequestLog()) throws -> GraphQLClient {
    try scriptedClient(
      [.json(body, headers: ["X-\"Y": "header"])], log: log, endpoint: "https://api.example.com")
  }

  private func body(_ request: HTTPRequest?) throws -> JSON {
    try JSONDecoder().decode(JSON.self, from: try #require(request?.body))
  }

  @Test func namesAndTextsArriveUnchanged() async throws {
    let log = RequestLog()
    let json = #"""
      {"self": 7, "fi\"elds\\(1)": "f", "a b": {"c\"d": "t"}, "data": {"self": "s", "n": 3},
       "x": {"y": {"z": "deep"}}, "w": "second"}
      """#
    let query = SelfQuery(
      self_: "a/b", in: 5, class: ["x"], type: .self_, request_: "r é", fields: nil, data: nil,
      encode: Inp(self_: nil, init_: 1, explicitNulls: [.self_]))
    let found = try #require(try await client(json, log: log).execute(query).self_)
    #expect(found.self_ == "7" && found.fields == "f" && found.typename == "t")
    #expect(found.data.self_ == "s" && found.data.init_ == 3)
    #expect(found.encode?.self_ == "deep" && found.operationName == "second")
    #expect(found.request == "header")

    let request = try #require(log.requests.first)
    #expect(
      request.url.absoluteString
        == "https://api.example.com/a/a%2Fb/x(y);'z'?q=%5C%281%29&k=self&a%22b%5C%281%29=5"
        + "&%C3%BC%20%E2%98%83=r%20%C3%A9")
    #expect(request.headers["X-A"] == #"a"b\c \(x)"#)
    // One part of the value is nil.
    #expect(request.headers["X-In"] == nil)
    let sent = try body(request)
    #expect(sent[#"k"ey\(1)"#] == .array([.string("x")]))
    #expect(sent["$response"] == .integer(1))
    #expect(sent["nested"]?["data"] == nil)
    // An explicit null in an input object stays null.
    #expect(sent["nested"]?["deep"]?["e"] == .null)
    #expect(sent["nested"]?["deep"]?["w"]?["self"] == .null)
  }

  @Test(arguments: [
    (#"{"ki\"nd": "a\"b", "self": "s", "f": "g"}"#, "Self"),
    (#"{"ki\"nd": 1, "concrete": 2, "typename": "x"}"#, "Concrete"),
    (#"{"ki\"nd": true, "other": "o"}"#, "Other"), (#"{"ki\"nd": null, "y": 4}"#, "Data"),
    (#"{"y": 4}"#, "Data"), (#"{"ki\"nd": "new"}"#, "new"), (#"{"ki\"nd": 99}"#, "99"),
  ])
  func anyValueCanSelectTheType(_ body: String, _ typename: String) async throws {
    let data = try await client(body).execute(UnQuery())
    #expect(data.un.typename == typename)
    let again = try JSONDecoder().decode(UnQuery.Data.self, from: try JSONEncoder().encode(data))
    if typename != "99" { #expect(again == data) }
  }

  @Test(arguments: ["1.5", "1e30", "[]", "{}"])
  func otherValuesCannotSelectTheType(_ value: String) async throws {
    await #expect(throws: RequestError.self) {
      try await client(#"{"ki\"nd": \#(value)}"#).execute(UnQuery())
    }
  }

  @Test func bodiesOfAllFormsAreSentAndRead() async throws {
    let log = RequestLog()
    #expect(try await client("42", log: log).execute(InitMutation(x: Inp(init_: 5))).init_ == 42)
    #expect(try body(log.requests.first)["init"] == .integer(5))
    _ = try await client("42", log: log).execute(Init2Mutation())
    #expect(try body(log.requests.last)["in"] == .array([]))
    #expect(try await client(#"{"a": [1, null]}"#).execute(BMutation()).b == [1, nil])
    let list = try await client(#"[{"y": {"z": 1}}, {}]"#).execute(CMutation()).c
    #expect(list.map(\.x) == [1, nil])
    #expect(try await client(#"{"y": "second", "a": "third"}"#).execute(DMutation()).d == "second")
  }
}
