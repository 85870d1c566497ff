// Tests the "did you mean" suggestions.

import AuthGenLanguage
import Testing

@testable import AuthGenValidation

struct SpellingTests {
  @Test func closestNamesComeFirst() {
    #expect(
      suggestions(for: "nam", among: ["names", "name", "nam2", "other"]) == [
        "name", "nam2", "names",
      ])
  }

  @Test func swappedLettersAndLetterCaseCountLittle() {
    #expect(suggestions(for: "Naem", among: ["name"]) == ["name"])
  }

  @Test func distantNamesAreNotSuggested() {
    #expect(suggestions(for: "abc", among: ["xyz", "abcdefgh", ""]) == [])
    #expect(suggestions(for: "", among: ["abc"]) == [])
  }

  @Test func suggestionsAreLimitedAndLongNamesSkipped() {
    #expect(suggestions(for: "ab", among: (0..<20).map { "a\($0)" }).count == 5)
    let long = String(repeating: "a", count: 100)
    #expect(suggestions(for: long, among: [long + "b"]) == [])
  }

  @Test func sentenceListsTheNames() {
    #expect(didYouMean("nam", among: ["other"]) == nil)
    #expect(didYouMean("nam", among: ["name"]) == "did you mean \"name\"?")
    #expect(
      didYouMean("nam", among: ["name", "nam2", "nams"])
        == "did you mean \"name\", \"nam2\" or \"nams\"?")
  }

  @Test func helpIsLeftOutForTooManyNames() throws {
    var symbols = SymbolTable()
    let names = (0..<1_000).map { symbols.intern("name\($0)") }
    let misspelt = symbols.intern("nane1")
    var report = Report()
    let helps = (0..<300).map { _ in report.didYouMean(misspelt, among: names, symbols) }
    #expect(helps.first.flatMap { $0 }?.hasPrefix("did you mean \"name1\"") == true)
    #expect(helps.last == .some(nil))
  }
}
