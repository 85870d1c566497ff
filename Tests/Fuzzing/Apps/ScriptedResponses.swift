// What the targets of apps have in common: services whose responses are the input, and asynchronous calls.

import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation

extension Target {
  /// The time by the clock of all logins.
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// Runs `body` to its end.
  static func complete(_ body: @escaping @Sendable () async -> Void) {
    let end = DispatchSemaphore(value: 0)
    Task.detached {
      await body()
      end.signal()
    }
    end.wait()
  }

  /// Runs `body`. No form in which its error is printed contains a secret: in seeds, secrets contain
  /// `s3cret`.
  @discardableResult
  static func attempt<Value>(_ body: () async throws -> Value) async -> Value? {
    do {
      return try await body()
    } catch {
      requireRedacted(error)
      return nil
    }
  }

  static func requireRedacted(_ value: Any) {
    var dumped = ""
    dump(value, to: &dumped)
    for text in ["\(value)", String(reflecting: value), dumped] {
      require(!text.contains("s3cret"), "a printed form contains a secret: \(text)")
    }
  }

  static func url(_ text: StaticString) -> URL {
    guard let url = URL(string: "\(text)") else { fatalError("not a URL: \(text)") }
    return url
  }

  static func client(
    _ endpoint: StaticString, _ transport: any Transport
  ) -> GraphQLClient {
    GraphQLClient(
      ClientConfiguration(endpoint: url(endpoint), retry: .never), transport: transport)
  }

  /// The base64url form of bytes, as in the parts of a JWT.
  static func encoded(_ bytes: [UInt8]) -> String { Base64URL.encode(bytes) }
}

/// A service that sends its responses in order, and the last one again and again.
actor ScriptedResponses {
  private let responses: [HTTPResponse]
  private var count = 0

  init(_ texts: some Sequence<[UInt8]>) {
    responses = texts.map { HTTPResponse(text: $0[...]) }
  }

  func send(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    defer { count += 1 }
    guard let last = responses.last else { throw TransportError(.connectionLost, wasSent: true) }
    return count < responses.count ? responses[count] : last
  }
}

// In the actor's declaration, the compiler (6.3) reports that an actor cannot be `nonisolated`.
extension ScriptedResponses: Transport {}

extension HTTPResponse {
  /// Reads a response. Lines that begin with `#` have its status and its header fields. Default: 200, and
  /// JSON.
  ///
  ///     # 401
  ///     # WWW-Authenticate: Bearer
  ///     {"error": "invalid_token"}
  init(text: ArraySlice<UInt8>) {
    self.init(status: 200, headers: ["Content-Type": "application/json"])
    var rest = text
    while rest.first == UInt8(ascii: "#"), let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: rest[..<end].dropFirst(), as: UTF8.self)
      rest = rest[(end + 1)...]
      let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      if halves.count == 2 {
        headers[halves[0]] = halves[1]
      } else if let status = Int(halves[0]) {
        self.status = status
      }
    }
    body = Data(rest)
  }
}

/// The same bytes each time.
struct FixedRandomSource: RandomSource {
  func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0) } }

  static let secret = Base64URL.encode(FixedRandomSource().bytes(32))
}

extension LoginEnvironment {
  /// An environment that gives each run the same time and the same random bytes.
  static func fixed(_ transport: any Transport) -> LoginEnvironment {
    var environment = LoginEnvironment(transport: transport, now: { Target.now })
    environment.random = FixedRandomSource()
    environment.redirects = RedirectRegistry()
    return environment
  }
}

/// A key that signs nothing: no target checks its signatures.
struct FixedKey: DPoPKey {
  var publicKey: DPoPPublicKey {
    get throws(DPoPKeyError) {
      guard let key = DPoPPublicKey(coordinates: Data(FixedRandomSource().bytes(64))) else {
        throw .unusable
      }
      return key
    }
  }

  func signature(for message: Data) -> Data { Data(message.prefix(64)) }
  func remove() {}
}
