// A request's body from a reader, and the streams from which URLSession reads it.

public import AuthGenRuntime
public import Foundation

/// A request's body from a reader. Its description leaves out the content.
nonisolated public struct RequestBody: HTTPBodyStream {
  /// The number of bytes.
  public let length: Int64
  private let start: @Sendable () throws -> Reader

  /// - Parameters:
  ///   - length: the number of bytes.
  ///   - start: returns a reader of all bytes, from the first to the last, in parts that fit into memory. It
  ///     is called each time the request is sent. The reader must not wait for anything but the disk: on
  ///     Linux, all requests of the process wait with it. It throws a ``RequestBodyError`` if it cannot read
  ///     a part.
  public init(length: Int64, _ start: @escaping @Sendable () throws -> Reader) {
    self.length = length
    self.start = start
  }

  public func reader() throws -> Reader {
    let next = try start()
    var rest = length
    return {
      // Reading a file leaves objects in the pool, and loops may run long before a thread drains it.
      let part = try autoreleasepool(invoking: next)
      rest -= Int64(part?.count ?? 0)
      if rest < 0 { throw RequestBodyError(.tooLong, place: "") }
      if part == nil, rest > 0 { throw RequestBodyError(.tooShort, place: "") }
      return part
    }
  }

  public func inputStream(
    isNeeded: @escaping @Sendable () -> Bool, failed: @escaping @Sendable (HTTPBodyFailure) -> Void
  ) -> InputStream? {
    let failed = { @Sendable error in failed(HTTPBodyFailure(RequestBodyError(error))) }
    #if canImport(FoundationNetworking)
      return BodyInputStream(self, failed: failed)
    #else
      return boundStream(isNeeded: isNeeded, failed: failed)
    #endif
  }

  public func observed(
    by observer: @escaping @Sendable (_ sent: Int64, _ total: Int64) -> Void
  ) -> any HTTPBodyStream {
    RequestBody(length: length) { [self] in
      let next = try reader()
      var sent: Int64 = 0
      return {
        guard let part = try next() else { return nil }
        sent += Int64(part.count)
        observer(sent, length)
        return part
      }
    }
  }
}

nonisolated extension RequestBody: RedactedDescription {
  public var description: String { "a stream of \(length) bytes" }
}

#if !canImport(ObjectiveC)
  /// Without Objective-C, there are no pools.
  nonisolated private func autoreleasepool<Result>(
    invoking body: () throws -> Result
  ) rethrows -> Result {
    try body()
  }
#endif

#if canImport(FoundationNetworking)
  /// A stream that reads from a body. On these platforms, `URLSession` only opens and reads a stream.
  nonisolated private final class BodyInputStream: InputStream {
    private let body: RequestBody
    private let failed: @Sendable (any Error) -> Void
    private var next: RequestBody.Reader = { nil }
    private var part = Data()
    private var status = Status.notOpen

    init(_ body: RequestBody, failed: @escaping @Sendable (any Error) -> Void) {
      self.body = body
      self.failed = failed
      super.init(data: Data())
    }

    override func open() {
      status = .open
      do {
        next = try body.reader()
      } catch {
        next = { throw error }
      }
    }

    override func close() { status = .closed }
    override var streamStatus: Status { status }
    override var streamError: (any Error)? { nil }
    override var hasBytesAvailable: Bool { status == .open }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
      do {
        while part.isEmpty {
          guard let next = try next() else {
            status = .atEnd
            return 0
          }
          part = next
        }
      } catch {
        status = .error
        failed(error)
        return -1
      }
      let count = min(part.count, maxLength)
      part.copyBytes(to: buffer, count: count)
      part = part.dropFirst(count)
      return count
    }
  }
#else
  nonisolated extension RequestBody {
    /// A stream that a thread fills from the body. `URLSession` schedules its streams on a run loop, so a
    /// subclass of `InputStream` would need private methods.
    fileprivate func boundStream(
      isNeeded: @escaping @Sendable () -> Bool,
      failed: @escaping @Sendable (any Error) -> Void
    ) -> InputStream? {
      var input: InputStream?
      var output: OutputStream?
      Stream.getBoundStreams(withBufferSize: 1 << 16, inputStream: &input, outputStream: &output)
      // Only the thread uses it from here on.
      nonisolated(unsafe) let target = output
      Thread.detachNewThread {
        guard let target else { return }
        target.open()
        defer { target.close() }
        do {
          let next = try reader()
          while let part = try next(), target.writeAll(part, while: isNeeded) {}
        } catch {
          failed(error)
        }
      }
      return input
    }
  }

  nonisolated extension OutputStream {
    /// - Parameter isNeeded: whether the reader may still read.
    /// - Returns: false if the reader has closed its end, or no longer reads.
    fileprivate func writeAll(_ part: Data, while isNeeded: () -> Bool) -> Bool {
      part.withUnsafeBytes { bytes in
        var rest = bytes.bindMemory(to: UInt8.self)[...]
        while !rest.isEmpty {
          // Without space, a call of `write` waits until the reader reads.
          var wait = 0.001
          while !hasSpaceAvailable {
            guard isNeeded(), ![.atEnd, .closed, .error].contains(streamStatus) else {
              return false
            }
            Thread.sleep(forTimeInterval: wait)
            wait = min(wait * 2, 0.02)
          }
          guard let start = UnsafeBufferPointer(rebasing: rest).baseAddress else { return true }
          let count = write(start, maxLength: rest.count)
          guard count > 0 else { return false }
          rest = rest.dropFirst(count)
        }
        return true
      }
    }
  }
#endif
