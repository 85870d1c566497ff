// Tests the members of fragments that structs have, too.

import AuthGenTestSupport
import Testing

@Suite struct ForwardedMemberTests {
  private static let recorded = RecordedCase.all("Generation/ForwardedMembers.txt")

  @Test(arguments: recorded)
  func membersOfFragmentsAreForwarded(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs {
      try members(InlineClient(schema: recorded.setUp, documents: ["All": $0]))
    }
  }

  /// The members of fragments in fragments are bounded, so that the output of a long chain is.
  @Test func longChainForwardsLimitedMembers() throws {
    let chain = (0..<300).map {
      "fragment F\($0) on Query { f\($0): name \($0 == 299 ? "" : "...F\($0 + 1)") }"
    }
    let lines = try members(
      InlineClient(
        schema: "type Query { name: String }",
        documents: ["All": "query Q { name ...F0 }\n" + chain.joined(separator: "\n")])
    ).split(separator: "\n")
    #expect(lines.count <= 400 * 301)
    #expect(lines.contains("public var f199: String? { f0Fragment.f199 }"))
    #expect(!lines.contains("public var f201: String? { f0Fragment.f201 }"))
  }

  /// Returns the lines that forward, without their attribute.
  private func members(_ client: InlineClient) -> String {
    let attribute = "@_alwaysEmitIntoClient "
    return client.output {
      $0.contains("\(attribute)public var ") && $0.contains("Fragment.")
    }.split(separator: "\n").map { $0.replacing(attribute, with: "").trimmingPrefix { $0 == " " } }
      .joined(separator: "\n")
  }
}
