// Server-sent events, part by part.
// https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream

import AuthGenRuntime
import Foundation

/// Reads an event stream. Its parts may be cut anywhere.
nonisolated struct EventStreamParser {
  nonisolated enum Element: Equatable {
    /// An event with its type, `message` by default, and the last identifier that this body has set: empty
    /// after the server has removed it, and nil if it has set none.
    case event(type: String, data: Data, id: String?)
    /// A line that starts with a colon. Servers send it to keep the connection open.
    case comment
    /// The reconnection time, in milliseconds.
    case retry(Int)
  }

  private let limit: Int
  /// The current line, without its end.
  private var line: [UInt8] = []
  private var isFirstLine = true
  /// Whether the last line ended with a carriage return, so that a line feed belongs to it.
  private var isAfterCarriageReturn = false
  private var type: String?
  /// The data of the current event; nil without a line of data.
  private var data: [UInt8]?
  private var id: String?

  /// - Parameter limit: the maximum size of an event, in bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// Reads the next part.
  ///
  /// - Returns: the elements that it completes.
  /// - Throws: an error for an event above the limit.
  mutating func parse(_ part: Data) throws(StreamFailure) -> [Element] {
    var elements: [Element] = []
    let bytes = [UInt8](part)
    var start = 0
    if isAfterCarriageReturn, let first = bytes.first {
      isAfterCarriageReturn = false
      if first == .lineFeed { start = 1 }
    }
    while let end = bytes[start...].firstIndex(where: { $0 == .lineFeed || $0 == .carriageReturn })
    {
      try append(bytes[start..<end])
      if let element = endLine() { elements.append(element) }
      start = end + 1
      guard bytes[end] == .carriageReturn else { continue }
      if start == bytes.count {
        isAfterCarriageReturn = true
      } else if bytes[start] == .lineFeed {
        start += 1
      }
    }
    try append(bytes[start...])
    return elements
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) throws(StreamFailure) {
    guard bytes.count <= limit - line.count - (data?.count ?? 0) else {
      throw .tooLarge(limit: limit)
    }
    line += bytes
  }

  private mutating func endLine() -> Element? {
    defer { line.removeAll(keepingCapacity: line.count < 65_536) }
    if isFirstLine {
      isFirstLine = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
    if line.isEmpty { return dispatch() }
    let colon = line.firstIndex(of: UInt8(ascii: ":"))
    if colon == 0 { return .comment }
    let name = String(decoding: line[..<(colon ?? line.count)], as: UTF8.self)
    var value = line[(colon.map { $0 + 1 } ?? line.count)...]
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    return field(name, value)
  }

  private mutating func field(_ name: String, _ value: ArraySlice<UInt8>) -> Element? {
    switch ExactString(name) {
    case "event": type = String(decoding: value, as: UTF8.self)
    case "data":
      if data == nil {
        data = Array(value)
      } else {
        data?.append(.lineFeed)
        data? += value
      }
    case "id" where isIdentifier(value): id = String(decoding: value, as: UTF8.self)
    case "retry":
      let digits = String(decoding: value, as: UTF8.self)
      if digits.isASCIIDigits, let milliseconds = Int(digits) { return .retry(milliseconds) }
    default: break
    }
    return nil
  }

  /// Whether an identifier can be sent back in a header field.
  private func isIdentifier(_ value: ArraySlice<UInt8>) -> Bool {
    value.count <= Self.maximumIdentifierSize && value.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  private static var maximumIdentifierSize: Int { 1_024 }

  /// Ends the event. GraphQL's `complete` may have no data, unlike events of browsers.
  private mutating func dispatch() -> Element? {
    defer { (type, data) = (nil, nil) }
    guard type != nil || data != nil else { return nil }
    let type = type.flatMap { $0.isEmpty ? nil : $0 } ?? "message"
    return .event(type: type, data: Data(data ?? []), id: id)
  }
}

nonisolated extension UInt8 {
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
}
