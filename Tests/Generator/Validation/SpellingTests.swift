// "Did you mean".

import AuthGenLanguage
import Testing

@testable import AuthGenValidation

struct SpellingTests {
  @Test func `the closest come first, then the given order`() {
    #expect(
      suggestions(for: "nam", among: ["names", "name", "nam2", "other"]) == [
        "name", "nam2", "names",
      ])
  }

  @Test func `swapped letters and letter case count little`() {
    #expect(suggestions(for: "Naem", among: ["name"]) == ["name"])
  }

  @Test func `what is far off is not offered`() {
    #expect(suggestions(for: "abc", among: ["xyz", "abcdefgh", ""]) == [])
    #expect(suggestions(for: "", among: ["abc"]) == [])
  }

  @Test func `five are enough, and very long names are left alone`() {
    #expect(suggestions(for: "ab", among: (0..<20).map { "a\($0)" }).count == 5)
    let long = String(repeating: "a", count: 100)
    #expect(suggestions(for: long, among: [long + "b"]) == [])
  }

  @Test func `the sentence lists what there is`() {
    #expect(didYouMean("nam", among: ["other"]) == nil)
    #expect(didYouMean("nam", among: ["name"]) == "did you mean \"name\"?")
    #expect(
      didYouMean("nam", among: ["name", "nam2", "nams"])
        == "did you mean \"name\", \"nam2\" or \"nams\"?")
  }

  @Test func `help for very many names is given up`() throws {
    var symbols = SymbolTable()
    let names = (0..<1_000).map { symbols.intern("name\($0)") }
    let misspelt = symbols.intern("nane1")
    var report = Report()
    let helps = (0..<300).map { _ in report.didYouMean(misspelt, among: names, symbols) }
    #expect(helps.first.flatMap { $0 }?.hasPrefix("did you mean \"name1\"") == true)
    #expect(helps.last == .some(nil))
  }
}
