// The sessions and tasks of Apple's `URLSession`, as documented. No task has a connection: a program calls
// the delegate's methods, as the system does.

import Foundation

public enum TLSVersion: Sendable {
  case TLSv12
}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  public class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }

  public enum CachePolicy: Sendable { case useProtocolCachePolicy, reloadIgnoringLocalCacheData }
  public enum CookiePolicy: Sendable { case always, never }

  // Apple's types of these three; they are always nil here.
  open var urlCache: AnyObject?
  open var httpCookieStorage: AnyObject?
  open var urlCredentialStorage: AnyObject?
  open var requestCachePolicy = CachePolicy.useProtocolCachePolicy
  open var httpShouldSetCookies = true
  open var httpCookieAcceptPolicy = CookiePolicy.always
  open var tlsMinimumSupportedProtocolVersion: TLSVersion?
  open var httpMaximumConnectionsPerHost = 6
}

open class URLSession: NSObject, @unchecked Sendable {
  public enum ResponseDisposition: Sendable { case cancel, allow }

  public enum AuthChallengeDisposition: Sendable {
    case useCredential, performDefaultHandling, cancelAuthenticationChallenge
  }

  public let configuration: URLSessionConfiguration
  public let delegate: (any URLSessionDelegate)?
  public let delegateQueue: OperationQueue
  /// Apple's class has no equivalent.
  public private(set) var isInvalidated = false
  private var count = 0

  /// The tasks that have been resumed, in their order. Apple's class has no equivalent.
  nonisolated(unsafe) public private(set) static var started: [URLSessionTask] = []

  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue: OperationQueue?
  ) {
    self.configuration = configuration
    self.delegate = delegate
    self.delegateQueue = delegateQueue ?? OperationQueue()
    self.delegateQueue.maxConcurrentOperationCount = 1
  }

  private func task<Task: URLSessionTask>(_ task: Task, _ request: URLRequest) -> Task {
    count += 1
    task.taskIdentifier = count
    task.originalRequest = request
    task.currentRequest = request
    task.session = self
    return task
  }

  open func dataTask(with request: URLRequest) -> URLSessionDataTask {
    task(URLSessionDataTask(), request)
  }

  open func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask {
    task(URLSessionUploadTask(), request)
  }

  open func webSocketTask(with request: URLRequest) -> URLSessionWebSocketTask {
    task(URLSessionWebSocketTask(), request)
  }

  open func finishTasksAndInvalidate() { isInvalidated = true }
  open func invalidateAndCancel() { isInvalidated = true }

  fileprivate static func start(_ task: URLSessionTask) { started.append(task) }
}

open class URLSessionTask: NSObject, @unchecked Sendable {
  public internal(set) var taskIdentifier = 0
  public internal(set) var originalRequest: URLRequest?
  public var currentRequest: URLRequest?
  public var response: URLResponse?
  /// The session, which Apple's class does not show.
  public internal(set) var session: URLSession?
  public private(set) var isCancelled = false

  open func resume() { URLSession.start(self) }
  open func cancel() { isCancelled = true }
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

open class URLSessionWebSocketTask: URLSessionTask, @unchecked Sendable {
  public enum Message: Sendable {
    case data(Data)
    case string(String)
  }

  /// An open enumeration of Objective-C: it has all numbers.
  public struct CloseCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init?(rawValue: Int) {
      self.rawValue = rawValue
    }

    private init(_ rawValue: Int) {
      self.rawValue = rawValue
    }

    public static let invalid = CloseCode(0)
    public static let normalClosure = CloseCode(1000)
    public static let protocolError = CloseCode(1002)
  }

  open var maximumMessageSize = 1 << 20
  public var closeCode = CloseCode.invalid

  /// What the server sends, what it has received, and with which code the app has closed the socket.
  public var incoming: [Result<Message, any Error>] = []
  public private(set) var sent: [Message] = []
  public private(set) var closingCode: CloseCode?

  open func send(_ message: Message) async throws { sent.append(message) }

  open func receive() async throws -> Message { try incoming.removeFirst().get() }

  open func cancel(with closeCode: CloseCode, reason: Data?) {
    closingCode = closeCode
    cancel()
  }
}
