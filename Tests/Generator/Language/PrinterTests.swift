// Tests the shortest form of executable documents, and the form with lines.

import AuthGenLanguage
import AuthGenTestSupport
import Testing

@Suite struct PrinterTests {
  @Test(arguments: RecordedCase.all("Language/Printed.txt"))
  func documentIsPrintedInBothForms(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { text in
      let (shortest, lines) = (try printed(text, .minified), try printed(text, .lines(width: 60)))
      #expect(try printed(shortest, .minified) == shortest)
      // The form with lines has no block strings.
      let hasBlockStrings = text.contains("\"\"\"")
      #expect(try hasBlockStrings || printed(lines, .minified) == shortest)
      return "\(shortest)\n\n\(lines)"
    }
  }

  private func printed(_ text: String, _ layout: DocumentPrinter.Layout) throws -> String {
    let workspace = Workspace()
    let document = try workspace.parse(text)
    var printer = DocumentPrinter(
      symbols: workspace.symbols, sources: workspace.sources, layout: layout)
    for definition in document.definitions {
      switch definition {
      case .operation(let operation): printer.append(operation)
      case .fragment(let fragment): printer.append(fragment)
      case .schema, .type, .directive, .directiveExtension: throw Workspace.WrongKind()
      }
    }
    return String(decoding: printer.bytes, as: UTF8.self)
  }

  /// A break moves only the text behind the last comma.
  @Test func longListTakesLinearTime() throws {
    let values = (0..<200_000).map(String.init).joined(separator: ", ")
    let lines = try printed("{ a(b: [\(values)]) }", .lines(width: 100))
    #expect(lines.split(separator: "\n").allSatisfy { $0.utf8.count <= 100 })
  }
}
