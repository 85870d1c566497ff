// Fuzzes the bodies of response streams.

import AuthGenRuntime
import Foundation

@testable import AuthGenStreams

extension Target {
  /// The header fields of a response, and its body. The cuts between the parts of the body make no
  /// difference.
  static func readStream(_ input: [UInt8]) {
    let response = HTTPResponse(text: input[...])
    checkEvents(response.body)
    checkParts(response.body)
    for parts in [BodyReader.Parts.events, .results] {
      guard let reader = BodyReader(response.headers, parts, limit: limit) else { continue }
      let whole = Reading(reader, [response.body]) { reader, part throws(StreamFailure) in
        try reader.messages(part)
      }
      for pieces in pieces(of: response.body) {
        let later = Reading(reader, pieces) { reader, part throws(StreamFailure) in
          try reader.messages(part)
        }
        whole.requireEqual(later) { text($0) }
      }
      for case .response(let json, _) in whole.elements {
        require(json.count <= limit, "a message is above the limit")
      }
    }
  }

  /// The maximum size of events and parts.
  private static let limit = 200

  /// An event stream, whole and in pieces. Its elements are printed to an event stream with the same
  /// elements.
  private static func checkEvents(_ body: Data) {
    let read = { (parser: inout EventStreamParser, part: Data) throws(StreamFailure) in
      try parser.parse(part)
    }
    let whole = Reading(EventStreamParser(limit: limit), [body], read)
    for pieces in pieces(of: body) {
      Reading(EventStreamParser(limit: limit), pieces, read).requireEqual(whole) { "\($0)" }
    }
    var printed = ""
    for element in Reading(EventStreamParser(limit: .max), [body], read).elements {
      switch element {
      case .comment: printed += ":\n"
      case .retry(let milliseconds): printed += "retry: \(milliseconds)\n"
      case .event(let type, let data, let id):
        printed += "event: \(type)\n"
        if let id { printed += "id: \(id)\n" }
        for line in data.split(separator: .lineFeed, omittingEmptySubsequences: false) {
          printed += "data: \(String(decoding: line, as: UTF8.self))\n"
        }
        printed += "\n"
        require(data.count <= body.count, "an event grows")
      }
    }
    let first = Reading(EventStreamParser(limit: .max), [Data(printed.utf8)], read).elements
    let second = Reading(EventStreamParser(limit: .max), [body], read).elements
    require(first.map(valid) == second.map(valid), "printed events read differently")
  }

  /// The element with the data that a text has.
  private static func valid(_ element: EventStreamParser.Element) -> EventStreamParser.Element {
    guard case .event(let type, let data, let id) = element else { return element }
    return .event(type: type, data: Data(String(decoding: data, as: UTF8.self).utf8), id: id)
  }

  /// A multipart body, whole and in pieces. Its parts are printed to a body with the same parts.
  private static func checkParts(_ body: Data) {
    guard let parser = MultipartParser(boundary: "-", limit: limit) else {
      fatalError("a valid boundary is refused")
    }
    let read = { (parser: inout MultipartParser, part: Data) throws(StreamFailure) in
      try parser.parse(part)
    }
    let whole = Reading(parser, [body], read)
    for pieces in pieces(of: body) {
      Reading(parser, pieces, read).requireEqual(whole) { "\($0)" }
    }
    var printed = Data("---".utf8)
    for case .part(let content) in whole.elements {
      require(content.count <= limit, "a part is above the limit")
      printed += Data("\r\nA: b\r\n\r\n".utf8) + content + Data("\r\n---".utf8)
    }
    if whole.elements.last == .end { printed += Data("--".utf8) }
    require(
      Reading(parser, [printed], read).elements == whole.elements, "printed parts read differently")
  }

  /// The body with a cut at each place of a short body, byte by byte, and in pieces of other sizes.
  private static func pieces(of body: Data) -> [[Data]] {
    var all: [[Data]] = [body.map { Data([$0]) }]
    if body.count < 40 {
      all += (0...body.count).map { [body.prefix($0), body.dropFirst($0)] }
    }
    var pieces: [Data] = []
    var rest = body
    var size = 1
    while !rest.isEmpty {
      pieces.append(rest.prefix(size))
      rest = rest.dropFirst(size)
      size = size * 3 % 64
    }
    return all + [pieces]
  }

  private static func text(_ message: StreamMessage) -> String {
    switch message {
    case .response(let json, let id): "\(id ?? ""): \([UInt8](json))"
    default: "\(message)"
    }
  }
}

/// What a parser makes of parts, up to its first failure.
private struct Reading<Element> {
  private(set) var elements: [Element] = []
  private var hasFailed = false

  init<Parser>(
    _ parser: Parser, _ parts: [Data],
    _ read: (inout Parser, Data) throws(StreamFailure) -> [Element]
  ) {
    var parser = parser
    do throws(StreamFailure) {
      for part in parts { elements += try read(&parser, part) }
    } catch {
      hasFailed = true
    }
  }

  /// Requires the same elements of the same body in other parts. A failure leaves out the elements before it
  /// in its part.
  func requireEqual(_ other: Reading, _ text: (Element) -> String) {
    require(hasFailed == other.hasFailed, "pieces change whether the body is valid")
    let (texts, others) = (elements.map(text), other.elements.map(text))
    let isEqual =
      hasFailed ? texts.starts(with: others) || others.starts(with: texts) : texts == others
    require(isEqual, "pieces change the elements: \(texts), and \(others)")
  }
}
