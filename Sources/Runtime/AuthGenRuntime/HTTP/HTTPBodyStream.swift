// Bodies of requests that are read while they are sent.

public import Foundation

/// A request's body that is read while it is sent, such as one with a large file. Its description leaves out the
/// content.
nonisolated public struct HTTPBodyStream: Sendable {
  /// Returns the next part of a body; nil at the end. One caller uses it.
  public typealias Reader = () throws -> Data?

  /// The number of bytes.
  public let length: Int64
  private let start: @Sendable () throws -> Reader

  /// - Parameters:
  ///   - length: the number of bytes.
  ///   - start: returns a reader of all bytes, from the first to the last, in parts that fit into memory. It is called
  ///     each time the request is sent. The reader must not wait for anything but the disk: on Linux, all requests of
  ///     the process wait with it. It throws a ``RequestBodyError`` if it cannot read a part.
  public init(length: Int64, _ start: @escaping @Sendable () throws -> Reader) {
    self.length = length
    self.start = start
  }

  /// Starts to read the body. Transports call it, and so may interceptors and signers that need the content.
  ///
  /// The reader throws a ``RequestBodyError`` if the body has not the stated length: a server would take what follows for
  /// another request.
  public func reader() throws -> Reader {
    let next = try start()
    var rest = length
    return {
      let part = try next()
      rest -= Int64(part?.count ?? 0)
      if rest < 0 { throw RequestBodyError(.tooLong, place: "") }
      if part == nil, rest > 0 { throw RequestBodyError(.tooShort, place: "") }
      return part
    }
  }

  /// Returns a body that reports how many bytes the transport has taken, after each part.
  func observed(
    by observer: @escaping @Sendable (_ sent: Int64, _ total: Int64) -> Void
  ) -> HTTPBodyStream {
    HTTPBodyStream(length: length) { [self] in
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

nonisolated extension HTTPBodyStream: RedactedDescription {
  public var description: String { "a stream of \(length) bytes" }
}

/// The reason why a request's body cannot be read.
nonisolated public struct RequestBodyError: Error, Hashable, Sendable {
  nonisolated public enum Reason: Hashable, Sendable {
    /// The file or stream does not exist.
    case missing
    /// The file is a folder, a device or a named pipe.
    case notAFile
    /// Another file has the path of the original one.
    case replaced
    /// Reading fails, with the code of the underlying error.
    case unreadable(code: Int)
    /// There are fewer bytes than at first, or than stated.
    case tooShort
    /// There are more bytes than at first, or than stated.
    case tooLong
  }

  public let reason: Reason
  /// The place of the part in the request, such as `variables.files.1`; empty for the whole body.
  public let place: String

  public init(_ reason: Reason, place: String) {
    self.reason = reason
    self.place = place
  }

  /// Reads an error of a body, which may be the app's own.
  init(_ error: any Error) {
    self =
      error as? RequestBodyError
      ?? RequestBodyError(.unreadable(code: (error as NSError).code), place: "")
  }
}

nonisolated extension RequestBodyError: CustomStringConvertible {
  public var description: String {
    let what =
      switch reason {
      case .missing: "the file does not exist"
      case .notAFile: "expected a file, found a folder, a device or a named pipe"
      case .replaced: "another file has replaced the original: keep the original until it is sent"
      case .unreadable(let code): "reading failed (code \(code))"
      case .tooShort: "there are fewer bytes than stated: the content has changed"
      case .tooLong: "there are more bytes than stated: the content has changed"
      }
    return place.isEmpty ? what : "\(place): \(what)"
  }
}
