// Tests how configuration files are read, and the errors of invalid ones.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenTestSupport
import AuthGenValidation
import Foundation
import Testing

@Suite struct ConfigurationTests {
  private static let required = """
    "name": "Horizon", "schema": "s.graphql", "operations": "Operations", "output": "Generated"
    """

  private static let full = """
    {
      "$schema": "authgen.schema.json",
      "version": 1,
      "clients": [{
        "name": "Horizon",
        "schema": "schema.graphql",
        "operations": ["Operations", "Fragments.graphql"],
        "output": "Generated/Horizon",
        "options": {
          "accessLevel": "package",
          "header": ["Horizon", ""],
          "imports": ["Money", "A.B"],
          "caseConversion": "none",
          "deprecatedMembers": "plain",
          "documents": "hash",
          "hashable": true,
          "encodable": false,
          "runtime": "sources",
          "templates": "Templates",
          "scalars": {
            "Date": "CalendarDate",
            "Money": {"type": "Decimal", "module": "Foundation"}
          },
          "errorType": "Refusal",
          "renames": {"Query.customer": "shopper", "Login": "SignIn"},
          "schemaErrors": "used",
          "rules": {"NoUnusedFragments": "off", "DeprecatedImplementation": "error"}
        },
        "authentication": {
          "authenticated": ["Query.customer"],
          "secrets": ["AuthenticationResponse.token", "SocialAuthenticationToken"],
          "weights": {"Query.customer": 5},
          "maximumWeight": 1000,
          "rateLimits": {"Mutation.login": "AUTHENTICATION"},
          "features": ["LOYALTY"],
          "directives": {
            "authenticated": "session", "feature": "feature", "weight": "cost",
            "rateLimit": "bucket"
          }
        }
      }]
    }
    """

  private func read(
    _ text: String
  ) throws -> (configuration: Configuration?, problems: [String], diagnostics: [Diagnostic]) {
    var sources = SourceMap()
    let source = try sources.add(path: "authgen.json", bytes: Array(text.utf8))
    let result = Configuration.read(source)
    let problems = try result.diagnostics.map { diagnostic in
      let place = try #require(sources.location(of: diagnostic.position))
      return "\(place.line):\(place.column) \(diagnostic.message)"
    }
    return (result.configuration, problems, result.diagnostics)
  }

  private func client(_ members: String) -> String {
    "{\"version\": 1, \"clients\": [{\(Self.required),\n\(members)}]}"
  }

  // MARK: Meaning

