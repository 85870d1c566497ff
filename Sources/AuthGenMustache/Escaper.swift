// How `{{name}}` prints a leaf. The engine knows no output language; a host brings its own escaper.

/// Prints the leaves that escaped interpolation tags name.
package protocol Escaper: Sendable {
  /// Writes `leaf` in the form that the output language asks for. `{{{name}}}` and `{{&name}}` don't
  /// come here: they write the leaf's text as it is.
  func write(_ leaf: Leaf, to output: inout Output)
}

/// Replaces `&`, `"`, `<` and `>` with HTML's character references, whatever a leaf's kind. These are
/// the characters that the Mustache specification's own cases escape.
package struct HTMLEscaper: Escaper {
  /// Makes an escaper; all are alike.
  package init() {}

  package func write(_ leaf: Leaf, to output: inout Output) {
    let isReplaced = { (byte: UInt8) in
      byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<")
        || byte == UInt8(ascii: ">")
    }
    output.append(leaf.text, replacing: isReplaced) { byte, output in
      switch byte {
      case UInt8(ascii: "&"): output.append("&amp;")
      case UInt8(ascii: "\""): output.append("&quot;")
      case UInt8(ascii: "<"): output.append("&lt;")
      default: output.append("&gt;")
      }
    }
  }
}
