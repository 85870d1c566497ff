// Tests the build plugin in a package that uses it: which commands run again, which do not, and the errors.

import AuthGenTestSupport
import Foundation
import Testing

extension ConsumerTests {
  @Suite struct BuildPluginTests {
    private let package: ConsumerPackage

    init() async throws {
      package = try await ConsumerPackage.shared.value
      // The build after the previous test's changes were reverted.
      for _ in 1...ConsumerPackage.buildsUntilNothingRuns { _ = try await package.build() }
    }

    private let books = "Sources/Books/GraphQL/Operations/"

    @Test func everyKindOfConsumerBuildsAndRuns() async throws {
      let run = try await package.swift(["run", "--skip-build", "Consumers"])
      #expect(run.exitCode == 0)
      let expected = try Checkout.text("Tests/Consumers/expected.txt")
      #expect(run.output == expected)
    }

    @Test func unchangedPackageRunsNothing() async throws {
      let log = try await package.build()
      #expect(log.succeeded)
      #expect(log.generated.isEmpty)
      #expect(log.compiled.isEmpty)
    }

    @Test func onlyTheEditedDocumentsTargetIsGenerated() async throws {
      try await package.building(
        with: "query Title { again: title }\n", in: books + "Title.graphql"
      ) { log async throws in
        #expect(log.succeeded, "\(log.text)")
        #expect(log.generated == ["Books"])
        #expect(log.compiled.isDisjoint(with: ["Films", "HorizonShop", "Screens"]))
        let text = try package.generatedText("Title.graphql.swift", for: "Books")
        #expect(text.contains("var again: Optional<String>"))
      }
    }

    /// Both files of a document are declared before its content is known, so no build needs cleaning.
    @Test func documentWithSeveralFilesGrowsAndShrinks() async throws {
      let path = "Sources/Films/GraphQL/Title.graphql"
      let names = (0..<8).map { "Title\($0)" }
      let original = try package.text(path)
      let queries = names.map { original.replacing("query Title ", with: "query \($0) ") }
      try await package.building(with: original + queries.joined(), in: path) {
        log async throws in
        #expect(log.succeeded, "\(log.text)")
        for file in ["Title.graphql.swift", "Title.graphql.2.swift"] {
          let text = try package.generatedText(file, for: "Films")
          #expect(names.contains { text.contains("struct \($0)Query: ") }, "\(file)")
        }
      }
      let log = try await package.build()
      #expect(log.succeeded, "\(log.text)")
      #expect(try !package.generatedText("Title.graphql.2.swift", for: "Films").contains("Title0"))
    }

    @Test func documentWithUnchangedOutputCompilesNothing() async throws {
      try await package.building(
        with: "query Title {\n  title # the same\n}\n", in: books + "Title.graphql"
      ) { log async throws in
        #expect(log.generated == ["Books"])
        #expect(log.compiled.isEmpty)
      }
    }

    @Test func addedDocumentIsGeneratedAndItsRemovalRemovesIt() async throws {
      try await package.building(
        with: "query Added { title }\n", in: books + "Shelves/Added.graphql"
      ) { log async throws in
        #expect(log.succeeded, "\(log.text)")
        #expect(log.compiled.isDisjoint(with: ["Films", "HorizonShop", "Screens"]))
        #expect(log.warnings.isEmpty)
        #expect(try package.generated(for: "Books").contains("Shelves.Added.graphql.swift"))
      }
      #expect(try await package.build().succeeded)
      #expect(try !package.generated(for: "Books").contains("Shelves.Added.graphql.swift"))
    }

    @Test func removedDocumentLeavesNoOutput() async throws {
      try await package.building(with: nil, in: books + "Shelves/Shelf.graphql") {
        log async throws in
        // Consumers uses ShelfQuery, and must not find a stale one.
        #expect(!log.succeeded)
        #expect(log.text.contains("cannot find 'ShelfQuery' in scope"))
        #expect(try !package.generated(for: "Books").contains("Shelves.Shelf.graphql.swift"))
      }
    }

    @Test func renamedDocumentMovesItsOutput() async throws {
      let manager = FileManager.default
      let (old, new) = (package.url(books + "Title.graphql"), package.url(books + "Name.graphql"))
      try manager.moveItem(at: old, to: new)
      defer { try? manager.moveItem(at: new, to: old) }
      let log = try await package.build()
      #expect(log.succeeded, "\(log.text)")
      let names = try package.generated(for: "Books")
      #expect(names.contains("Name.graphql.swift"))
      #expect(!names.contains("Title.graphql.swift"))
    }