  @Test func everyKeyIsRead() throws {
    let result = try read(Self.full)
    #expect(result.problems == [])
    let client = try #require(result.configuration?.clients.first)
    #expect(client.schema.map(\.value) == ["schema.graphql"])
    #expect(client.operations.map(\.value) == ["Operations", "Fragments.graphql"])
    #expect(client.output?.value == "Generated/Horizon")
    #expect(client.templates?.value == "Templates")
    #expect(client.validation.schemaErrors == .used)
    #expect(client.validation.unusedFragments == .off)
    #expect(client.validation.deprecatedImplementations == .error)
    let settings = client.settings
    #expect(settings.name == "Horizon")
    #expect(settings.accessLevel == .package)
    #expect(settings.header == ["Horizon", ""])
    #expect(settings.imports == ["Money", "A.B"])
    #expect(settings.caseConversion == .none)
    #expect(settings.deprecatedMembers == .plain)
    #expect(settings.documents == .hash)
    #expect(settings.isHashable)
    #expect(!settings.isEncodable)
    #expect(!settings.usesLibrary)
    #expect(settings.scalars.map(\.key) == ["Date", "Money"])
    #expect(
      settings.scalars.map(\.value) == [
        .init(swiftType: "CalendarDate"), .init(swiftType: "Decimal", module: "Foundation"),
      ])
    #expect(settings.errorType?.value == "Refusal")
    #expect(settings.renames.map(\.key) == ["Query.customer", "Login"])
    #expect(settings.renames.map(\.value) == ["shopper", "SignIn"])
    #expect(settings.authenticated?.map(\.value) == ["Query.customer"])
    #expect(
      settings.secrets.map(\.value) == [
        "AuthenticationResponse.token", "SocialAuthenticationToken",
      ])
    #expect(settings.weights.map(\.key) == ["Query.customer"])
    #expect(settings.weights.map(\.value) == [5])
    #expect(settings.maximumWeight == 1000)
    #expect(settings.rateLimits.map(\.key) == ["Mutation.login"])
    #expect(settings.rateLimits.map(\.value) == ["AUTHENTICATION"])
    #expect(settings.features == ["LOYALTY"])
    #expect(settings.directives.authenticated == "session")
    #expect(settings.directives.feature == "feature")
    #expect(settings.directives.weight == "cost")
    #expect(settings.directives.rateLimit == "bucket")
  }

  @Test func namesAndCoordinatesHaveTheirPositions() throws {
    var sources = SourceMap()
    let source = try sources.add(path: "authgen.json", bytes: Array(Self.full.utf8))
    let client = try #require(Configuration.read(source).configuration?.clients.first)
    func place(_ position: Position?) -> String {
      position.flatMap(sources.location).map { "\($0.line):\($0.column)" } ?? ""
    }
    #expect(place(client.settings.scalars.last?.position) == "22:9")
    #expect(place(client.settings.renames.first?.position) == "25:19")
    #expect(place(client.settings.secrets.last?.position) == "31:51")
  }

  @Test func authenticatedMayBeAbsentOrEmpty() throws {
    let absent = try read(client("\"authentication\": {}")).configuration?.clients.first
    #expect(try #require(absent).settings.authenticated == nil)
    let empty = try read(client("\"authentication\": {\"authenticated\": []}"))
    #expect(empty.configuration?.clients.first?.settings.authenticated?.isEmpty == true)
  }

  @Test(arguments: [
    "Date", "Foundation.Date", "[Int]", "[String: JSON?]", "Result<A.B, [C]>?", "A < B > . C",
  ])
  func scalarMayBeAnySwiftTypeName(_ type: String) throws {
    #expect(try read(client("\"options\": {\"scalars\": {\"A\": \"\(type)\"}}")).problems == [])
  }

  @Test(arguments: [
    "", "1A", "A.", "A<", "A<>", "[A", "A]", "A B", "?", "A,B", "A()", "A; import B", "`A`",
    String(repeating: "[", count: 10_000),
  ])
  func scalarMayNotBeAnythingElse(_ type: String) throws {
    let result = try read(client("\"options\": {\"scalars\": {\"A\": \"\(type)\"}}"))
    #expect(result.configuration == nil)
    #expect(result.problems.first?.hasPrefix("2:30 expected a Swift type, found ") == true)
    #expect(result.problems.count == 1)
  }

  // MARK: Errors

  @Test func invalidJSONIsOneProblem() throws {
    let result = try read("{\"version\": 1,\n}")
    #expect(result.configuration == nil)
    #expect(result.problems == ["1:14 unexpected \",\" after the last item"])
  }

  @Test func newerVersionIsTheOnlyProblem() throws {
    let result = try read("{\"client\": 1,\n\"version\": 2}")
    #expect(result.problems == ["2:12 unknown version 2 of the configuration format"])
    #expect(
      result.diagnostics.first?.help
        == "this authgen reads version 1: update authgen, or write \"version\": 1")
  }

  @Test(arguments: [
    ("[]", ["1:1 expected an object, found an array"]),
    (" {}", ["1:2 \"version\" is missing", "1:2 \"clients\" is missing"]),
    (
      "{\"version\": \"1\", \"clients\": []}",
      [
        "1:13 expected a whole number from 0, found \"1\"",
        "1:29 expected at least one element, found an empty array",
      ]
    ),
    (
      "{\"version\": 1, \"clients\": [\n{}, 7]}",
      [
        "2:1 \"name\" is missing", "2:1 \"schema\" is missing", "2:1 \"operations\" is missing",
        "2:5 expected an object, found a number",
      ]
    ),
  ])
  func everyMissingKeyIsReported(_ text: String, _ problems: [String]) throws {
    let result = try read(text)
    #expect(result.configuration == nil)
    #expect(result.problems == problems)
  }

  @Test(arguments: [
    ("\"name\": \"B\"", "1 duplicate key \"name\""),
    ("\"option\": {}", "1 unknown key \"option\""),
    ("\"options\": []", "12 expected an object, found an array"),
    (
      "\"options\": {\"accessLevel\": \"pubic\"}",
      "28 expected \"public\" or \"package\" or \"internal\", found \"pubic\""
    ),
    ("\"options\": {\"hashable\": 1}", "25 expected true or false, found a number"),
    ("\"options\": {\"header\": \"a\"}", "23 expected an array, found a string"),
    (
      "\"options\": {\"header\": [\"a\\nb\"]}",
      "24 expected a line of text, found a string with control characters"
    ),
    (
      "\"options\": {\"imports\": [\"A-B\"]}",
      "25 expected the name of a Swift module, found \"A-B\""
    ),
    ("\"options\": {\"runtime\": null}", "24 expected \"library\" or \"sources\", found null"),
    ("\"options\": {\"templates\": \"\"}", "26 expected a path, found \"\""),
    ("\"options\": {\"scalars\": {\"A\": 1}}", "30 expected a string or an object, found a number"),
    ("\"options\": {\"scalars\": {\"A\": {}}}", "30 \"type\" is missing"),
    (
      "\"options\": {\"scalars\": {\"A\": {\"type\": \"B\", \"module\": \"C D\"}}}",
      "54 expected the name of a Swift module, found \"C D\""
    ),
    (
      "\"options\": {\"renames\": {\"A\": \"b c\"}}",
      "30 expected a Swift identifier, found \"b c\""
    ),
    ("\"options\": {\"renames\": {\"A\": \"b\", \"A\": \"c\"}}", "35 duplicate key \"A\""),
    (
      "\"options\": {\"rules\": {\"NoUnusedFragments\": \"on\"}}",
      "44 expected \"off\" or \"warning\" or \"error\", found \"on\""
    ),
    (
      "\"authentication\": {\"weights\": {\"A.b\": -1}}",
      "39 expected a whole number from 0, found -1"
    ),
    (
      "\"authentication\": {\"maximumWeight\": 1.5}",
      "37 expected a whole number from 0, found 1.5"
    ),
    (
      "\"authentication\": {\"maximumWeight\": 999999999999999999999}",
      "37 expected a whole number from 0, found a number"
    ),
    ("\"authentication\": {\"secrets\": [1]}", "32 expected a string, found a number"),
    (
      "\"authentication\": {\"features\": [\"\"]}",
      "33 expected a line of text that is not empty, found \"\""
    ),
    (
      "\"authentication\": {\"directives\": {\"weight\": \"@w\"}}",
      "45 expected the name of a directive, found \"@w\""
    ),
  ])
  func invalidMemberIsReportedAtItsPosition(_ members: String, _ problem: String) throws {
    let result = try read(client(members))
    #expect(result.configuration == nil)
    #expect(result.problems == ["2:\(problem)"])
    #expect(result.diagnostics.allSatisfy { $0.rule == .configuration && $0.severity == .error })
  }

  @Test(arguments: ["horizon", "1A", "", "A-B", "Self", "_A"])
  func clientNameMustBeATypeName(_ name: String) throws {
    let text = Self.required.replacing("Horizon", with: name)
    let result = try read("{\"version\": 1, \"clients\": [\n{\(text)}]}")
    #expect(
      result.problems == [
        "2:10 expected a Swift identifier that begins with an upper-case letter, found \"\(name)\""
      ])
  }

  @Test func emptyPathIsAnError() throws {
    let text = Self.required.replacing("\"s.graphql\"", with: "[]")
      .replacing("\"Operations\"", with: "true")
    let result = try read("{\"version\": 1, \"clients\": [\n{\(text)}]}")
    #expect(
      result.problems == [
        "2:31 expected at least one element, found an empty array",
        "2:49 expected a string or an array of strings, found true",
      ])
  }

  @Test func clientsCannotShareNameOrFolder() throws {
    let second = Self.required.replacing("Generated", with: "./a/..//Generated/")
    let result = try read("{\"version\": 1, \"clients\": [{\(Self.required)},\n{\(second)}]}")
    #expect(
      result.problems == [
        "2:10 duplicate client name \"Horizon\"",
        "2:82 two clients have the output folder \"./a/..//Generated/\"",
      ])
    #expect(result.diagnostics.map(\.notes.count) == [1, 1])
  }

  @Test func unknownKeyErrorListsTheKnownKeys() throws {
    let result = try read(client("\"options\": {\"rules\": {\"NoUnusedFragment\": \"off\"}}"))
    #expect(result.problems == ["2:23 unknown key \"NoUnusedFragment\""])
    #expect(
      result.diagnostics.first?.help == """
        did you mean "NoUnusedFragments"? \
        the keys here are NoUnusedFragments, DeprecatedImplementation
        """)
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
    #expect(explicit.problems == [])
    #expect(members.contains("\"rateLimit\": \"rateLimit\""))
    #expect(members.contains("\"NoUnusedFragments\": \"warning\""))
    let without = try read("{\"version\": 1, \"clients\": [{\(Self.required)}]}")
    #expect(
      "\(try #require(explicit.configuration?.clients.first))"
        == "\(try #require(without.configuration?.clients.first))")
  }
}
