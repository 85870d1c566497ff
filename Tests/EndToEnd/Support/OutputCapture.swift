// Captures the output of this process.

import AuthGenTestSupport
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Captures standard output and standard error, which still receive everything.
final class OutputCapture: Sendable {
  private let streams: [Stream]

  init() {
    streams = [Stream(1), Stream(2)]
  }

  /// Stops capturing.
  ///
  /// - Returns: the output, one stream after the other.
  func stop() -> String {
    streams.map { $0.stop() }.joined()
  }

  private final class Stream: Sendable {
    private let descriptor: Int32
    private let original: Int32
    private let bytes = Shared<[UInt8]>([])
    private let isDone = DispatchSemaphore(value: 0)

    init(_ descriptor: Int32) {
      self.descriptor = descriptor
      original = dup(descriptor)
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return }
      dup2(ends[1], descriptor)
      close(ends[1])
      let reading = ends[0]
      Thread.detachNewThread { [bytes, original, isDone] in
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
          let count = read(reading, &buffer, buffer.count)
          guard count > 0 else { break }
          var written = 0
          while written < count {
            let more = buffer.withUnsafeBytes {
              write(original, $0.baseAddress.map { $0 + written }, count - written)
            }
            guard more > 0 else { break }
            written += more
          }
          bytes.withLock { $0 += buffer.prefix(count) }
        }
        close(reading)
        isDone.signal()
      }
    }

    func stop() -> String {
      fflush(nil)
      dup2(original, descriptor)
      isDone.wait()
      return bytes.withLock { String(decoding: $0, as: UTF8.self) }
    }
  }
}
