// Tests the lines of doc comments.

import Testing

@testable import AuthGenGeneration
@testable import AuthGenSwiftModel

@Suite struct DocumentationTextTests {
  private let words = String(repeating: "word ", count: 24)

  private func wrapped(_ lines: [String], indentation: Int) -> [String] {
    DocumentationText.wrapped(lines, indentation: indentation)
  }

  @Test func shortLinesStay() {
    let lines = ["One.", "", "- two", "    three"]
    #expect(wrapped(lines, indentation: 10) == lines)
  }

  @Test func longParagraphIsFilledAgain() {
    let wrapped = wrapped([words + "end", "of it.", "", "Next."], indentation: 2)
    #expect(wrapped.count == 4)
    #expect(wrapped.allSatisfy { $0.utf8.count <= 94 && !$0.hasSuffix(" ") })
    #expect(wrapped[1].hasSuffix("word word end of it."))
    #expect(wrapped[2...] == ["", "Next."])
    #expect(
      wrapped.joined(separator: " ").split(separator: " ").count == words.split(separator: " ")
        .count + 4
    )
  }

  @Test func listElementContinuesBelowItsText() {
    let wrapped = wrapped(["Text:", "- " + words, "2. " + words], indentation: 0)
    #expect(wrapped[0] == "Text:")
    #expect(wrapped[1].hasPrefix("- word") && wrapped[2].hasPrefix("  word"))
    #expect(wrapped[3].hasPrefix("2. word") && wrapped[4].hasPrefix("   word"))
  }

  @Test(arguments: ["    code ", "| cell ", "# Heading "])
  func lineThatIsNoParagraphStays(_ start: String) {
    #expect(
      wrapped([start + words + "end"], indentation: 0) == [start + words + "end"])
  }

  @Test func fencedCodeStays() {
    let lines = ["```", words + "end", "```"]
    #expect(wrapped(lines, indentation: 0) == lines)
  }

  @Test func hardLineBreakStays() {
    let wrapped = wrapped(["First.  ", words + "end"], indentation: 0)
    #expect(wrapped[0] == "First.  " && wrapped[1].hasPrefix("word"))
  }

  /// A number, a dash or a number sign at the start of a line would begin a list or a heading.
  @Test(arguments: ["-", "1.", "#5", ">"])
  func lineDoesNotBeginWithMarkdown(_ word: String) {
    let text = words + String(repeating: word + " ", count: 20)
    let wrapped = wrapped([text], indentation: 0)
    #expect(wrapped.count > 1)
    #expect(wrapped.dropFirst().allSatisfy { !$0.hasPrefix(word) })
  }

  @Test(arguments: [
    ["TEXT", "Title", "====="], ["TEXT", "---"], ["> TEXT", "> second"],
    ["a | b", "--- | ---", "TEXT | x"],
    ["[ref]: https://example.com/TEXT"], ["~~~", "```", "TEXT", "~~~"], ["<p>TEXT</p>"],
  ])
  func blocksOfMarkdownStay(_ template: [String]) {
    let lines = template.map { $0.replacing("TEXT", with: words + "end") }
    let wrapped = wrapped(lines, indentation: 0)
    if template[0] == "TEXT" {
      // The paragraph before a rule is a heading; the lines stay, too.
      #expect(wrapped.suffix(1) == lines.suffix(1))
    } else {
      #expect(wrapped == lines)
    }
  }

  @Test func widthIsInCharacters() {
    let text = Array(repeating: "слово", count: 30).joined(separator: " ")
    let wrapped = wrapped([text], indentation: 0)
    #expect(wrapped.map(\.count) == [95, 83])
  }

  @Test func longWordStays() {
    let url = "https://example.com/" + String(repeating: "a", count: 120)
    #expect(wrapped(["See \(url) now"], indentation: 0) == ["See", url, "now"])
  }

  @Test func summaryIsTheFirstParagraph() {
    #expect(CodeFence.summary(["One", "two.", " ", "Three."]) == ["One", "two."])
    #expect(CodeFence.summary(["", "One."]) == ["One."])
    #expect(CodeFence.summary(["```", "a", "", "b", "```", "", "Two."]).count == 5)
  }
}
