// Compares the runtime's reader of JSON with Foundation's.

@_spi(Generated) import AuthGenRuntime
import Foundation

extension Target {
  /// Responses. What the runtime accepts, Foundation accepts, and both give the same value. The deliberate
  /// differences, which have tests of their own in `JSONReadingTests`:
  ///
  /// - Half of a surrogate pair reads as U+FFFD, and Foundation refuses it.
  /// - A number that rounds to zero is zero, and Foundation refuses it; so are whole numbers with more
  ///   digits than it reads.
  /// - Foundation accepts a comma before a closing bracket, and does not check the numbers and names in a
  ///   value that it skips. So it is no judge of what the runtime refuses.
  /// - Foundation reads UTF-16 and UTF-32, too.
  static func readResponse(_ input: [UInt8]) {
    // UTF-16 and UTF-32 have zeros.
    guard !input.contains(0) else {
      _ = try? Probe(json: Data(input))
      return
    }
    let json = Data(input)
    let own = try? Probe(json: json)
    let foundations = try? JSONDecoder().decode(Probe.self, from: json)
    if let own, let foundations {
      require(own == foundations, "the readers give different values")
      require((try? roundTrip(own)) == own, "a value changes when it is written and read")
    } else if own != nil {
      let text = String(decoding: input, as: UTF8.self).lowercased()
      require(
        text.contains("\\u") || text.contains("e") || text.contains("."),
        "only the runtime accepts this")
    }
    _ = try? GraphQLResponse<Probe>(json: json, variables: ["a": true])
  }

  private static func roundTrip(_ probe: Probe) throws -> Probe {
    try Probe(json: JSONEncoder().encode(probe))
  }
}

/// A value of each form.
private struct Probe: ResponseObject, Codable, Equatable {
  var text: String?
  var int: Int?
  var double: Double?
  var flag: Bool?
  var list: [String]?
  var inner: Inner?
  var inners: [Inner?]?

  init(fields: inout FieldReader) {
    self.text = fields.optionalString("t")
    self.int = fields.optionalInt("i")
    self.double = fields.optionalDouble("d")
    self.flag = fields.optionalBool("b")
    self.list = fields.optionalStrings("l")
    self.inner = fields.optionalObject("o")
    self.inners = fields.optionalNestedObjects("os")
  }

  func encode(into fields: FieldWriter) {
    fields.optionalString("t", text)
    fields.optionalInt("i", int)
    fields.optionalDouble("d", double)
    fields.optionalBool("b", flag)
    fields.optionalStrings("l", list)
    fields.optionalObject("o", inner)
    fields.optionalNestedObjects("os", inners)
  }

  struct Inner: ResponseObject, Codable, Equatable {
    var text: String
    var second: String?

    init(fields: inout FieldReader) {
      self.text = fields.string("t")
      self.second = fields.optionalString("s")
    }

    func encode(into fields: FieldWriter) {
      fields.string("t", text)
      fields.optionalString("s", second)
    }
  }
}