    @Test(
      arguments: [
        (["Films"], "Sources/Films/GraphQL/schema.json"),
        (["Books"], "Sources/Books/GraphQL/shelves.graphql"),
        (["HorizonShop", "HorizonProfile"], "../../Schemas/Horizon/schema.graphql"),
        (["Films"], "Sources/Films/Templates/header.mustache"),
        (["Screens"], "Sources/Screens/authgen.json"),
      ] as [(Set<String>, String)])
    func editedInputGeneratesItsTargets(_ targets: Set<String>, _ path: String) async throws {
      try await package.building(with: try package.text(path) + "\n", in: path) {
        log async throws in
        #expect(log.succeeded, "\(log.text)")
        #expect(log.generated == targets)
      }
    }

    @Test func overridingTemplateIsUsed() async throws {
      let path = "Sources/Films/Templates/header.mustache"
      let text = try package.text(path)
      try await package.building(with: text + "// Ours.\n", in: path) { log async throws in
        #expect(log.succeeded, "\(log.text)")
        #expect(try package.generatedText("Length.gql.swift", for: "Films").contains("// Ours."))
        #expect(log.compiled.contains("Films"))
      }
    }

    @Test func missingProductIsNamedBeforeTheCompilerRuns() async throws {
      let path = "Sources/Books/GraphQL/shelves.graphql"
      let schema = try package.text(path)
      defer { try? package.write(schema, to: path) }
      try package.write(schema + "type Subscription { sold: Int }\n", to: path)
      try await package.building(with: "subscription Sold { sold }\n", in: books + "Title.graphql")
      {
        log async throws in
        #expect(!log.succeeded)
        #expect(
          log.text.contains("imports AuthGenStreams, which the target Books does not depend on"))
        #expect(log.text.contains(#".product(name: "AuthGenStreams", package: "authgen")"#))
        #expect(!log.text.contains("no such module"))
      }
      try package.write(schema, to: path)
      #expect(try await package.build().succeeded)
    }

    @Test func errorHasItsPositionAndFailsTheBuild() async throws {
      let path = books + "Title.graphql"
      try await package.building(with: "query Title {\n  titel\n}\n", in: path) {
        log async throws in
        #expect(!log.succeeded)
        #expect(
          log.text.contains(
            "\(package.url(path).path):2:3: error: type Query has no field \"titel\"")
        )
        #expect(log.text.contains("did you mean \"title\"?"))
      }
      let repaired = try await package.build()
      #expect(repaired.succeeded)
    }

    @Test func invalidConfigurationIsAnErrorAtItsPosition() async throws {
      let path = "Sources/Books/authgen.json"
      try await package.building(with: "{ \"version\": 1,\n  \"clients\": [ }\n", in: path) {
        log throws in
        #expect(!log.succeeded)
        #expect(log.text.contains("\(package.url(path).path):2:16: error: "))
      }
    }

    @Test func configurationWithAnotherClientIsUsedAtOnce() async throws {
      let path = "Sources/Books/authgen.json"
      let configuration = try package.text(path).replacing(#""Books""#, with: #""Library""#)
      try await package.building(with: configuration, in: path) { log async throws in
        #expect(log.succeeded, "\(log.text)")
        let names = try package.generated(for: "Books")
        let texts = try names.map { try package.generatedText($0, for: "Books") }
        #expect(texts.joined().contains("struct LibraryClient"))
        #expect(!texts.joined().contains("struct BooksClient"))
      }
    }

    @Test func folderOutsideThePackageIsRejected() async throws {
      let path = "Sources/Books/authgen.json"
      let configuration = try package.text(path).replacing(
        #""GraphQL/Operations""#, with: #""../Films/GraphQL""#)
      try await package.building(with: configuration, in: path) { log async throws in
        #expect(!log.succeeded)
        #expect(
          log.text.contains("the folder \"../Films/GraphQL\" of client \"Books\" is not below"))
      }
    }

    @Test func missingConfigurationErrorHasTheCommand() async throws {
      try await package.building(with: nil, in: "Sources/Books/authgen.json") { log async throws in
        #expect(!log.succeeded)
        let folder = package.url("Sources/Books").path
        #expect(log.text.contains("error: no authgen.json in the target Books (\(folder))"))
        #expect(
          log.text.contains(
            "help: run `swift package --allow-writing-to-package-directory authgen init --target "
              + "Books`"))
      }
    }
  }
}
