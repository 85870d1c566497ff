// Tests scalars with Swift types of Foundation and of the runtime, by both readers and both writers.

import AuthGenRuntime
import ConstructsFixture
import Foundation
import Testing

@Suite struct ScalarFieldTests {
  private static let json = #"""
    {"scalars": {
      "instant": "2026-01-31T12:00:00.500Z",
      "instants": [["2026-01-31T13:00:00+01:00", null], []],
      "dateTime": "2026-01-31",
      "local": "2026-01-31T12:00:00",
      "amount": "0.1", "amounts": [19.99, "12345678901234567890.123456789", 3],
      "key": "0B2A4F7C-58D1-4C5E-9A3B-6C1D2E3F4A5B",
      "keys": ["0b2a4f7c-58d1-4c5e-9a3b-6c1d2e3f4a5b", null],
      "link": "https://example.com/a?b=c",
      "number": 18446744073709551616,
      "tags": ["a"]
    }}
    """#

  private let noon = Date(timeIntervalSince1970: 1_769_860_800)

  /// Reads the data of a response with the runtime's reader, and with Foundation's decoder.
  private func read(_ json: String) throws -> [ScalarsQuery.Data] {
    [
      try decode(json, as: ScalarsQuery.Data.self),
      try JSONDecoder().decode(ScalarsQuery.Data.self, from: Data(json.utf8)),
    ]
  }

  @Test func usualFormsAreRead() throws {
    for (index, data) in try read(Self.json).enumerated() {
      let scalars = try #require(data.scalars)
      #expect(scalars.instant == noon.addingTimeInterval(0.5))
      #expect(scalars.instants == [[noon, nil], []])
      #expect(scalars.dateTime == noon.addingTimeInterval(-43_200))
      #expect(scalars.local?.secondsOfDay == 43_200)
      #expect(scalars.amount == Decimal(string: "0.1"))
      let amounts = ["19.99", "12345678901234567890.123456789", "3"].map { Decimal(string: $0) }
      #expect(scalars.amounts?.map(Optional.some) == amounts)
      #expect(scalars.key.uuidString == "0B2A4F7C-58D1-4C5E-9A3B-6C1D2E3F4A5B")
      #expect(scalars.keys == [scalars.key, nil])
      #expect(scalars.link == URL(string: "https://example.com/a?b=c"))
      #expect(scalars.number.description == "18446744073709551616", "reader \(index)")
      #expect(scalars.tags == ["a"])
    }
  }

  @Test(arguments: [
    (#""instant": "2026-01-31T12:00:00.500Z""#, #""instant": 1769860800"#, "instant"),
    (#""instant": "2026-01-31T12:00:00.500Z""#, #""instant": "2026-01-31T12:00:00""#, "instant"),
    (#""amount": "0.1""#, #""amount": "0.1 EUR""#, "amount"),
    (#""amount": "0.1""#, #""amount": true"#, "amount"),
    ("0B2A4F7C-58D1-4C5E-9A3B-6C1D2E3F4A5B", "0B2A4F7C", "key"),
    (#""link": "https://example.com/a?b=c""#, #""link": """#, "link"),
    ("18446744073709551616", "1.5", "number"),
    ("2026-01-31T13:00:00+01:00", "yesterday", "instants.0.0"),
  ])
  func otherFormsAreErrorsAtTheirPath(_ old: String, _ new: String, _ path: String) throws {
    let json = Self.json.replacing(old, with: new)
    try #require(json != Self.json)
    let error = #expect(throws: ResponseDecodingError.self) {
      try ScalarsQuery.Data(json: Data(json.utf8))
    }
    #expect(error?.path.joined(separator: ".") == "scalars." + path)
    let plain = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ScalarsQuery.Data.self, from: Data(json.utf8))
    }
    guard case .dataCorrupted(let context) = plain else {
      Issue.record("\(plain as Any)")
      return
    }
    #expect(
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        .joined(separator: ".") == "scalars." + path)
    #expect(!"\(context)".contains(new))
  }

  @Test func responsesAreWrittenAsServersWriteThem() throws {
    let data = try #require(try read(Self.json).first)
    let again = try JSONEncoder().encode(data)
    #expect(try JSONDecoder().decode(ScalarsQuery.Data.self, from: again) == data)
    let list = try PropertyListEncoder().encode(data)
    #expect(try PropertyListDecoder().decode(ScalarsQuery.Data.self, from: list) == data)
    let text = String(decoding: again, as: UTF8.self)
    #expect(text.contains(#""key":"0b2a4f7c-58d1-4c5e-9a3b-6c1d2e3f4a5b""#))
    #expect(text.contains(#""number":"18446744073709551616""#))
  }

  @Test func variablesAreWrittenAsServersReadThem() throws {
    let key = try #require(UUID(uuidString: "0B2A4F7C-58D1-4C5E-9A3B-6C1D2E3F4A5B"))
    let values = ScalarValues(
      instant: noon, instants: [noon], local: LocalDateTime("2026-01-31T12:00"),
      amount: Decimal(string: "12345678901234567890.1"), key: key, keys: [[key, nil], nil],
      link: URL(string: "https://example.com"), number: BigInteger("18446744073709551616"),
      tags: ["a"])
    let expected = #"""
      {"instant":"2026-01-31T12:00:00.000Z","instants":["2026-01-31T12:00:00.000Z"],\#
      "local":"2026-01-31T12:00","amount":12345678901234567890.1,\#
      "key":"0b2a4f7c-58d1-4c5e-9a3b-6c1d2e3f4a5b",\#
      "keys":[["0b2a4f7c-58d1-4c5e-9a3b-6c1d2e3f4a5b",null],null],\#
      "link":"https://example.com","number":"18446744073709551616","tags":["a"]}
      """#
    #expect(String(decoding: try values.json(), as: UTF8.self) == expected)
    try expectEncoding(of: values, expected)
  }

  @Test func numberWithoutAFormOnTheWireIsNotSent() async throws {
    let client = GraphQLClient(
      ClientConfiguration(endpoint: try #require(URL(string: "https://api.example.com/graphql"))),
      transport: InMemoryTransport { _ in HTTPResponse(status: 200, headers: [:], body: Data()) })
    let error = await #expect(throws: RequestError.self) {
      try await client.execute(ScalarsQuery(values: ScalarValues(amount: .nan)))
    }
    guard case .notSent(.invalidVariables) = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
  }

  /// A variable has the name of the parameter for the options of a call.
  @Test func optionsOfACallHaveAnotherNameThanVariables() async throws {
    let transport = InMemoryTransport { request in
      #expect(request.headers["X-Trace"] == "1")
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"],
        body: Data(#"{"data":{"scalars":null}}"#.utf8))
    }
    let endpoint = try #require(URL(string: "https://api.example.com/graphql"))
    let client = ConstructsClient(
      GraphQLClient(ClientConfiguration(endpoint: endpoint), transport: transport))
    let data = try await client.scalars(
      options: ["a"], callOptions: CallOptions(headers: ["X-Trace": "1"]))
    #expect(data.scalars == nil)
    let response = try await client.response(
      to: ScalarsQuery(), options: CallOptions(headers: ["X-Trace": "1"]))
    #expect(response.errors.isEmpty)
  }
}
