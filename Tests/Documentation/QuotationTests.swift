// Tests that the code quoted in the articles exists in the repository, where it is compiled, generated or
// read.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct QuotationTests {
  @Test func catalogueOfAModuleIsItsPage() throws {
    for page in Self.modulePages {
      let folder = page.deletingLastPathComponent().path
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder) == [page.lastPathComponent])
    }
  }

  /// A line `// …` stands for omitted lines.
  /// PrebuiltBinary quotes manifests, which are not compiled here.
  @Test(
    arguments: try articles().filter { $0.lastPathComponent != "PrebuiltBinary.md" }
      + modulePages)
  func quotedCodeExistsInTheRepository(_ article: URL) throws {
    let files = try Self.quotable()
    for block in try Self.blocks(of: article)
    where ["swift", "graphql", "json"].contains(block.language) {
      for passage in block.text.split(separator: "\n// …\n") {
        let lines = passage.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
          files.contains { Self.holds($0, lines) },
          "\(article.lastPathComponent) has code that is not in the repository:\n\(passage)")
      }
    }
  }

  @Test func readmeQuotesCodeOfTheRepository() throws {
    let files = try Self.quotable()
    let readme = try Self.blocks(of: Self.root.appending(path: "README.md"))
    // The block for `Package.swift` is an excerpt.
    let swift = readme.filter { $0.language == "swift" && !$0.text.hasPrefix("platforms") }
    #expect(swift.count == 1)
    for block in swift {
      let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(
        files.contains { Self.holds($0, lines) },
        "README.md has code that is not in the repository:\n\(block.text)")
    }
  }

  /// Tables that compare authgen's keys with those of other tools name the keys of the JSON Schema.
  @Test func keysNamedForMigrationExist() throws {
    let article = try String(
      contentsOf: Self.catalogue.appending(path: "Migrate/MigratingFromApolloIOS.md"),
      encoding: .utf8)
    let reference = try String(
      contentsOf: Self.catalogue.appending(path: "Generate/Configuration.md"), encoding: .utf8)
    let rows =
      article.split(separator: "\n| Apollo iOS | authgen, in a client |\n").last?
      .split(separator: "\n").prefix { $0.hasPrefix("|") } ?? []
    let keys = rows.flatMap { row in
      row.split(separator: "|").last?.split(separator: "`").filter { !$0.contains(" ") } ?? []
    }
    #expect(keys.count >= 10)
    for key in keys { #expect(reference.contains("### `clients[].\(key)`\n"), "\(key)") }
  }

  /// Package.swift has the oldest version. All pages name the same version for tests and measurements.
  @Test func pagesNameTheSameVersionsOfSwift() throws {
    let manifest = try String(
      contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let oldest = try #require(manifest.firstMatch(of: /swift-tools-version: (\d+\.\d+)/)).1
    let pages = [".github/CONTRIBUTING.md", "README.md"].map { Self.root.appending(path: $0) }
    let text = try (pages + Self.articles())
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    #expect(
      Set(text.matches(of: /Swift\s(\d+\.\d+)\sor later/).map(\.1)) == [oldest])
    #expect(Set(text.matches(of: /Swift\s\d+\.\d+\.\d+/).map(\.0)) == ["Swift 6.3.1"])
  }

  // MARK: Files

  private static let root = Checkout.root
  private static let catalogue = root.appending(
    path: "Sources/Tools/authgen/Documentation.docc")
  private static func articles() throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: catalogue.path)
      .filter { $0.hasSuffix(".md") }.sorted().map { catalogue.appending(path: $0) }
  }

  /// The pages of modules without articles.
  private static let modulePages = [
    "Runtime/AuthGenPinning", "Runtime/AuthGenRuntime", "Runtime/AuthGenSessions",
    "Runtime/AuthGenCache", "Runtime/AuthGenPages", "Runtime/AuthGenStreams",
    "Runtime/AuthGenTesting", "Runtime/AuthGenUploads", "Runtime/AuthGenCatching",
    "Runtime/AuthGenLogging",
    "Login/Apple", "Login/Browser", "Login/Horizon", "Login/HorizonUI", "Login/OpenID", "Login/Ory",
    "Login/PreludeAuth", "Login/PreludeAuthSocial", "Login/WebLogin",
  ].map { folder in
    let name = folder.split(separator: "/").last.map(String.init) ?? ""
    let isProductsName = name.hasPrefix("AuthGen") || name.hasPrefix("Prelude")
    let page = isProductsName ? name : "AuthGen" + name
    return root.appending(path: "Sources/\(folder)/Documentation.docc/\(page).md")
  }

  /// The lines of each file that articles may quote.
  private static func quotable() throws -> [[Substring]] {
    let folders = [
      "Generated", "Schemas/Horizon", "Tests/Consumers", "Tests/Documentation",
      "Tests/EndToEnd/Sessions", "Tests/Fixtures/Backend", "Tests/Fixtures/Constructs",
      "Tests/Fixtures/Uploads",
    ]
    let extensions = ["swift", "graphql", "json"]
    let files = try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        .filter { path in
          extensions.contains { path.hasSuffix("." + $0) } && !path.hasPrefix(".build/")
        }
        .map { folder + "/" + $0 }
    }
    let texts = try files.map {
      try String(contentsOf: root.appending(path: $0), encoding: .utf8)
    }
    return (texts + [try firstPackage()]).map {
      $0.split(separator: "\n", omittingEmptySubsequences: false)
    }
  }

  /// The steps up to the first operation, which another test runs unchanged.
  private static func firstPackage() throws -> String {
    let article = try String(
      contentsOf: catalogue.appending(path: "Start/GettingStarted.md"), encoding: .utf8)
    let parts = article.components(separatedBy: "\n### Call operations and sign in\n")
    #expect(parts.count == 2)
    return parts[0]
  }

  /// Whether the file contains these consecutive lines, all with the same additional indentation.
  private static func holds(_ file: [Substring], _ lines: [Substring]) -> Bool {
    guard let first = lines.first, file.count >= lines.count else { return false }
    return (0...file.count - lines.count).contains { start in
      guard file[start].hasSuffix(first) else { return false }
      let indentation = file[start].dropLast(first.count)
      guard indentation.allSatisfy({ $0 == " " }) else { return false }
      return zip(file[start...], lines).allSatisfy { $0 == ($1.isEmpty ? "" : indentation + $1) }
    }
  }

  // MARK: Fenced blocks

  private static func blocks(of url: URL) throws -> [(language: String, text: String)] {
    blocks(in: try String(contentsOf: url, encoding: .utf8))
  }

  private static func blocks(in text: String) -> [(language: String, text: String)] {
    let parts = "\n\(text)".split(separator: "\n```", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { index in
      let language = parts[index].prefix { $0 != "\n" }
      return (String(language), String(parts[index].dropFirst(language.count + 1)))
    }
  }
}
