// Measures response streams: the time of a body by the size of its chunks, and of a result by the number of
// its parts.

import AuthGenRuntime
import AuthGenStreams
import Foundation

@main struct Streams {
  static func main() async throws {
    print(
      "A subscription, in ns for each byte; the body has 1 MB for chunks of 1 byte, and 16 MB for others."
    )
    print("chunk     one event of the body's size      events of 1 KB")
    print("          SSE     multipart                 SSE     multipart")
    for chunk in [1, 16, 256, 4_096, 65_536, 1_000_000] {
      let size = chunk == 1 ? 1_000_000 : 16_000_000
      var cells: [Double] = []
      for event in [size, 1_000] {
        for format in Format.allCases {
          cells.append(try await nanoseconds(format, event: event, size: size, chunk: chunk))
        }
      }
      print(
        String(
          format: "%7d %7.1f %9.1f %25.1f %9.1f", chunk, cells[0], cells[1], cells[2], cells[3]))
    }
    print(
      "\nA list with @stream, in ms. Copy: adding each element to a copy of the list that is kept.")
    print("One call waits for the same parts; JSON: for the same result without parts.")
    print(
      "parts    JSON   one call   together   ratio   queued   ratio   one by one     copy   ratio")
    for count in [500, 1_000, 2_000, 4_000] {
      let body = Self.body(count)
      let chunks = Self.delimited(Self.parts(count))
      let chunk = [chunks.reduce(Data(), +)]
      let json = try await time { try await Self.call([body], "application/json", count) }
      let call = try await time { try await Self.call(chunk, Self.parts, count) }
      let together = try await time { try await Self.queued(chunk, count) }
      let queued = try await time { try await Self.queued(chunks, count) }
      let each = try await time { try await Self.oneByOne(chunks, count) }
      let copy = try await time { Self.copies(count) }
      print(
        String(
          format: "%5d %7.2f %10.2f %10.2f %7.2f %8.2f %7.2f %12.2f %8.2f %7.2f", count, json, call,
          together,
          together / call, queued, queued / call, each, copy, each / copy))
    }
  }

  private enum Format: CaseIterable {
    case events
    case multipart

    var mediaType: String {
      self == .events
        ? "text/event-stream" : "multipart/mixed; boundary=graphql; subscriptionSpec=1.0"
    }
  }

  /// The minimum of several rounds, in milliseconds.
  private static func time(_ body: @Sendable () async throws -> Void) async throws -> Double {
    var best = Double.infinity
    for _ in 0..<5 {
      let duration = try await ContinuousClock().measure(body)
      best = min(best, duration / .milliseconds(1))
    }
    return best
  }

  private static func client(_ transport: any Transport) throws -> GraphQLClient {
    guard let endpoint = URL(string: "https://api.example.com/graphql") else { fatalError() }
    return GraphQLClient(
      ClientConfiguration(endpoint: endpoint, maximumResponseSize: 64_000_000), transport: transport
    )
  }

  // MARK: Bodies

  private static func nanoseconds(
    _ format: Format, event: Int, size: Int, chunk: Int
  ) async throws -> Double {
    let text = String(repeating: "x", count: event)
    let count = size / event
    var body = Data()
    switch format {
    case .events:
      for _ in 0..<count {
        body += Data("event: next\ndata: {\"data\":{\"note\":\"\(text)\"}}\n\n".utf8)
      }
      body += Data("event: complete\n\n".utf8)
    case .multipart:
      body += Data("--graphql".utf8)
      for _ in 0..<count {
        body += Data("\r\n\r\n{\"payload\":{\"data\":{\"note\":\"\(text)\"}}}\r\n--graphql".utf8)
      }
      body += Data("--\r\n".utf8)
    }
    let client = try client(Chunks(type: format.mediaType, body, chunk))
    var seen = 0
    let duration = try await ContinuousClock().measure {
      for try await note in client.events(of: NoteSubscription()) {
        seen += note.data?.note.utf8.count ?? 0
      }
    }
    guard seen == count * event else { fatalError("lost \(count * event - seen) bytes") }
    return duration / .nanoseconds(1) / Double(body.count)
  }

  // MARK: Results

