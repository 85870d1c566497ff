// Tests uploads over URLSession with a server on this machine.

import AuthGenRuntime
import AuthGenTestSupport
import AuthGenUploads
import Foundation
import Testing
import UploadsFixture

@Suite struct UploadTransportTests {
  private func client(
    _ server: LoopbackServer, timeout: Duration = .seconds(30)
  ) -> FilesClient<GraphQLClient> {
    FilesClient(
      GraphQLClient(
        ClientConfiguration(endpoint: server.url, timeout: timeout, retry: .never)))
  }

  @Test func bodyArrivesByteForByte() async throws {
    let requests = Shared<[LoopbackServer.Request]>([])
    let server = try LoopbackServer { request in
      requests.withLock { $0.append(request) }
      return LoopbackServer.response(UploadLog.responseBody)
    }
    let data = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let file = try UploadedFile("")
    try data.write(to: file.url)
    let log = UploadLog()
    let files = [
      try Upload(file: file.url), Upload(data, fileName: "data"), Upload(Data(), fileName: "none"),
      Upload(length: 3, fileName: "stream") { InputStream(data: Data("abc".utf8)) },
    ]
    _ = try await client(server).storeFiles(files: files)
    let request = try #require(requests.withLock { $0.first })
    _ = try await log.client().storeFiles(files: files)
    let expected = try #require(log.entries.first)
    let body = try #require(try expected.request.bodyStream?.content)
    let boundary = try #require(
      request.headers["content-type"]?.split(separator: "boundary=").last.map(String.init))
    #expect(boundary.count == expected.request.boundary.count)
    #expect(
      String(decoding: request.body, as: UTF8.self)
        .replacingOccurrences(of: boundary, with: expected.request.boundary)
        == String(decoding: body, as: UTF8.self))
    #expect(request.bodySize == body.count)
    // Some servers accept no body in chunks.
    #expect(request.headers["content-length"] == "\(body.count)")
    #expect(request.headers["transfer-encoding"] == nil && request.headers["expect"] == nil)
  }

  @Test func bodyIsSentAgainAfterTheCredentialIsRefused() async throws {
    let sizes = Shared<[Int]>([])
    let server = try LoopbackServer(keepsBodies: false) { request in
      sizes.withLock { $0.append(request.bodySize) }
      let isRefused = request.headers["authorization"] == "Bearer 1"
      return LoopbackServer.response(
        isRefused ? "{}" : UploadLog.responseBody, status: isRefused ? 401 : 200)
    }
    let file = try UploadedFile(size: 3_000_000)
    let client = FilesClient(
      GraphQLClient(ClientConfiguration(endpoint: server.url)).authenticated(
        by: ScriptedSource()))
    _ = try await client.storePrivateFile(file: Upload(file: file.url))
    let received = sizes.withLock { $0 }
    #expect(received.count == 2 && received[0] == received[1] && received[0] > 3_000_000)
  }

  /// A file that takes longer to send than any test may run.
  @Test func cancelledUploadEndsSoonAndDoesNotDelayOtherCalls() async throws {
    let server = try LoopbackServer(keepsBodies: false) { _ in
      LoopbackServer.response(UploadLog.responseBody)
    }
    let file = try UploadedFile(size: 1 << 38)
    let upload = try Upload(file: file.url)
    let client = client(server)
    let (parts, part) = AsyncStream.makeStream(of: Int64.self)
    let options = CallOptions(bodyProgress: { sent, _ in part.yield(sent) })
    let call = Task { try await client.storeFile(file: upload, options: options) }
    for await sent in parts where sent > 1_000_000 { break }
    _ = try await client.count()
    _ = try await client.storeFile(file: Upload(Data("other".utf8), fileName: "other"))
    let started = ContinuousClock.now
    call.cancel()
    let result = await call.result
    #expect(ContinuousClock.now - started < .seconds(60))
    guard case .failure(let error as RequestError) = result, case .cancelled = error.reason else {
      Issue.record("unexpected: \(result)")
      return
    }
    #expect(error.progress == .sent)
  }

  @Test func fileThatShrinksEndsTheRequest() async throws {
    let requests = Counter()
    let server = try LoopbackServer(keepsBodies: false) { _ in
      requests.increment()
      return LoopbackServer.response(UploadLog.responseBody)
    }
    let file = try UploadedFile(size: 2_000_000)
    let upload = try Upload(file: file.url)
    try FileHandle(forWritingTo: file.url).truncate(atOffset: 1_000_000)
    let client = client(server)
    let error = await #expect(throws: RequestError.self) {
      try await client.storeFile(file: upload)
    }
    #expect(error?.bodyError == RequestBodyError(.tooShort, place: "variables.file"))
    #expect(requests.value == 0)
  }

  /// `URLSession` reads the body on the thread that calls the closure.
  @Test func closureForProgressMayCancelTheCall() async throws {
    let server = try LoopbackServer(keepsBodies: false) { _ in
      LoopbackServer.response(UploadLog.responseBody)
    }
    let file = try UploadedFile(size: 1 << 38)
    let upload = try Upload(file: file.url)
    let client = client(server)
    let call = Shared<Task<StoreFileMutation.Data, any Error>?>(nil)
    let options = CallOptions(bodyProgress: { sent, _ in
      if sent > 1_000_000 { call.withLock { $0 }?.cancel() }
    })
    let task = Task { try await client.storeFile(file: upload, options: options) }
    call.withLock { $0 = task }
    await #expect(throws: RequestError.self) { try await task.value }
  }

  /// A process of its own uploads a file that is larger than the limit of its growth by far.
  @Test func memoryStaysFlatForAGigabyte() async throws {
    let size = Shared(0)
    let server = try LoopbackServer(keepsBodies: false) { request in
      size.withLock { $0 = request.bodySize }
      return LoopbackServer.response(UploadLog.responseBody)
    }
    let gigabyte = 1 << 30
    let file = try UploadedFile(size: UInt64(gigabyte))
    let result = try await runProcess(
      builtProgram("UploadingProcess"), [file.url.path, server.url.absoluteString],
      in: file.url.deletingLastPathComponent())
    #expect(result.exitCode == 0, "\(result.text)")
    #expect(size.withLock { $0 } > gigabyte)
    let growth = try #require(Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(growth < 32_000, "The process has grown by \(growth) kB.")
  }
}
