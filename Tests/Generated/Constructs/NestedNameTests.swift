// Tests the names of nested structs and of fragments.

import ConstructsFixture
import Testing

@Suite struct NestedNameTests {
  typealias Catalogue = CatalogueQuery.Data.Catalogue

  @Test func elementsHaveSingularNamesThatSwiftAllows() throws {
    let data = try roundTrip(
      """
      {"catalogue":{"types":[{"name":"a"}],"protocols":[{"name":"b"}],"series":[{"name":"c"}],
        "news":[{"name":"d"}],"other":{"name":"e"},"metadata":{"key":"k","value":"v"}}}
      """, as: CatalogueQuery.Data.self)
    let catalogue = try #require(data.catalogue)
    let types: [Catalogue.Type_] = catalogue.types
    let protocols: [Catalogue.Protocol_] = catalogue.protocols
    let series: [Catalogue.Series] = catalogue.series
    let news: [Catalogue.News] = catalogue.news
    #expect(types.map(\.name) == ["a"] && protocols.map(\.name) == ["b"])
    #expect(series.map(\.name) == ["c"] && news.map(\.name) == ["d"])
  }

  @Test func fragmentsAndNestedStructsShareAName() throws {
    let nested = Catalogue.Other(name: "nested")
    let fragment = OtherFragment(other: OtherFragment.Other(name: "fragment"))
    let data = CatalogueOtherQuery.Data(
      catalogue: .init(id: "1", otherFragment: fragment))
    #expect(nested.name == "nested" && data.catalogue?.other?.name == "fragment")
  }

  @Test func fragmentNamedAsItsFieldHasItsOwnProperty() {
    let metadata = Catalogue.Metadata(key: "k", metadataFragment: MetadataFragment(value: "v"))
    #expect(metadata.value == "v" && metadata.metadataFragment.value == "v")
  }
}
