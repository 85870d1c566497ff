// Tests calls with uploads: credentials, signers, time limits, progress.

@_spi(Generated) import AuthGenRuntime
import AuthGenTestSupport
import AuthGenUploads
import Foundation
import Testing
import UploadsFixture

@Suite struct UploadCallTests {
  private let upload = Upload(Data("content".utf8), fileName: "a.txt")

  private let refusing = UploadLog { $0.headers["Authorization"] == "Bearer 1" ? 401 : 200 }

  @Test func wholeBodyIsSentAgainAfterTheCredentialIsRefused() async throws {
    let client = FilesClient(try refusing.graphQL().authenticated(by: ScriptedSource()))
    let file = try UploadedFile("on disk")
    let source = Upload(length: 4, fileName: "parts") { InputStream(data: Data("part".utf8)) }
    for upload in [upload, try Upload(file: file.url), source] {
      _ = try await client.storePrivateFile(file: upload)
    }
    let bodies = refusing.entries.map {
      $0.body.replacingOccurrences(of: $0.request.boundary, with: "")
    }
    #expect(bodies.count == 6)
    for index in [0, 2, 4] { #expect(bodies[index] == bodies[index + 1]) }
    #expect(refusing.entries[1].request.headers["Authorization"] == "Bearer 2")
  }

  @Test func mutationIsNotRetriedAfterATemporaryFailure() async throws {
    let log = UploadLog { _ in 503 }
    let client = try log.client { $0.retry = RetryPolicy() }
    #expect(await failure { try await client.storeFile(file: upload) } != nil)
    #expect(log.entries.count == 1)
    #expect(await failure { try await client.sameFile(file: upload) } != nil)
    #expect(log.entries.count > 2)
  }

  /// A signature over the body.
  private struct Signer: RequestSigner {
    var signsStreams: Bool

    func headers(
      for request: HTTPRequest, _ call: CallContext, credential: Credential?
    ) async throws -> HTTPHeaders {
      let content = try request.bodyStream?.content ?? request.body ?? Data()
      return ["X-Size": "\(content.count)"]
    }
  }

  @Test func signerThatDoesNotSupportStreamsFailsTheCall() async throws {
    let log = UploadLog()
    let client = try log.client(signer: Signer(signsStreams: false))
    let error = await failure { try await client.storeFile(file: upload) }
    #expect(error?.short == "not sent: streamedBody" && log.entries.isEmpty)
    _ = try await client.count()
    #expect(log.entries.count == 1)
  }

  @Test func signerCanReadTheStream() async throws {
    let log = UploadLog()
    _ = try await log.client(signer: Signer(signsStreams: true)).storeFile(file: upload)
    #expect(log.entries[0].request.headers["X-Size"] == "\(log.bodies[0].utf8.count)")
  }

  @Test func credentialInAVariableFailsTheCall() async throws {
    let log = UploadLog()
    let client = try log.graphQL().authenticated(by: Credential(.variable, token: "1"))
    let error = await failure { try await client.execute(StoreWithToken(file: upload)) }
    #expect(error?.short == "not sent: streamedBody")
  }

  /// An operation whose token is a variable.
  private struct StoreWithToken: AnonymousOperation, Encodable {
    static var definition: OperationDefinition {
      .init(.mutation, "StoreWithToken", credentialVariable: "token", document: "mutation")
    }
    let file: Upload

    func encode(into fields: FieldWriter) { fields.value("file", file) }

    typealias Data = StoreFileMutation.Data
  }

  @Test func interceptorReplacesTheStream() async throws {
    let replacement = Change { request, _ in
      #expect(request.bodyStream != nil && request.body == nil)
      request.body = Data("other".utf8)
      #expect(request.bodyStream == nil)
    }
    let log = UploadLog()
    _ = try await log.client(interceptors: [replacement]).storeFile(file: upload)
    #expect(log.bodies == ["other"])
  }

  // MARK: Progress

  @Test func progressEndsWithAllBytesAndWithTheCall() async throws {
    let log = UploadLog()
    let client = try log.client()
    let progress = UploadProgress()
    let total = Shared<[Int64]>([])
    let options = CallOptions(bodyProgress: { sent, _ in total.withLock { $0.append(sent) } })
    let file = try UploadedFile(size: 2_000_000)
    async let call = progress.track(options) { [upload = try Upload(file: file.url)] in
      try await client.storeFile(file: upload, options: $0)
    }
    var last: UploadProgress.Bytes?
    for await bytes in progress {
      #expect(bytes.sent > last?.sent ?? 0)
      last = bytes
    }
    _ = try await call
    let size = Int64(log.bodies[0].utf8.count)
    #expect(last?.sent == size && last?.total == size && last?.fraction == 1)
    let sent = total.withLock { $0 }
    #expect(sent.count > 5 && sent == sent.sorted() && sent.last == size)
  }

  @Test func progressStartsAgainWhenTheRequestIsSentAgain() async throws {
    let client = FilesClient(try refusing.graphQL().authenticated(by: ScriptedSource()))
    let sent = Shared<[Int64]>([])
    let options = CallOptions(bodyProgress: { now, _ in sent.withLock { $0.append(now) } })
    _ = try await client.storePrivateFile(file: upload, options: options)
    let values = sent.withLock { $0 }
    let size = Int64(refusing.bodies[0].utf8.count)
    #expect(values.filter { $0 == size }.count == 2)
    #expect(values.first == values[values.count / 2])
  }

  @Test func progressOfAFailedCallEnds() async throws {
    let client = try UploadLog { _ in 503 }.client()
    let progress = UploadProgress()
    async let call = progress.track { [upload] in
      try await client.storeFile(file: upload, options: $0)
    }
    for await _ in progress {}
    do {
      _ = try await call
      Issue.record("expected an error")
    } catch {
      #expect(error is RequestError)
    }
  }

  // MARK: Time limit

  /// Takes the parts of a body, with a pause after each.
  private struct SlowTransport: Transport {
    let pause: Duration

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      do {
        let next = try request.bodyStream?.reader()
        while try next?() != nil { try await Task.sleep(for: pause) }
      } catch {
        throw TransportError(.cancelled, wasSent: true)
      }
      return .json(UploadLog.responseBody)
    }
  }

  private func slowClient(
    pause: Duration, timeout: Duration
  ) throws -> FilesClient<GraphQLClient> {
    FilesClient(
      try scriptedClient(SlowTransport(pause: pause), clock: ContinuousClock()) {
        ($0.timeout, $0.retry) = (timeout, .never)
      })
  }

  /// Nine parts take more than three limits.
  @Test func timeLimitStartsAgainWithEachPart() async throws {
    let client = try slowClient(pause: .milliseconds(400), timeout: .milliseconds(1_200))
    _ = try await client.storeFile(
      file: Upload(Data(repeating: 1, count: 1_800_000), fileName: "slow"))
  }

  @Test func uploadWithoutProgressTimesOut() async throws {
    let client = try slowClient(pause: .seconds(60), timeout: .milliseconds(50))
    let started = ContinuousClock.now
    #expect(await failure { try await client.storeFile(file: upload) }?.short == "timedOut")
    #expect(ContinuousClock.now - started < .seconds(50))
  }
}
