// The streams from which URLSession reads a body.

import Foundation

nonisolated extension HTTPBodyStream {
  /// Returns a stream for `URLSession`. It is read once.
  ///
  /// - Parameters:
  ///   - isNeeded: whether `URLSession` may still read the stream. It does not always close a stream that it leaves.
  ///   - failed: receives the error if a part of the body cannot be read.
  func inputStream(
    isNeeded: @escaping @Sendable () -> Bool, failed: @escaping @Sendable (RequestBodyError) -> Void
  ) -> InputStream? {
    #if canImport(FoundationNetworking)
      BodyInputStream(self, failed: failed)
    #else
      boundStream(isNeeded: isNeeded, failed: failed)
    #endif
  }
}

#if canImport(FoundationNetworking)
  /// A stream that reads from a body. On these platforms, `URLSession` only opens and reads a stream.
  nonisolated private final class BodyInputStream: InputStream {
    private let body: HTTPBodyStream
    private let failed: @Sendable (RequestBodyError) -> Void
    private var next: HTTPBodyStream.Reader = { nil }
    private var part = Data()
    private var status = Status.notOpen

    init(_ body: HTTPBodyStream, failed: @escaping @Sendable (RequestBodyError) -> Void) {
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
        failed(RequestBodyError(error))
        return -1
      }
      let count = min(part.count, maxLength)
      part.copyBytes(to: buffer, count: count)
      part = part.dropFirst(count)
      return count
    }
  }
#else
  nonisolated extension HTTPBodyStream {
    /// A stream that a thread fills from the body. `URLSession` schedules its streams on a run loop, so a subclass of
    /// `InputStream` would need private methods.
    private func boundStream(
      isNeeded: @escaping @Sendable () -> Bool,
      failed: @escaping @Sendable (RequestBodyError) -> Void
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
          // Reading a file leaves objects in the pool, which a thread otherwise drains at its end.
          while try autoreleasepool(invoking: {
            guard let part = try next() else { return false }
            return target.writeAll(part, while: isNeeded)
          }) {}
        } catch {
          failed(RequestBodyError(error))
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
