// Samples of generated response types.

@_spi(Generated) import AuthGenRuntime
import AuthGenStreams
import AuthGenTesting
import BackendFixture
import ConstructsFixture
import Foundation
import HorizonAPI
import HostileServiceFixture
import OpenIDAPI
import OryAPI
import PreludeAPI
import Testing

@Suite struct SampleTests {
  @Test func deferredFragmentsAreDelivered() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let report = try ReportQuery.Data.sample(seed: seed).report
      #expect(report == nil || report?.reportBodyFragment.value != nil)
      #expect(report == nil || report?.addresses.value != nil)
    }
  }

  /// A sample is a response: the client reads what the server would send.
  private func check<Data: ResponseObject & Codable>(
    _ type: Data.Type, seeds: Range<UInt64> = 0..<20
  ) throws {
    for seed in seeds {
      let sample = try type.sample(seed: seed)
      let written = try JSONEncoder.sorted.encode(sample)
      let read = try JSONDecoder().decode(type, from: written)
      #expect(try JSONEncoder.sorted.encode(read) == written, "seed \(seed)")
      #expect(try JSONEncoder.sorted.encode(type.sample(seed: seed)) == written, "seed \(seed)")
    }
  }

  /// Sets have no order, so their text changes.
  @Test func sampleOfScalarsIsAResponse() throws {
    let sample = try ScalarsQuery.Data.sample(seed: 3)
    let written = try JSONEncoder().encode(sample)
    #expect(try JSONDecoder().decode(ScalarsQuery.Data.self, from: written) == sample)
    #expect(try ScalarsQuery.Data.sample(seed: 3) == sample)
  }

  @Test func everyResponseTypeHasSamples() throws {
    let types: [any (ResponseObject & Codable).Type] = [
      AppSocialLoginMutation.Data.self, GetSocialProvidersQuery.Data.self,
      LoginMutation.Data.self, SocialLinksQuery.Data.self,
      SubmitMissingInformationMutation.Data.self, JSONWebKeySetQuery.Data.self,
      ExchangeCodeMutation.Data.self, UserInfoQuery.Data.self, CreateLoginFlowMutation.Data.self,
      SubmitLoginFlowMutation.Data.self, WhoAmIQuery.Data.self, FinalizeLoginMutation.Data.self,
      EventsQuery.Data.self, CatalogueQuery.Data.self, CommentsQuery.Data.self,
      ConditionsQuery.Data.self, SharedConditionsQuery.Data.self, ConditionsInsideQuery.Data.self,
      MembersQuery.Data.self, NamesQuery.Data.self, NodeQuery.Data.self, SearchQuery.Data.self,
      ShelfQuery.Data.self, TeamQuery.Data.self, TextsQuery.Data.self, UnQuery.Data.self,
    ]
    for type in types { try check(type) }
  }

  @Test func objectsHaveTheTypesOfTheSelection() throws {
    let names = try Set(
      (0..<40).flatMap { seed in
        try SearchQuery.Data.sample(seed: seed).search.map(\.typename)
      })
    // A person matches the condition on the interface, and has no case.
    #expect(names == ["Book", "Film", "Person"])
  }

  @Test func enumsHaveTheValuesOfTheSchema() throws {
    let values = try Set(
      (0..<40).flatMap { seed in
        try SocialLinksQuery.Data.sample(seed: seed).customer?.socialLinks?.map(\.status) ?? []
      })
    #expect(values == Set(SocialLinkStatus.allCases))
  }

  @Test func textFitsTheNameOfItsField() throws {
    let provider = try #require(
      try GetSocialProvidersQuery.Data.sample().socialLoginProviders.first)
    #expect(provider.iconUrl.hasPrefix("https://example.com/icon-url/"))
    #expect(provider.name.hasPrefix("Name "))
  }

  @Test func testSetsTheFieldsThatItIsAbout() throws {
    let data = try SocialLinksQuery.Data.sample { $0.customer?.socialLinks?[0].status = .pending }
    #expect(data.customer?.socialLinks?[0].status == .pending)
  }

  @Test func otherFieldsStayIfTheSelectionGrows() throws {
    let narrow = try Narrow.sample(seed: 7)
    let wide = try Wide.sample(seed: 7)
    #expect(narrow.title == wide.title)
    #expect(try Narrow.sample(seed: 8).title != narrow.title)
  }

  @Test func customScalarsUseTriedFormsOrGivenValues() throws {
    #expect(try Place.sample().opened.value.year == 2026)
    #expect {
      try Spot.sample()
    } throws: { error in
      "\(error)".hasPrefix("cannot invent a value of Position for position: add one")
    }
    let spot = try Spot.sample(scalars: SampleScalars(Position(text: "1,2"), Day(year: 1)))
    #expect(spot.position.value.text == "1,2")
  }

  @Test func typeThatContainsItselfEnds() throws {
    #expect(try Forest.sample().tree.value.depth > 3)
  }

  // MARK: Types

  struct Narrow: ResponseObject, Codable {
    var title: String

    init(fields: inout FieldReader) { self.title = fields.string("title") }

    func encode(into fields: FieldWriter) { fields.string("title", title) }
  }

  struct Wide: ResponseObject, Codable {
    var rank: Int
    var title: String

    init(fields: inout FieldReader) {
      self.rank = fields.int("rank")
      self.title = fields.string("title")
    }

    func encode(into fields: FieldWriter) {
      fields.int("rank", rank)
      fields.string("title", title)
    }
  }

  struct Place: ResponseObject, Codable {
    var opened: Checked<Day>

    init(fields: inout FieldReader) { self.opened = fields.value("opened") }

    func encode(into fields: FieldWriter) { fields.value("opened", opened.value) }
  }

  struct Spot: ResponseObject, Codable {
    var position: Checked<Position>

    init(fields: inout FieldReader) { self.position = fields.value("position") }

    func encode(into fields: FieldWriter) { fields.value("position", position.value) }
  }

  struct Forest: ResponseObject, Codable {
    var tree: Checked<Tree>

    init(fields: inout FieldReader) { self.tree = fields.value("tree") }

    func encode(into fields: FieldWriter) { fields.value("tree", tree.value) }
  }

  /// Reads a date alone.
  struct Day: Codable, Sendable {
    var year: Int

    init(year: Int) { self.year = year }

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      guard let match = text.wholeMatch(of: /(\d{4})-\d\d-\d\d/), let year = Int(match.1) else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no date"))
      }
      self.year = year
    }
  }

  /// Reads two numbers with a comma between them.
  struct Position: Codable, Sendable {
    var text: String

    init(text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
      guard text.wholeMatch(of: /\d+,\d+/) != nil else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no position"))
      }
    }
  }

  struct Tree: Codable, Sendable {
    var name: String
    var children: [Tree]

    var depth: Int { 1 + (children.map(\.depth).max() ?? 0) }
  }
}

extension JSONEncoder {
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}
