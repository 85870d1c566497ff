// Tests documents with directives of other clients, such as Relay's.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ClientDirectivesTests {
  private func project(_ document: String, definitions: String) throws -> Workbench {
    try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client(authentication: #"{"authenticated": []}"#)),
      "schema.graphql": """
      \(definitions)
      type Query { viewer: User }
      type User { id: ID! friends: [User] }

      """,
      "ops/Viewer.graphql": document,
    ])
  }

  private static let document = """
    query Viewer @preloadable {
      viewer { friends @connection(key: "f") @include(if: true) { ...Friend @relay(mask: false) } }
    }
    fragment Friend on User @refetchable(queryName: "Again") { id }

    """

  @Test func definedOneIsNotSent() async throws {
    let bench = try project(
      Self.document,
      definitions: """
        directive @connection(key: String!) on FIELD
        directive @preloadable on QUERY
        directive @refetchable(queryName: String!) on FRAGMENT_DEFINITION
        directive @relay(mask: Boolean) on FRAGMENT_SPREAD
        """)
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.text)")
    let manifest = try await bench.run("manifest")
    #expect(manifest.exitCode == 0, "\(manifest.text)")
    for sent in [
      "query Viewer{viewer{friends@include(if:true){...Friend}}}", "fragment Friend on User{id}",
    ] {
      #expect(try bench.text("out/Viewer.graphql.swift").contains(sent))
      #expect(manifest.output.contains(sent))
    }
  }

  /// The server's directives have other arguments or locations than Relay's.
  @Test func directiveOfTheServerWithItsNameIsSent() async throws {
    let bench = try project(
      "query Viewer { viewer { friends @alias(name: \"f\") { id @inline } } }\n",
      definitions: "directive @alias(name: String) on FIELD directive @inline on FIELD")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.text)")
    #expect(
      try bench.text("out/Viewer.graphql.swift").contains(
        #"viewer{friends@alias(name:\"f\"){id@inline}}"#))
  }

  @Test func unknownOneIsNamedAndHasItsDefinition() async throws {
    let result = try await project(Self.document, definitions: "").run("validate")
    #expect(result.exitCode == 1)
    for (name, definition) in [
      ("connection", "Relay and Apollo Client"), ("preloadable", "Relay"), ("relay", "Relay"),
      ("refetchable", "Relay"),
    ] {
      #expect(result.errors.contains("unknown directive @\(name) [KnownDirectives]"))
      #expect(
        result.errors.contains(
          "it is a directive of \(definition): remove it, or add to a schema file of your own, and authgen"
            + " leaves it out of requests: directive @\(name)"))
    }
  }

  /// All definitions that the errors propose.
  @Test func proposedDefinitionMakesTheDocumentValid() async throws {
    let bench = try project(Self.document, definitions: "")
    let errors = try await bench.run("validate").errors
    let definitions = errors.components(separatedBy: "leaves it out of requests: ").dropFirst()
      .compactMap { $0.split(separator: "\n").first.map(String.init) }
    #expect(definitions.count == 4)
    let valid = try project(Self.document, definitions: definitions.joined(separator: "\n"))
    #expect(try await valid.run("validate").exitCode == 0)
  }
}
