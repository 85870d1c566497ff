// Tests fields that are null only in case of an error, and fields whose errors are caught.

import AuthGenRuntime
import ConstructsFixture
import Foundation
import Testing

@Suite struct CaughtErrorTests {
  /// A response with these members of `member`, which replace the usual ones, and these errors.
  private func response(
    _ changes: [String: String] = [:], errors: String = "[]",
    variables: [String: Bool]? = ["best": true]
  ) throws -> GraphQLResponse<MembersQuery.Data> {
    var members = [
      "name": #""Ada""#, "age": "36", "nickname": #""A""#, "kind": #""BOOK""#,
      "since": #""2026-01-31""#, "joined": #""2026-01-31T12:00:00Z""#,
      "best": #"{"name": "Bea", "since": "2026-01-30"}"#,
      "friends": #"[{"name": "Cy", "friends": [{"age": 7}]}]"#,
    ]
    members.merge(changes) { $1 }
    let text = members.sorted { $0.key < $1.key }.map { #""\#($0)": \#($1)"# }
    return try GraphQLResponse(
      json: Data(
        #"{"errors": \#(errors), "data": {"member": {\#(text.joined(separator: ", "))}}}"#.utf8),
      variables: variables)
  }

  private func error(at path: String) -> String {
    #"[{"message": "failed", "path": \#(path), "extensions": {"code": "X"}}]"#
  }

  @Test func valuesWithoutErrorsAreValues() throws {
    let member = try #require(try response().data).member
    #expect(member.name == "Ada" && member.age == 36 && member.kind == .book)
    #expect(try member.nickname.get() == "A")
    #expect(try member.best.get()?.name == "Bea")
    #expect(try member.friends.get().first?.friends?.first?.age == 7)
  }

  @Test func errorOfACaughtFieldIsItsValue() throws {
    let response = try response(
      ["nickname": "null"], errors: error(at: #"["member", "nickname"]"#))
    let member = try #require(response.data).member
    guard case .failure(let error) = member.nickname else {
      Issue.record("\(member.nickname)")
      return
    }
    #expect(error.code == "X" && error.path == ["member", "nickname"])
    #expect(response.errors(at: "member", "nickname") == [error])
    #expect(response.errors(at: "member") == [error])
    #expect(response.errors(at: "member", "name").isEmpty)
  }

  @Test func nullWithoutAnErrorIsTheValueOfANullableField() throws {
    let member = try #require(try response(["nickname": "null"]).data).member
    #expect(try member.nickname.get() == nil)
  }

  /// The list has the error of the name inside it, because the name is null in case of an error only.
  @Test func errorInsideACaughtFieldIsCaughtThere() throws {
    let member = try #require(
      try response(
        ["friends": #"[{"name": "Cy", "friends": []}, {"name": null, "friends": []}]"#],
        errors: error(at: #"["member", "friends", 1, "name"]"#)
      ).data
    ).member
    guard case .failure(let error) = member.friends else {
      Issue.record("\(member.friends)")
      return
    }
    #expect(error.path == ["member", "friends", 1, "name"])
    #expect(member.name == "Ada")
    #expect(try member.best.get()?.name == "Bea")
  }

  @Test func errorIsCaughtWhereANonNullFieldReplacedItsObject() throws {
    let member = try #require(
      try response(["best": "null"], errors: error(at: #"["member", "best", "since"]"#)).data
    ).member
    guard case .failure(let error) = member.best else {
      Issue.record("\(member.best)")
      return
    }
    #expect(error.path.last == "since")
  }

  @Test func fieldThatCatchesToNullIsNil() throws {
    let member = try #require(
      try response(
        ["friends": #"[{"name": "Cy", "friends": [{"age": null}]}]"#, "kind": "null"],
        errors: error(at: #"["member", "friends", 0, "friends", 0, "age"]"#)
      ).data
    ).member
    #expect(member.kind == nil)
    #expect(try member.friends.get().map(\.friends) == [nil])
  }

  @Test func fieldThatIsNotSelectedIsNil() throws {
    let member = try #require(try response().data).member
    let json =
      #"{"data": {"member": {"name": "A", "age": 1, "nickname": null, "kind": null, "since": "2026-01-31", "joined": "2026-01-31T12:00Z", "friends": []}}}"#
    let other = try #require(
      try GraphQLResponse<MembersQuery.Data>(json: Data(json.utf8), variables: ["best": false]).data
    )
    #expect(try other.member.best.get() == nil && member.best.get() != nil)
    let written = try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(other))
    #expect(written["member"]?["name"] == .string("A") && written["member"]?["best"] == nil)
  }

  /// Without a place that catches it, the error fails the response, and is not lost.
  @Test func errorThatNothingCatchesLeavesTheErrors() throws {
    let response = try response(["name": "null"], errors: error(at: #"["member", "name"]"#))
    #expect(response.data == nil && response.errors(at: "member", "name").count == 1)
    #expect(throws: ResponseDecodingError.self) { try self.response(["name": "null"]) }
  }

  @Test func nullOfAScalarOfFoundationIsCaught() throws {
    let error = error(at: #"["member", "joined"]"#)
    let member = try #require(try response(["joined": "null"], errors: error).data).member
    #expect(throws: GraphQLError.self) { try member.joined.get() }
    let strict = try GraphQLResponse<StrictMemberQuery.Data>(
      json: Data(
        #"{"data": {"member": {"name": "A", "joined": null, "friends": []}}, "errors": \#(error)}"#
          .utf8))
    #expect(strict.data == nil && strict.errors(at: "member", "joined").first?.code == "X")
  }

  /// Another selection can bring the field of a condition that is false.
  @Test func conditionOfACaughtFieldIsEvaluated() throws {
    let other = ["best": #"{"age": 1}"#]
    for variables in [["best": false], nil] {
      let data = try #require(try response(other, variables: variables).data)
      #expect(try data.member.best.get() == nil)
    }
    #expect(throws: ResponseDecodingError.self) { try response(other) }
  }

  @Test func nullAfterTooManyErrorsIsAFailure() throws {
    let errors = (0..<300).map { #"{"message": "\#($0)", "path": ["member", "kind"]}"# }
    let member = try #require(
      try response(["nickname": "null"], errors: "[\(errors.joined(separator: ","))]").data
    ).member
    #expect(throws: GraphQLError.self) { try member.nickname.get() }
  }

  @Test func invalidValuesAreNotCaught() throws {
    for changes in [["nickname": "7"], ["friends": #"[{"name": 1}]"#], ["since": #""today""#]] {
      let problem = #expect(throws: ResponseDecodingError.self) {
        try response(changes, errors: error(at: #"["member"]"#))
      }
      #expect(problem?.path.prefix(2) == ["data", "member"])
    }
  }

  @Test func otherDecodersCatchNullsToo() throws {
    let json =
      #"{"member": {"name": "A", "age": 1, "nickname": null, "kind": null, "since": null, "joined": null, "best": {"name": null, "since": "2026-01-31"}, "friends": null}}"#
    let member = try JSONDecoder().decode(MembersQuery.Data.self, from: Data(json.utf8)).member
    #expect(try member.nickname.get() == nil && member.kind == nil)
    for result in [
      member.since.map { _ in }, member.joined.map { _ in }, member.best.map { _ in },
      member.friends.map { _ in },
    ] {
      #expect(throws: GraphQLError.self) { try result.get() }
    }
  }

  @Test func caughtFieldsAreWritten() throws {
    let data = try #require(
      try response(["friends": "null"], errors: error(at: #"["member", "friends"]"#)).data)
    let json = try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(data))
    #expect(json["member"]?["nickname"] == .string("A") && json["member"]?["friends"] == .null)
    #expect(json["member"]?["best"]?["name"] == .string("Bea"))
    var dumped = ""
    dump(data, to: &dumped)
    #expect(dumped.contains("nickname"))
  }

  @Test func manyErrorsAndOddPathsAreReadInTime() throws {
    let odd = [
      #"["member", "friends", 99999999]"#, #"["member", "friends", -1]"#, #"["x"]"#, "[]", "null",
      #"["member", "name", "deep", 0]"#, #"[0]"#,
    ]
    let errors = (0..<2_000).map { number in
      #"{"message": "\#(number)", "path": \#(odd[number % odd.count])}"#
    }
    let response = try response(
      ["nickname": "null"], errors: "[\(errors.joined(separator: ","))]")
    #expect(response.errors.count == 2_000)
    #expect(try #require(response.data).member.name == "Ada")
  }

  @Test func clientDirectiveIsNotSent() {
    #expect(!MembersQuery.document.contains("catch"))
    #expect(MembersQuery.document.contains("best@include(if:$best)"))
  }
}
