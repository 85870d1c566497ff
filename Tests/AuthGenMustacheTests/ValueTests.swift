// What values print, which of them are falsy, and how escapers see leaves.

import AuthGenMustache
import Testing

@Suite("Values and escapers")
struct ValueTests {
  @Test("Null, false, an empty text and an empty list are falsy, all else is truthy")
  func truth() throws {
    let values: [(Value, Bool)] = [
      (.null, false), (.bool(false), false), (.bool(true), true), (.text(""), false),
      (.text("0"), true), (.list([]), false), (.list([.null]), true), (.fields([:]), true),
    ]
    for (value, isTruthy) in values {
      let output = try render("{{#text}}yes{{/text}}{{^text}}no{{/text}}", [Keys.text: value])
      #expect(output == (isTruthy ? "yes" : "no"), "\(value)")
    }
  }

  @Test("Truth values print as such, lists and objects as nothing")
  func printing() throws {
    let values: [(Value, String)] = [
      (.bool(true), "true"), (.bool(false), "false"), (.null, ""), (.list([.text("x")]), ""),
      (.fields([Keys.name: .text("x")]), ""),
    ]
    for (value, expected) in values {
      #expect(try render("{{text}}|{{{text}}}", [Keys.text: value]) == "\(expected)|\(expected)")
    }
  }

  @Test("Of two fields with one key the first one counts")
  func duplicateField() throws {
    let object: Object = [
      Keys.text: .text("text"), Keys.name: .text("first"), Keys.name: .text("second"),
    ]
    #expect(try render("{{name}}", object) == "first")
    #expect(try render("{{inner.name}}", [Keys.inner: .object(object)]) == "first")
  }

  @Test("An inner null hides an outer value")
  func nullHides() throws {
    let context: Object = [
      Keys.name: .text("outer"), Keys.inner: .object(Object([(key: Keys.name, value: .null)])),
    ]
    #expect(try render("{{#inner}}[{{name}}]{{/inner}}", context) == "[]")
  }

  @Test("An object that iterates over itself stays the same object")
  func implicitIteratorOfObjects() throws {
    let item: Value = .fields([Keys.name: .text("x")])
    let output = try render(
      "{{#items}}{{#.}}{{name}}{{/.}}{{/items}}", [Keys.items: .list([item, item])])
    #expect(output == "xx")
  }

  @Test("An escaper tells leaves apart by their kind")
  func kinds() throws {
    let context: Object = [
      Keys.name: .text("class", kind: 1), Keys.text: .text("say \"hi\"", kind: 2),
      Keys.inner: .text("plain"),
    ]
    let output = try render(
      "{{name}} {{text}} {{inner}} {{{name}}} {{&text}}", context, escaper: KindEscaper())
    #expect(output == "`class` \"say \\\"hi\\\"\" plain class say \"hi\"")
  }

  @Test("An escaper can begin further lines like the one it is on")
  func currentLine() throws {
    let output = try render(
      "x\n  {{>part}}\n", partials: ["part": "/// {{text}}\nend\n"],
      [Keys.text: .text("one\ntwo", kind: 3)], escaper: KindEscaper())
    #expect(output == "x\n  /// one\n  /// two\n  end\n")
  }

  @Test("HTML's special characters are escaped, others left")
  func html() throws {
    let output = try render("{{text}}", [Keys.text: .text("<a b=\"c\">é&'日</a>")])
    #expect(output == "&lt;a b=&quot;c&quot;&gt;é&amp;'日&lt;/a&gt;")
  }
}

/// Prints kind 1 in backticks, 2 as a string literal, 3 with every line begun like the first.
private struct KindEscaper: Escaper {
  func write(_ leaf: Leaf, to output: inout Output) {
    switch leaf.kind {
    case 1:
      output.append("`")
      output.append(leaf.text)
      output.append("`")
    case 2:
      output.append(UInt8(ascii: "\""))
      for byte in leaf.text.utf8 {
        if byte == UInt8(ascii: "\"") {
          output.append(UInt8(ascii: "\\"))
        }
        output.append(byte)
      }
      output.append(UInt8(ascii: "\""))
    case 3:
      let start = output.currentLine
      for (index, line) in leaf.text.utf8.split(separator: UInt8(ascii: "\n")).enumerated() {
        if index > 0 {
          output.append("\n")
          output.append(start)
        }
        output.append(line)
      }
    default:
      output.append(leaf.text)
    }
  }
}
