// Tests contents that cannot be read, or that change.

import AuthGenTestSupport
import AuthGenUploads
import Foundation
import Testing
import UploadsFixture

@testable import AuthGenRuntime

/// One after the other, because some count temporary files.
@Suite(.serialized) struct UploadContentTests {
  private let log = UploadLog()

  /// The error of a call with this upload.
  private func bodyError(_ upload: Upload) async throws -> RequestBodyError? {
    let client = try log.client()
    guard let error = await failure({ try await client.storeFile(file: upload) }) else {
      return nil
    }
    #expect(error.progress == .sent)
    return error.bodyError
  }

  /// Opening a named pipe waits for its writer.
  @Test func namedPipeIsAnErrorAtOnce() async throws {
    try await withFolder { folder in
      let pipe = folder.appending(path: "pipe")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      #expect(throws: RequestBodyError(.notAFile, place: "")) { try Upload(file: pipe) }
    }
  }

  @Test(arguments: ["file", "link", "pipe"]) func fileThatReplacesAnUploadIsNotSent(
    kind: String
  ) async throws {
    try await withFolder { folder in
      let (file, other) = (folder.appending(path: "photo"), folder.appending(path: "other"))
      let link = folder.appending(path: "link")
      try Data("mine".utf8).write(to: file)
      try Data("keys".utf8).write(to: other)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      // A link is followed once.
      let uploads = [try Upload(file: file), try Upload(file: link)]
      try FileManager.default.removeItem(at: link)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other)
      #expect(try await bodyError(uploads[1]) == nil)
      try FileManager.default.removeItem(at: file)
      switch kind {
      case "file": try FileManager.default.moveItem(at: other, to: file)
      case "link": try FileManager.default.createSymbolicLink(at: file, withDestinationURL: other)
      default: #expect(mkfifo(file.path, 0o600) == 0)
      }
      for upload in uploads {
        let error = try await bodyError(upload)
        #expect(error?.reason == (kind == "file" ? .replaced : .notAFile))
      }
    }
  }

  @Test func missingFileAndFolderAreErrorsAtOnce() throws {
    let folder = FileManager.default.temporaryDirectory
    #expect(throws: RequestBodyError(.missing, place: "")) {
      try Upload(file: folder.appending(path: UUID().uuidString))
    }
    let found = #expect(throws: RequestBodyError.self) { try Upload(file: folder) }
    #expect(found?.reason == .notAFile || found?.reason.isUnreadable == true)
  }

  /// Reading this file of Linux fails: the process has nothing at address 0.
  @Test func fileThatCannotBeReadIsAnErrorWithItsCode() async throws {
    let memory = URL(fileURLWithPath: "/proc/self/mem")
    guard FileManager.default.fileExists(atPath: memory.path) else { return }
    let error = try #require(try await bodyError(Upload(file: memory)))
    #expect(error.reason.isUnreadable && error.place == "variables.file")
  }

  /// Nil for a file that is removed.
  @Test(
    arguments: [("conten", .tooShort), ("contents", .tooLong), (nil, .missing)]
      as [(String?, RequestBodyError.Reason)])
  func fileThatChangesItsLengthIsAnError(
    _ text: String?, _ reason: RequestBodyError.Reason
  ) async throws {
    let file = try UploadedFile("content")
    let upload = try Upload(file: file.url)
    if let text { try file.write(text) } else { try FileManager.default.removeItem(at: file.url) }
    let error = try await bodyError(upload)
    #expect(error == RequestBodyError(reason, place: "variables.file"))
  }

  /// The reader has taken the first part when the file is cut off.
  @Test func fileThatIsCutOffWhileItIsSentIsAnError() throws {
    let file = try UploadedFile(size: 1_000_000)
    var request = HTTPRequest(url: file.url)
    let upload = try Upload(file: file.url)
    Upload.attach([PlacedValue(path: "variables.file", value: upload)], to: &request)
    let next = try #require(try request.bodyStream?.reader())
    var size = 0
    #expect(throws: RequestBodyError(.tooShort, place: "variables.file")) {
      while let part = try next() {
        try FileHandle(forWritingTo: file.url).truncate(atOffset: 300_000)
        size += part.count
      }
    }
    #expect((1..<1_000_000).contains(size))
  }

  @Test func streamIsReadFromItsFirstByteToItsLast() async throws {
    let upload = Upload(length: 6, fileName: "stream") { InputStream(data: Data("abcdef".utf8)) }
    for _ in 0..<2 { _ = try await log.client().storeFile(file: upload) }
    #expect(log.bodies.count == 2)
    for body in log.bodies { #expect(body.contains("\r\n\r\nabcdef\r\n--")) }
  }

  @Test(
    arguments: [(5, "abcdef", .tooLong), (7, "abcdef", .tooShort), (6, nil, .missing)]
      as [(Int64, String?, RequestBodyError.Reason)])
  func streamOfAnotherLengthThanStatedIsAnError(
    _ length: Int64, _ text: String?, _ reason: RequestBodyError.Reason
  ) async throws {
    let upload = Upload(length: length, fileName: "") {
      text.map { InputStream(data: Data($0.utf8)) }
    }
    #expect(try await bodyError(upload) == RequestBodyError(reason, place: "variables.file"))
  }

  @Test func errorNamesAllPlacesOfAFile() async throws {
    let upload = Upload(length: 2, fileName: "stream") { nil }
    let client = try log.client()
    let error = await failure {
      try await client.storeFiles(files: [Upload(Data(), fileName: ""), upload, upload])
    }
    #expect(error?.bodyError?.place == "variables.files.1, variables.files.2")
    #expect(error?.description.contains("variables.files.1") == true)
  }

  /// The temporary files of uploads.
  private var copies: Set<String> {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: FileManager.default.temporaryDirectory.path)
    return Set(names?.filter { $0.hasPrefix("authgen-upload-") } ?? [])
  }

  @Test func sequenceIsCopiedAndCanBeSentAgain() async throws {
    var upload: Upload? = try await Upload(
      copying: Self.parts(["a", "", "bcd", "ef"]), fileName: "parts.txt")
    #expect(upload?.length == 6 && upload?.mediaType == "text/plain")
    var log: UploadLog? = UploadLog()
    for _ in 0..<2 { _ = try await log?.client().storeFile(file: try #require(upload)) }
    #expect(log?.bodies.count == 2)
    for body in log?.bodies ?? [] { #expect(body.contains("\r\n\r\nabcdef\r\n--")) }
    let folder = FileManager.default.temporaryDirectory
    let modes = try copies.map {
      try FileManager.default.attributesOfItem(atPath: folder.appending(path: $0).path)[
        .posixPermissions] as? NSNumber
    }
    #expect(!modes.isEmpty && modes.allSatisfy { $0?.intValue == 0o600 })
    (upload, log) = (nil, nil)
    #expect(copies.isEmpty)
  }

  @Test func errorOfASequenceLeavesNoCopy() async throws {
    struct Broken: Error {}
    let parts = AsyncThrowingStream<Data, any Error> { continuation in
      continuation.yield(Data("a".utf8))
      continuation.finish(throwing: Broken())
    }
    await #expect(throws: Broken.self) { try await Upload(copying: parts, fileName: "") }
    #expect(copies.isEmpty)
  }

  private static func parts(_ texts: [String]) -> AsyncStream<Data> {
    AsyncStream { continuation in
      for text in texts { continuation.yield(Data(text.utf8)) }
      continuation.finish()
    }
  }

  @Test func partsAreOfLimitedSize() async throws {
    let largest = Shared(0)
    // Reads a body before the transport does.
    let interceptor = Change { request, _ in
      let reader = try request.bodyStream?.reader()
      while let part = try reader?() { largest.withLock { $0 = max($0, part.count) } }
    }
    let data = Data(repeating: 1, count: 3_000_000)
    _ = try await log.client(interceptors: [interceptor])
      .storeFile(file: Upload(data, fileName: "large"))
    #expect((1...300_000).contains(largest.withLock { $0 }))
    #expect(log.entries[0].body.utf8.count > 3_000_000)
  }

  /// A server would take what follows the stated length for another request.
  @Test(arguments: [899, 900, 901]) func bodyOfAnotherLengthIsAnError(_ count: Int) throws {
    let body = RequestBody(length: 900) {
      var parts = [Data(count: 500), Data(count: count - 500)]
      return { parts.isEmpty ? nil : parts.removeFirst() }
    }
    let next = try body.reader()
    var found: RequestBodyError.Reason?
    do {
      while try next() != nil {}
    } catch {
      found = (error as? RequestBodyError)?.reason
    }
    #expect(found == (count == 900 ? nil : count < 900 ? .tooShort : .tooLong))
  }
}

extension RequestBodyError.Reason {
  fileprivate var isUnreadable: Bool { if case .unreadable = self { true } else { false } }
}
