// The body of a request with uploads.
// https://github.com/jaydenseric/graphql-multipart-request-spec

package import AuthGenRuntime
import Foundation

/// A body of type `multipart/form-data` (RFC 7578): the operation, the places of its files, and the files.
nonisolated struct MultipartForm: Sendable {
  /// A file and all its places in the operation.
  struct File: Sendable {
    let upload: Upload
    var places: [String]
  }

  /// A piece of text, or the content of a file.
  private enum Segment: Sendable {
    case text(Data)
    case content(UploadContent, place: String)

    var length: Int64 {
      switch self {
      case .text(let text): Int64(text.count)
      case .content(let content, _): content.length
      }
    }
  }

  private let segments: [Segment]
  private let boundary: String

  /// - Parameters:
  ///   - operations: the request's JSON, with null in the places of the files.
  ///   - files: the files in the order in which they are sent.
  ///   - boundary: a text that the content does not contain.
  init(operations: Data, files: [File], boundary: String) {
    self.boundary = boundary
    let map = files.enumerated().map { index, file in
      "\"\(index)\":[\(file.places.map { "\"\($0)\"" }.joined(separator: ","))]"
    }
    var segments: [Segment] = []
    var text = Data()
    func add(_ header: String, _ content: Data) {
      text +=
        Data("--\(boundary)\r\nContent-Disposition: form-data; \(header)\r\n\r\n".utf8) + content
    }
    add("name=\"operations\"", operations + Data("\r\n".utf8))
    add("name=\"map\"", Data("{\(map.joined(separator: ","))}\r\n".utf8))
    for (index, file) in files.enumerated() {
      let name = Self.escaped(file.upload.fileName)
      add(
        "name=\"\(index)\"; filename=\"\(name)\"\r\nContent-Type: \(file.upload.mediaType)", Data())
      segments += [
        .text(text), .content(file.upload.content, place: file.places.joined(separator: ", ")),
      ]
      text = Data("\r\n".utf8)
    }
    self.segments = segments + [.text(text + Data("--\(boundary)--\r\n".utf8))]
  }

  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  var body: RequestBody {
    RequestBody(length: segments.reduce(0) { $0 + $1.length }) { [segments] in
      var rest = segments[...]
      var content: RequestBody.Reader?
      return {
        while true {
          if let part = try content?() { return part }
          content = nil
          switch rest.popFirst() {
          case .text(let text): return text
          case .content(let next, let place): content = try next.reader(as: place)
          case nil: return nil
          }
        }
      }
    }
  }

  /// Escapes a file name for a header as browsers do, and other control characters too.
  /// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
  private static func escaped(_ name: String) -> String {
    name.unicodeScalars.map { scalar in
      guard scalar.value < 0x20 || scalar.value == 0x7F || scalar == "\"" else {
        return String(scalar)
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
    }.joined()
  }
}

nonisolated extension Upload: SeparateValue {
  package static func attach(_ values: [PlacedValue], to request: inout HTTPRequest) {
    var files: [MultipartForm.File] = []
    var indices: [Upload: Int] = [:]
    for case (let upload as Upload, let place) in values.map({ ($0.value, $0.path) }) {
      if let index = indices[upload] {
        files[index].places.append(place)
      } else {
        indices[upload] = files.count
        files.append(MultipartForm.File(upload: upload, places: [place]))
      }
    }
    let form = MultipartForm(
      operations: request.body ?? Data(), files: files, boundary: "authgen-\(UUID().uuidString)")
    request.headers["Content-Type"] = form.contentType
    // Some servers refuse multipart requests without a header that makes browsers send a preflight request,
    // as a protection from CSRF. No such header has a standard name.
    request.headers["Apollo-Require-Preflight"] = "true"
    request.bodyStream = form.body
  }
}
