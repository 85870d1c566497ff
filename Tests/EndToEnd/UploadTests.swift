// Tests uploads with ariadne, a third-party server with the GraphQL multipart request specification.

import AuthGenCryptography
import AuthGenRuntime
import AuthGenTestSupport
import AuthGenUploads
import Foundation
import Testing
import UploadsFixture

extension EndToEnd.Servers {
  @Suite struct UploadTests {
    /// The server's description of a file.
    private func expected(_ data: Data, _ name: String, _ type: String) -> FilePartsFragment {
      FilePartsFragment(
        name: name, mediaType: type, size: data.count,
        sha256: SHA256Digest(of: Array(data)).hexadecimal)
    }

    @Test func fileArrivesWithItsNameTypeAndContent() async throws {
      let client = FilesClient(try await Backend(.uploads).client)
      let data = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
      let bench = try Workbench()
      try bench.write(data, to: "upload")
      let stored = try await client.storeFile(
        file: Upload(file: bench.url("upload"), fileName: "a \"photo\" 🎉.png")
      ).storeFile
      // Servers leave the name escaped, as browsers send it.
      #expect(stored == expected(data, "a %22photo%22 🎉.png", "image/png"))
      let same = try await client.sameFile(file: Upload(data, fileName: "b"))
      #expect(same.sameFile == stored)
      #expect(try await client.count().count > 0)
    }

    @Test func filesInAnInputObjectArriveInTheirPlaces() async throws {
      let client = FilesClient(try await Backend(.uploads).client)
      let contents = ["cover", "", "page 2", "attachment", "source", "license"].map {
        Data($0.utf8)
      }
      let uploads = contents.enumerated().map { Upload($1, fileName: "\($0).txt") }
      let album = AlbumInput(
        title: "An album", cover: uploads[0], pages: [uploads[1], uploads[2], uploads[0]],
        attachments: [[nil, uploads[3]], []], source: .file(uploads[4]), license: uploads[5])
      let stored = try await client.storeAlbum(album: album).storeAlbum
      #expect(
        stored
          == [0, 1, 2, 0, 3, 4, 5].map { expected(contents[$0], "\($0).txt", "text/plain") })
    }
  }
}
