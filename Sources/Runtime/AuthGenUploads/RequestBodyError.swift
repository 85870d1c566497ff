// Why the content of an upload, or of a whole request, cannot be read.

public import AuthGenRuntime
public import Foundation

/// The reason why a request's body cannot be read. A call fails with `TransportError.Reason.unreadableBody`,
/// whose failure contains it.
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

  /// Converts any error of reading a body.
  ///
  /// - Parameter place: the place of the part. Default: that of the error.
  init(_ error: any Error, place: String? = nil) {
    let missing: [CocoaError.Code] = [.fileNoSuchFile, .fileReadNoSuchFile]
    switch error {
    case let error as RequestBodyError: self.init(error.reason, place: place ?? error.place)
    case let error as CocoaError where missing.contains(error.code):
      self.init(.missing, place: place ?? "")
    default: self.init(.unreadable(code: (error as NSError).code), place: place ?? "")
    }
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

nonisolated extension RequestBodyError: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText { .unreadableBody }
}
