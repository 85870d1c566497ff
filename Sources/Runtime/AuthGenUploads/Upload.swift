// Files as variables of operations. A call of storeFile with Upload(data, fileName: "a.txt") sends three
// parts:
//
//     name="operations"          {"query":"mutation…","operationName":"StoreFile","variables":{"file":null}}
//     name="map"                 {"0":["variables.file"]}
//     name="0"; filename="a.txt" the data, as text/plain

public import AuthGenRuntime
public import Foundation

/// A file to send with an operation: the type of the scalar `Upload` in variables and input objects.
///
/// ```swift
/// let photo = try Upload(file: photoURL)
/// let profile = try await client.setPhoto(photo: photo)
/// ```
///
/// The content is read while it is sent, and again each time the request is sent. Several places of a request
/// may have the same value or a copy of it: the file is sent once. Two uploads are equal if one is a copy of
/// the other.
///
/// Descriptions show the length and the media type.
nonisolated public struct Upload: Sendable {
  /// The name that the server gets, without a folder.
  public let fileName: String
  /// The media type that the server gets, such as `image/png`.
  public let mediaType: String
  let content: UploadContent

  /// The number of bytes.
  public var length: Int64 { content.length }

  private init(_ content: UploadContent, _ fileName: String, _ mediaType: String?) {
    self.content = content
    self.fileName = fileName
    let type = mediaType ?? mediaTypes[(fileName as NSString).pathExtension.lowercased()]
    self.mediaType = type.flatMap { $0.isHeaderText ? $0 : nil } ?? "application/octet-stream"
  }

  /// Creates an upload of a file on disk. Do not replace the file or change its length until it is sent: the
  /// call would fail with `RequestBodyError`.
  ///
  /// - Parameters:
  ///   - url: a file URL. Memory contains a small part of the file at a time.
  ///   - fileName: the name that the server gets. Default: that of the file.
  ///   - mediaType: the media type that the server gets. Default: that of well-known extensions, otherwise
  ///     `application/octet-stream`, also in place of a value that HTTP does not allow.
  /// - Throws: an error if the file does not exist, cannot be read, or is a folder, a device or a named pipe.
  public init(
    file url: URL, fileName: String? = nil, mediaType: String? = nil
  ) throws(RequestBodyError) {
    self.init(try UploadContent(file: url), fileName ?? url.lastPathComponent, mediaType)
  }

  /// Creates an upload of data in memory.
  ///
  /// - Parameters:
  ///   - data: the content.
  ///   - fileName: the name that the server gets.
  ///   - mediaType: the media type that the server gets. Default: see ``init(file:fileName:mediaType:)``.
  public init(_ data: Data, fileName: String, mediaType: String? = nil) {
    self.init(UploadContent(data), fileName, mediaType)
  }

  /// Creates an upload of a stream that can be read again.
  ///
  /// - Parameters:
  ///   - length: the number of bytes. Another number is an error.
  ///   - fileName: the name that the server gets.
  ///   - mediaType: the media type that the server gets. Default: see ``init(file:fileName:mediaType:)``.
  ///   - stream: returns a stream from the first byte, which is not open; nil is an error. It is called each
  ///     time the request is sent. The stream must not wait for anything but the disk: on Linux, all requests
  ///     of the process wait with it. For any other source, use ``init(copying:fileName:mediaType:)``.
  public init(
    length: Int64, fileName: String, mediaType: String? = nil,
    stream: @escaping @Sendable () -> InputStream?
  ) {
    self.init(UploadContent(length: length, stream: stream), fileName, mediaType)
  }

  /// Creates an upload of a sequence that may be slow and can be read once, such as a download or a
  /// recording. Copies it to an owner-only temporary file (0600), so that the upload can be sent again. The
  /// file is deleted with the last copy of the upload; if the process is killed, it stays in the system's
  /// temporary folder.
  ///
  /// - Parameters:
  ///   - parts: the content in parts.
  ///   - fileName: the name that the server gets.
  ///   - mediaType: the media type that the server gets. Default: see ``init(file:fileName:mediaType:)``.
  /// - Throws: an error of the sequence, or of the disk.
  public init<Parts: AsyncSequence>(
    copying parts: Parts, fileName: String, mediaType: String? = nil
  ) async throws where Parts.Element == Data {
    self.init(try await UploadContent(copying: parts), fileName, mediaType)
  }
}

nonisolated extension Upload: Hashable {
  public static func == (first: Upload, second: Upload) -> Bool {
    first.content === second.content && first.fileName == second.fileName
      && first.mediaType == second.mediaType
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(content))
  }
}

nonisolated extension Upload: RedactedDescription {
  public var description: String { "an upload of \(length) bytes (\(mediaType))" }
}

/// Only the variables of operations take uploads. All other uses throw an error.
nonisolated extension Upload: Codable {
  public init(from decoder: any Decoder) throws {
    throw DecodingError.typeMismatch(
      Upload.self,
      .init(codingPath: decoder.codingPath, debugDescription: "Servers return no uploads."))
  }

  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self,
      .init(
        codingPath: encoder.codingPath,
        debugDescription: "An upload is a variable, or a field of an input object."))
  }
}

nonisolated extension String {
  /// Whether HTTP allows the text as the value of a header.
  fileprivate var isHeaderText: Bool {
    !isEmpty && unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) }
  }
}

/// The media types of well-known file names. https://www.iana.org/assignments/media-types
nonisolated private let mediaTypes: [String: String] = [
  "csv": "text/csv", "gif": "image/gif", "heic": "image/heic", "html": "text/html",
  "jpeg": "image/jpeg", "jpg": "image/jpeg", "json": "application/json", "m4a": "audio/mp4",
  "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4", "pdf": "application/pdf",
  "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain", "wav": "audio/wav",
  "webm": "video/webm", "webp": "image/webp", "xml": "application/xml", "zip": "application/zip",
]
