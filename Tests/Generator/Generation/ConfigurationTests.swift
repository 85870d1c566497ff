// Tests how configuration files are read, and the errors of invalid ones.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ConfigurationTests {
  private static let required = """
    "name": "Horizon", "schema": "s.graphql", "operations": "Operations", "output": "Generated"
    """

  private func read(
    _ text: String
  ) throws -> (configuration: Configuration?, problems: String, sources: SourceMap) {
    var sources = SourceMap()
    let source = try sources.add(path: "", bytes: Array(text.utf8))
    let result = Configuration.read(source)
    #expect((result.configuration == nil) == result.diagnostics.hasErrors)
    return (result.configuration, sources.text(of: result.diagnostics), sources)
  }

  private func client(_ members: String) -> String {
    "{\"version\": 1, \"clients\": [{\(Self.required),\n\(members)}]}"
  }

  @Test(arguments: RecordedCase.all("Generation/Configuration.txt"))
  func configurationIsReadOrHasItsProblems(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      let isMember = text.hasPrefix("\"")
      let result = try read(isMember ? client(text) : text)
      guard let configuration = result.configuration else { return result.problems }
      return isMember
        ? "" : SyntaxTree(symbols: SymbolTable(), sources: result.sources).text(of: configuration)
    }
  }

  @Test func authenticatedMayBeAbsentOrEmpty() throws {
    let absent = try read(client("\"authentication\": {}")).configuration?.clients.first
    #expect(try #require(absent).settings.authenticated == nil)
    let empty = try read(client("\"authentication\": {\"authenticated\": []}"))
    #expect(empty.configuration?.clients.first?.settings.authenticated?.isEmpty == true)
  }

  @Test func deeplyNestedSwiftTypeIsAnError() throws {
    let type = String(repeating: "[", count: 10_000)
    let result = try read(client("\"options\": {\"scalars\": {\"A\": \"\(type)\"}}"))
    #expect(result.problems.hasPrefix("2:30 Configuration: expected a Swift type, found "))
  }

  // MARK: JSON Schema

  /// For Swift types, the pattern also matches texts that the reader rejects.
  @Test(arguments: TextKind.all.map(\.name))
  func patternOfATextKindAgreesWithTheReader(_ name: String) throws {
    let kind = try #require(TextKind.all.first { $0.name == name })
    let pattern = try NSRegularExpression(pattern: kind.pattern)
    let texts = [
      "", "_", "a", "A", "Ab_1", "1a", "Any", "Protocol", "Self", "Type", "Selfish", "a.b", "a._",
      "_.a", "a.", ".a", "a b", " ", "a\nb", "a\u{2028}b", "a\u{85}b", "\u{7F}", "é", "@a",
      "../a/b",
      "[A]", "[A: B?]",
    ]
    for text in texts {
      let range = NSRange(location: 0, length: text.utf16.count)
      let matches = pattern.firstMatch(in: text, range: range) != nil
      #expect(matches || !kind.isValid(text), "\(text.debugDescription)")
      if kind.name != "swiftType" {
        #expect(!matches || kind.isValid(text), "\(text.debugDescription)")
      }
    }
  }

  @Test func explicitDefaultsEqualMissingKeys() throws {
    func defaults(_ form: ValueForm) -> String {
      guard case .object(let keys) = form else { return "{}" }
      let members = keys.compactMap { key -> String? in
        guard let standard = key.standard else { return nil }
        guard case .object = key.value else { return "\"\(key.name)\": \(standard)" }
        return "\"\(key.name)\": \(defaults(key.value))"
      }
      return "{\(members.joined(separator: ", "))}"
    }
    guard case .object(let file) = Configuration.form,
      case .list(.either(let forms), _)? = file.first(where: { $0.name == "clients" })?.value,
      case .object(let client)? = forms.first
    else {
      Issue.record("expected a list of clients")
      return
    }
    let members = defaults(.object(client)).dropFirst().dropLast()
    let explicit = try read(self.client(String(members)))
    #expect(explicit.problems == "")
    #expect(members.contains("\"rateLimit\": \"rateLimit\""))
    #expect(members.contains("\"NoUnusedFragments\": \"warning\""))
    let without = try read("{\"version\": 1, \"clients\": [{\(Self.required)}]}")
    #expect(
      "\(try #require(explicit.configuration?.clients.first))"
        == "\(try #require(without.configuration?.clients.first))")
  }
}
