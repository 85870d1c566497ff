// Renders the report as a page: one file of HTML, with its style and script. The template `Templates/report`
// gets the JSON form of the report:
//
//     {"name":"<b>","buckets":["login"],"hash":null}
//
// prints {{name}} as &lt;b&gt;, and has, beside the list `buckets`, the members `hasBuckets` (true),
// `bucketsCount` (1) and, for a list of strings, `bucketsText`, with commas between them. A number, such as
// `weight`, has the member `hasWeight`, which is false for 0.

import AuthGenCryptography
package import AuthGenLanguage
import AuthGenMustache
import AuthGenTemplates

package struct ReportPage: ~Copyable {
  private var templates = TemplateSet()
  private var context = Context()

  /// Returns the page.
  ///
  /// - Parameter json: the JSON form of a report, with drawings.
  /// - Throws: a diagnostic if the page is too large.
  package static func html(of json: [UInt8]) throws(Diagnostic) -> [UInt8] {
    var sources = SourceMap()
    let json = try JSONValue.parse(try sources.add(path: "report.json", bytes: json))
    do throws(MustacheError) {
      return try ReportPage().render(json)
    } catch {
      throw Diagnostic(
        rule: .templates, message: "the report cannot be rendered: \(error)",
        help: "name fewer clients with --client")
    }
  }

  private consuming func render(_ json: JSONValue) throws(MustacheError) -> [UInt8] {
    for template in BuiltInTemplates.report {
      try templates.add(template.name, source: template.text)
    }
    let style = BuiltInTemplates.reportStyle
    let script = BuiltInTemplates.reportScript
    let files = [
      ("style", style), ("script", script),
      // The browser runs this script and no other (https://www.w3.org/TR/CSP3/).
      ("styleHash", Array(SHA256Digest(of: style).base64.utf8)),
      ("scriptHash", Array(SHA256Digest(of: script).base64.utf8)),
    ].map { name, text in
      (templates.key(named: name), context.leaf(String(decoding: text, as: UTF8.self)))
    }
    let root = context.object(files, extending: value(json))
    // The default limit is for templates of teams.
    return try templates.render(
      "page", context: context, root: root, capacity: 1 << 20, stepLimit: 1 << 30)
  }

  private mutating func value(_ json: JSONValue) -> AuthGenMustache.Value {
    switch json.kind {
    case .null: return .null
    case .boolean(let value): return .bool(value)
    case .number(let text): return context.leaf(text)
    case .string(let string): return context.leaf(string.text, escaped: string.text.html)
    case .array(let elements): return list(elements)
    case .object(let members):
      var fields: [(Key, AuthGenMustache.Value)] = []
      for member in members {
        add(member.value, named: member.name, to: &fields)
      }
      return context.object(fields)
    }
  }

  /// Adds a member, and those that say more about it.
  private mutating func add(
    _ json: JSONValue, named name: String, to fields: inout [(Key, AuthGenMustache.Value)]
  ) {
    let has = templates.key(named: "has\(name.prefix(1).uppercased())\(name.dropFirst())")
    fields.append((templates.key(named: name), value(json)))
    if let number = json.integer { fields.append((has, .bool(number != 0))) }
    guard let elements = json.array else { return }
    fields.append((has, .bool(!elements.isEmpty)))
    fields.append((templates.key(named: "\(name)Count"), context.leaf(String(elements.count))))
    let texts = elements.compactMap(\.string?.text)
    guard texts.count == elements.count else { return }
    let text = texts.joined(separator: ", ")
    fields.append((templates.key(named: "\(name)Text"), context.leaf(text, escaped: text.html)))
  }

  private mutating func list(_ elements: [JSONValue]) -> AuthGenMustache.Value {
    var values: [AuthGenMustache.Value] = []
    for element in elements { values.append(value(element)) }
    return context.list(values)
  }
}

extension String {
  /// The text with references in place of the characters that have a meaning in HTML, and with visible
  /// characters in place of invisible ones. https://html.spec.whatwg.org/multipage/syntax.html#syntax-text
  fileprivate var html: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0).harmless(keepsTabs: true)
    }
    var result = ""
    for scalar in lines.joined(separator: "\n").unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension SHA256Digest {
  /// The bytes in base64 (RFC 4648, section 4).
  fileprivate var base64: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = (0..<3).reduce(0) {
        $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0)
      }
      for index in 0..<4 {
        text.append(
          start + index <= bytes.count
            ? alphabet[group >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