  private static let parts = "multipart/mixed; boundary=-; incrementalSpec=v0.2"
  private static let first =
    #"{"data":{"report":{"title":"T","pages":[]}},"pending":[{"id":"0","path":["report","pages"]}],"hasNext":true}"#
  private static let last = #"{"completed":[{"id":"0"}],"hasNext":false}"#

  private static func page(_ number: Int) -> String {
    #"{"number":\#(number),"title":"Page \#(number)","author":{"name":"Ada"}}"#
  }

  private static func parts(_ count: Int) -> [String] {
    [first]
      + (0..<count).map { #"{"incremental":[{"id":"0","items":[\#(page($0))]}],"hasNext":true}"# }
      + [last]
  }

  private static func delimited(_ parts: [String]) -> [Data] {
    (["---"] + parts.map { "\r\n\r\n\($0)\r\n---" } + ["--\r\n"]).map { Data($0.utf8) }
  }

  private static func body(_ count: Int) -> Data {
    let pages = (0..<count).map(page).joined(separator: ",")
    return Data(#"{"data":{"report":{"title":"T","pages":[\#(pages)]}}}"#.utf8)
  }

  private static func call(_ chunks: [Data], _ type: String, _ count: Int) async throws {
    let client = try client(Chunks(type: type, chunks))
    let data = try await client.execute(ReportQuery(), options: CallOptions())
    guard data.report.pages.count == count else { fatalError() }
  }

  private static func queued(_ chunks: [Data], _ count: Int) async throws {
    let client = try client(
      Chunks(type: parts, chunks))
    var pages = 0
    for try await update in client.updates(of: ReportQuery()) {
      pages = update.data?.report.pages.count ?? 0
    }
    guard pages == count else { fatalError() }
  }

  private static func oneByOne(_ chunks: [Data], _ count: Int) async throws {
    let (parts, sender) = AsyncStream<Data>.makeStream()
    var rest = chunks[...]
    // The delimiter, and the first part.
    for part in rest.prefix(2) { sender.yield(part) }
    rest.removeFirst(2)
    let client = try client(
      Chunks(type: Self.parts, parts))
    var kept: ReportQuery.Data?
    for try await update in client.updates(of: ReportQuery()) {
      kept = update.data
      if let part = rest.popFirst() { sender.yield(part) } else { sender.finish() }
    }
    guard kept?.report.pages.count == count else { fatalError() }
  }

  /// What an app does that adds elements to a list, and keeps the list before.
  private static func copies(_ count: Int) {
    typealias Page = ReportQuery.Data.Report.Page
    var kept: [Page] = []
    for number in 0..<count {
      var list = kept
      list.append(Page(number: number, title: "Page \(number)", author: .init(name: "Ada")))
      kept = withExtendedLifetime(kept) { list }
    }
    guard kept.count == count else { fatalError() }
  }
}

/// A server whose response arrives in chunks.
private final class Chunks: StreamingTransport {
  private let type: String
  private let chunks: AsyncStream<Data>

  init(type: String, _ chunks: AsyncStream<Data>) {
    (self.type, self.chunks) = (type, chunks)
  }

  convenience init(type: String, _ chunks: [Data]) {
    let iterator = Iterator(chunks)
    self.init(type: type, AsyncStream { iterator.next() })
  }

  convenience init(type: String, _ body: Data, _ size: Int) {
    self.init(
      type: type,
      stride(from: 0, to: body.count, by: size).map { body[$0..<min($0 + size, body.count)] })
  }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    var body = Data()
    for await chunk in chunks { body += chunk }
    return HTTPResponse(status: 200, headers: ["Content-Type": type], body: body)
  }

  func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponseStream {
    let iterator = StreamIterator(chunks)
    return HTTPResponseStream(
      status: 200, headers: ["Content-Type": type],
      next: { () async throws(TransportError) in await iterator.next() }, cancel: {})
  }
}

private final class Iterator: @unchecked Sendable {
  private var chunks: ArraySlice<Data>
  init(_ chunks: [Data]) { self.chunks = chunks[...] }
  func next() -> Data? { chunks.popFirst() }
}

private final class StreamIterator: @unchecked Sendable {
  private var iterator: AsyncStream<Data>.Iterator
  init(_ chunks: AsyncStream<Data>) { iterator = chunks.makeAsyncIterator() }
  func next() async -> Data? { await iterator.next(isolation: nil) }
}
