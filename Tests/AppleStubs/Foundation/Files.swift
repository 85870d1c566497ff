// Files, streams and programs.

public func NSHomeDirectory() -> String {}

open class FileManager: NSObject, @unchecked Sendable {
  open class var `default`: FileManager {}
  open var temporaryDirectory: URL {}
  open func isExecutableFile(atPath path: String) -> Bool {}
  open func removeItem(at URL: URL) throws {}
}

open class FileHandle: NSObject, @unchecked Sendable {
  open class var nullDevice: FileHandle {}
  open class var standardInput: FileHandle {}
  open class var standardOutput: FileHandle {}
  open class var standardError: FileHandle {}
  public convenience init?(forReadingAtPath path: String) {}
  public init(fileDescriptor fd: Int32, closeOnDealloc closeopt: Bool) {}
  open func read(upToCount count: Int) throws -> Data? {}
  open func write(_ data: Data) {}
  open func write<Bytes: DataProtocol>(contentsOf data: Bytes) throws {}
  open func close() throws {}
}

open class Stream: NSObject {
  public enum Status: UInt, Sendable {
    case notOpen, opening, open, reading, writing, atEnd, closed, error
  }

  open func open() {}
  open func close() {}
  open var streamStatus: Status {}
  open var streamError: (any Error)? {}
  open class func getBoundStreams(
    withBufferSize bufferSize: Int, inputStream: UnsafeMutablePointer<InputStream?>?,
    outputStream: UnsafeMutablePointer<OutputStream?>?
  ) {}
}

open class InputStream: Stream {
  public init(data: Data) {}
  open func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {}
  open var hasBytesAvailable: Bool {}
}

open class OutputStream: Stream {
  open func write(_ buffer: UnsafePointer<UInt8>, maxLength len: Int) -> Int {}
  open var hasSpaceAvailable: Bool {}
}

@available(iOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
open class Process: NSObject {
  public enum TerminationReason: Int, Sendable {
    case exit = 1
    case uncaughtSignal = 2
  }

  open var executableURL: URL?
  open var arguments: [String]?
  open var environment: [String: String]?
  open var standardInput: Any?
  open var standardOutput: Any?
  open var standardError: Any?
  open var terminationHandler: (@Sendable (Process) -> Void)?
  open var terminationReason: TerminationReason {}
  open var terminationStatus: Int32 {}
  open func run() throws {}
}
