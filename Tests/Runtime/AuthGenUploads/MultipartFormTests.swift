// Tests the requests with uploads.
// https://github.com/jaydenseric/graphql-multipart-request-spec

import AuthGenCache
@_spi(Generated) import AuthGenRuntime
import AuthGenTestSupport
import AuthGenUploads
import Foundation
import Testing
import UploadsFixture

@Suite struct MultipartFormTests {
  private let log = UploadLog()
  private let upload = Upload(Data("Alpha file content.\n".utf8), fileName: "a.txt")
  private let other = Upload(Data("Bravo".utf8), fileName: "b.txt")

  /// The body between the parts `operations` and the first file: the map.
  private var map: String? {
    log.bodies.first?.split(separator: "name=\"map\"\r\n\r\n").last?
      .split(separator: "\r\n").first.map(String.init)
  }

  @Test func bodyHasTheOperationTheMapAndTheFile() async throws {
    _ = try await log.client().storeFile(file: upload)
    let entry = try #require(log.entries.first)
    let boundary = entry.request.boundary
    let document =
      "mutation StoreFile($file:Upload!){storeFile(file:$file){...FileParts}}"
      + "fragment FileParts on StoredFile{name mediaType size sha256}"
    #expect(
      entry.body == """
        --\(boundary)\r
        Content-Disposition: form-data; name="operations"\r
        \r
        {"query":"\(document)","operationName":"StoreFile","variables":{"file":null}}\r
        --\(boundary)\r
        Content-Disposition: form-data; name="map"\r
        \r
        {"0":["variables.file"]}\r
        --\(boundary)\r
        Content-Disposition: form-data; name="0"; filename="a.txt"\r
        Content-Type: text/plain\r
        \r
        Alpha file content.
        \r
        --\(boundary)--\r

        """)
    #expect(entry.request.bodyStream?.length == Int64(entry.body.utf8.count))
    #expect(entry.request.body == nil && entry.request.method == .post)
    #expect(
      entry.request.headers["Content-Type"] == "multipart/form-data; boundary=\(boundary)")
  }

  @Test func filesFollowInTheOrderOfTheVariables() async throws {
    _ = try await log.client().storeFiles(files: [upload, other])
    let body = try #require(log.bodies.first)
    #expect(map == #"{"0":["variables.files.0"],"1":["variables.files.1"]}"#)
    #expect(body.contains(#""variables":{"files":[null,null]}"#))
    let first = try #require(body.range(of: #"name="0"; filename="a.txt""#))
    let second = try #require(body.range(of: #"name="1"; filename="b.txt""#))
    #expect(first.upperBound < second.lowerBound)
  }

  @Test func uploadsAreFoundInNestedListsAndInputObjects() async throws {
    let album = AlbumInput(
      title: "with \"quotes\", [brackets] and {braces}", cover: upload, pages: [other],
      attachments: [[nil, Upload(Data(), fileName: "c")], [Upload(Data(), fileName: "d")]],
      source: .file(Upload(Data(), fileName: "e")), license: Upload(Data(), fileName: "f"))
    _ = try await log.client().storeAlbum(album: album)
    let places = [
      "cover", "pages.0", "attachments.0.1", "attachments.1.0", "source.file", "license",
    ]
    let entries = places.enumerated().map { #""\#($0)":["variables.album.\#($1)"]"# }
    #expect(map == "{\(entries.joined(separator: ","))}")
    #expect(log.bodies.first?.contains(#""attachments":[[null,null],[null]]"#) == true)
  }

  @Test func copiesOfAnUploadAreSentOnce() async throws {
    let album = AlbumInput(title: "", cover: upload, pages: [upload, other], source: .file(other))
    _ = try await log.client().storeAlbum(album: album)
    #expect(
      map == #"{"0":["variables.album.cover","variables.album.pages.0"],"#
        + #""1":["variables.album.pages.1","variables.album.source.file"]}"#)
    #expect(log.bodies[0].components(separatedBy: "Alpha").count == 2)
    // Another value with the same content is another file.
    #expect(upload != Upload(Data("Alpha file content.\n".utf8), fileName: "a.txt"))
  }

  @Test func emptyFileIsSent() async throws {
    let file = try UploadedFile("")
    _ = try await log.client().storeFile(file: Upload(file: file.url, fileName: "empty"))
    let entry = try #require(log.entries.first)
    #expect(
      entry.body.hasSuffix(
        "filename=\"empty\"\r\nContent-Type: application/octet-stream\r\n\r\n\r\n"
          + "--\(entry.request.boundary)--\r\n"))
  }

  @Test func callWithoutUploadsIsAnOrdinaryRequest() async throws {
    _ = try await log.client().storeAlbum(
      album: AlbumInput(title: "none", source: .address("here"), explicitNulls: [.cover]))
    let entry = try #require(log.entries.first)
    #expect(entry.request.bodyStream == nil)
    #expect(entry.request.headers["Content-Type"] == "application/json")
    #expect(entry.request.headers["Apollo-Require-Preflight"] == nil)
    #expect(
      entry.body.hasSuffix(
        #""variables":{"album":{"title":"none","cover":null,"source":{"address":"here"}}}}"#))
  }

  @Test func requestHasAHeaderThatBrowsersAskFor() async throws {
    _ = try await log.client().storeFile(file: upload)
    #expect(log.entries.first?.request.headers["Apollo-Require-Preflight"] == "true")
  }

  /// As in https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data, and
  /// with all control characters.
  @Test(arguments: [
    ("a\"; filename=\"b", "a%22; filename=%22b"), ("a\r\nX-Header: 1", "a%0D%0AX-Header: 1"),
    ("\r\n\r\n--boundary", "%0D%0A%0D%0A--boundary"), ("a\u{0}b\u{7F}\t", "a%00b%7F%09"),
    ("Grüße 🎉.txt", "Grüße 🎉.txt"), ("100%22", "100%22"), ("", ""), ("back\\slash", "back\\slash"),
  ])
  func hostileFileNameStaysInItsParameter(_ name: String, _ escaped: String) async throws {
    _ = try await log.client().storeFile(file: Upload(Data("x".utf8), fileName: name))
    let body = try #require(log.bodies.first)
    let header = "Content-Disposition: form-data; name=\"0\"; filename=\"\(escaped)\"\r\n"
    #expect(body.contains(header))
    #expect(body.components(separatedBy: "\r\nContent-Disposition:").count == 4)
  }

  @Test func mediaTypeIsStatedOrThatOfAWellKnownName() throws {
    func type(_ name: String, _ stated: String? = nil) -> String {
      Upload(Data(), fileName: name, mediaType: stated).mediaType
    }
    #expect(type("a.PNG") == "image/png")
    #expect(type("a.unknown") == "application/octet-stream")
    #expect(type("png") == "application/octet-stream")
    #expect(type("a.png", "text/plain; charset=utf-8") == "text/plain; charset=utf-8")
    for invalid in ["a/b\r\nX: 1", "", "ü/b", "a\u{0}"] {
      #expect(type("a.png", invalid) == "application/octet-stream")
    }
  }

  @Test func fileOnDiskHasItsOwnNameAndNoFolder() async throws {
    let file = try UploadedFile("content")
    let upload = try Upload(file: file.url)
    #expect(upload.fileName == file.url.lastPathComponent && upload.length == 7)
    _ = try await log.client().storeFile(file: upload)
    #expect(log.bodies[0].contains("\r\n\r\ncontent\r\n"))
    #expect(!log.bodies[0].contains(file.url.deletingLastPathComponent().path))
  }

  @Test func queryWithAnUploadIsNeitherGETNorAHashAlone() async throws {
    let client = try log.client {
      $0.usesGETForQueries = true
      $0.persistedOperations = .automatic
    }
    _ = try await client.sameFile(file: upload)
    #expect(log.entries.count == 1)
    #expect(log.entries[0].request.method == .post)
    #expect(log.bodies[0].contains(#""query":"query SameFile"#))
  }

  /// The path of the file follows that of an object with any names.
  @Test func pathsAreIndependentOfOtherValues() async throws {
    let text = #"{"a\"]:[{": ["}", "\\", {"b": null}], "z": "\\\""}"#
    let odd = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
    _ = try await log.graphQL().execute(WithJSON(json: odd, file: upload))
    #expect(map == #"{"0":["variables.file"]}"#)
  }

  private struct WithJSON: AnonymousOperation, Encodable {
    static var definition: OperationDefinition {
      .init(.mutation, "WithJSON", document: "mutation")
    }
    let json: JSON
    let file: Upload

    func encode(into fields: FieldWriter) {
      fields.value("json", [[json], []])
      fields.value("file", file)
    }

    typealias Data = StoreFileMutation.Data
  }

  /// The JSON of two calls with different files is the same.
  @Test func cacheKeepsNoResponseToAnUpload() async throws {
    let cached = CachedClient(try log.graphQL(), cache: ResponseCache(timeToLive: .seconds(60)))
    for file in [upload, other] { _ = try await FilesClient(cached).sameFile(file: file) }
    #expect(log.entries.count == 2)
  }

  @Test func descriptionsShowNeitherContentNorPath() throws {
    let file = try UploadedFile("s3cret")
    let upload = try Upload(file: file.url, fileName: "s3cret")
    var request = HTTPRequest(url: file.url)
    request.bodyStream = RequestBody(length: 6) { { nil } }
    let input = AlbumInput(title: "", cover: upload)
    for value in [upload, input, request, try #require(request.bodyStream)] as [Any] {
      var text = "\(value) \(String(reflecting: value))"
      dump(value, to: &text)
      #expect(!text.contains("s3cret"))
      if !(value is HTTPRequest) { #expect(!text.contains(file.url.path)) }
    }
    #expect("\(upload)" == "an upload of 6 bytes (application/octet-stream)")
  }

  @Test func uploadHasNoOtherForm() throws {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([upload]) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Upload.self, from: Data("{}".utf8))
    }
  }
}
