// Streams that are bound to one another, as documented: what is written to one is read from the other.
// Without space, a write waits for the reader.
// https://developer.apple.com/documentation/foundation/outputstream/hasspaceavailable

import Foundation

extension Stream {
  public class func getBoundStreams(
    withBufferSize bufferSize: Int, inputStream: inout InputStream?,
    outputStream: inout OutputStream?
  ) {
    let pair = BoundPair(capacity: bufferSize)
    inputStream = BoundInputStream(pair)
    outputStream = BoundOutputStream(pair)
  }
}

/// The bytes between two streams. Apple's framework does not show it.
public final class BoundPair: @unchecked Sendable {
  private let condition = NSCondition()
  private let capacity: Int
  private var bytes: [UInt8] = []
  private var isReaderClosed = false
  private var isWriterClosed = false

  init(capacity: Int) {
    self.capacity = capacity
  }

  private func hold<Value>(_ body: () -> Value) -> Value {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return body()
  }

  /// Waits until the writer is closed, for at most 20 seconds.
  public func writerEnds() -> Bool {
    let end = Date(timeIntervalSinceNow: 20)
    return hold {
      while !isWriterClosed, condition.wait(until: end) {}
      return isWriterClosed
    }
  }

  /// Waits until the writer has no space, for at most 20 seconds.
  public func fillsUp() -> Bool {
    let end = Date(timeIntervalSinceNow: 20)
    return hold {
      while bytes.count < capacity, condition.wait(until: end) {}
      return bytes.count == capacity
    }
  }

  fileprivate func read(_ count: Int) -> [UInt8] {
    hold {
      while bytes.isEmpty, !isWriterClosed { condition.wait() }
      defer { bytes.removeFirst(min(count, bytes.count)) }
      return Array(bytes.prefix(count))
    }
  }

  fileprivate func write(_ new: UnsafeBufferPointer<UInt8>) -> Int {
    hold {
      while bytes.count == capacity, !isReaderClosed { condition.wait() }
      if isReaderClosed { return -1 }
      let part = new.prefix(capacity - bytes.count)
      bytes += part
      return part.count
    }
  }

  fileprivate var hasSpace: Bool { hold { bytes.count < capacity || isReaderClosed } }
  fileprivate func closeReader() { hold { isReaderClosed = true } }
  fileprivate func closeWriter() { hold { isWriterClosed = true } }
}

public final class BoundInputStream: InputStream {
  public let pair: BoundPair

  init(_ pair: BoundPair) {
    self.pair = pair
    super.init(data: Data())
  }

  public override func open() {}
  public override func close() { pair.closeReader() }

  public override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
    let bytes = pair.read(maxLength)
    for (index, byte) in bytes.enumerated() { buffer[index] = byte }
    return bytes.count
  }
}

private final class BoundOutputStream: OutputStream {
  private let pair: BoundPair

  init(_ pair: BoundPair) {
    self.pair = pair
    super.init(toMemory: ())
  }

  required init(toMemory: ()) {
    pair = BoundPair(capacity: 0)
    super.init(toMemory: ())
  }

  override func open() {}
  override func close() { pair.closeWriter() }
  override var streamStatus: Status { .open }
  override var hasSpaceAvailable: Bool { pair.hasSpace }

  override func write(_ buffer: UnsafePointer<UInt8>, maxLength: Int) -> Int {
    pair.write(UnsafeBufferPointer(start: buffer, count: maxLength))
  }
}
