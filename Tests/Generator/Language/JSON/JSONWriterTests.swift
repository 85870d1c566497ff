// Tests how JSON is written.

import AuthGenLanguage
import Testing

@Suite struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func commasSeparateValues() {
    let text = written { writer in
      writer.object { writer in
        writer.member("id", "a/1")
        writer.member("valid", false)
        writer.member("count", -3)
        writer.name("items")
        writer.array { writer in
          writer.null()
          writer.boolean(true)
          writer.integer(0)
          writer.string("x")
          writer.array { _ in }
          writer.object { _ in }
          writer.object { $0.member("a", 1) }
        }
        writer.name("end")
        writer.null()
      }
    }
    #expect(
      text
        == #"{"id":"a/1","valid":false,"count":-3,"items":[null,true,0,"x",[],{},{"a":1}],"end":null}"#
    )
  }

  @Test func lineBreaksSeparateValues() {
    let text = written { writer in
      for number in 1...3 {
        writer.integer(number)
        writer.endLine()
      }
    }
    #expect(text == "1\n2\n3\n")
  }

  @Test func stringsAreEscaped() {
    let text = written { $0.string("\"\\/\u{08}\u{0C}\n\r\t\u{0}\u{1F}\u{7F}é😀\u{2028}") }
    #expect(text == "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001F\\u007Fé😀\u{2028}\"")
    #expect(written { $0.string("") } == "\"\"")
  }

  @Test func parsedValueIsWrittenUnchanged() throws {
    var sources = SourceMap()
    let text = #"[null,true,-1.50e3,"a\n\ud800é",{"b":{},"b":[1,[2]]},12345678901234567890]"#
    let source = try sources.add(path: "a.json", bytes: Array(text.utf8))
    let value = try JSONValue.parse(source)
    #expect(written { $0.value(value) } == text)
  }
}
