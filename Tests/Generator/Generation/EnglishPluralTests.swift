// Tests the singular of plurals.

import Testing

@testable import AuthGenSwiftModel

@Suite struct EnglishPluralTests {
  @Test(arguments: [
    ("OrderLines", "OrderLine"), ("Categories", "Category"), ("Addresses", "Address"),
    ("Boxes", "Box"), ("Branches", "Branch"), ("Houses", "House"), ("Databases", "Database"),
    ("Curves", "Curve"), ("Heroes", "Hero"), ("Keys", "Key"), ("SKUs", "SKU"), ("Ids", "Id"),
    ("Teas", "Tea"),
  ])
  func regularPluralsLoseTheirEnding(plural: String, singular: String) {
    #expect(EnglishPlural.singular(plural, typeName: "T") == singular)
  }

  @Test(arguments: [
    ("Children", "Child"), ("SalesPeople", "SalesPerson"), ("Movies", "Movie"),
    ("Statuses", "Status"), ("Indices", "Index"), ("Aliases", "Alias"), ("Analyses", "Analysis"),
    ("Leaves", "Leaf"),
  ])
  func irregularPluralsAreListed(plural: String, singular: String) {
    #expect(EnglishPlural.singular(plural, typeName: "T") == singular)
  }

  @Test(arguments: [
    "Series", "TimeSeries", "News", "Species", "Analytics", "Sms", "Address", "Status", "Analysis",
    "Data", "Media", "Sheep", "S", "", "Gas", "Canvas", "User",
  ])
  func wordsWithoutASingularStay(name: String) {
    #expect(EnglishPlural.singular(name, typeName: "T") == name)
  }

  @Test func typeOfTheElementsDecides() {
    #expect(EnglishPlural.singular("Brownies", typeName: "Brownie") == "Brownie")
    #expect(EnglishPlural.singular("Details", typeName: "OrderDetails") == "Details")
    #expect(EnglishPlural.singular("Images", typeName: "ProductImage") == "Image")
    #expect(EnglishPlural.singular("Buses", typeName: "Status") == "Bus")
  }
}
