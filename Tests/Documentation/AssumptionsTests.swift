// Tests that the article on assumptions is complete: it names each field and path that the logins need beyond
// the four documents.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct AssumptionsTests {
  private let article: String

  init() throws {
    let path = "Sources/Tools/authgen/Documentation.docc/Ship/Assumptions.md"
    article = try Checkout.text(path)
  }

  /// The operations of Horizon's document.
  private static let documentsOperations: Set = [
    "AppSocialLogin", "CompleteSocialLogin", "GetSocialProviders", "RemoveSocialLink",
    "RequestVerification", "SocialLinks",
  ]

  private func names(in text: String) throws -> Set<String> {
    let withoutComments = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let words = withoutComments.joined(separator: "\n").matches(of: /(?:^|[^$.\w"])([a-z]\w*)/)
    return Set(words.map { String($0.output.1) }).subtracting([
      "fragment", "input", "mutation", "on", "query", "true", "false",
    ])
  }

  @Test func articleNamesEachFieldOfHorizonBeyondTheDocument() throws {
    let folder = Checkout.root.appending(path: "Schemas/Horizon/operations")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    var documents: Set<String> = []
    var flows: Set<String> = []
    for file in files {
      let found = try names(in: String(contentsOf: file, encoding: .utf8))
      if Self.documentsOperations.contains(file.deletingPathExtension().lastPathComponent) {
        documents.formUnion(found)
      } else {
        flows.formUnion(found)
      }
    }
    let beyond = flows.subtracting(documents)
    #expect(beyond.isSuperset(of: ["fieldErrors", "renderConditions", "approveSocialLink"]))
    let named = Set(article.split { !$0.isLetter })
    for name in beyond.sorted() { #expect(named.contains(name[...]), "\(name)") }
  }

  @Test func articleNamesEachPathOfPrelude() throws {
    let schema = try Checkout.text("Schemas/Prelude/schema.graphql")
    let paths = schema.matches(of: /POST: "([^"{]+)/).map { String($0.output.1) }
    #expect(paths.count >= 6)
    for path in paths { #expect(article.contains(path), "\(path)") }
    for name in schema.matches(of: /X-[A-Za-z-]+/).map({ String($0.output) }) {
      #expect(article.contains(name), "\(name)")
    }
  }
}
