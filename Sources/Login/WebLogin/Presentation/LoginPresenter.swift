// Presents one login at a time.

package import AuthGenRuntime
package import Foundation

/// The error of a login in the browser.
package protocol BrowserLoginError: Error {
  /// A request failed.
  init(request error: RequestError)
  /// The user closed the page, or the task was cancelled.
  static var cancelled: Self { get }
  /// The page does not use https and is not on this machine.
  static var insecurePage: Self { get }
  /// The login is over, or has expired.
  static var over: Self { get }
  /// The browser returned no redirect.
  static func browser(_ error: WebAuthenticationError) -> Self
  /// The redirect does not belong to this login.
  static func callback(_ error: CallbackError) -> Self
}

extension BrowserLoginError {
  /// Makes a request.
  package static func sent<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ call: () async throws(RequestError) -> Value
  ) async throws(Self) -> Value {
    do throws(RequestError) {
      return try await call()
    } catch {
      throw Self(request: error)
    }
  }

  /// Reads a redirect to an address.
  package static func read(_ url: URL, to redirectURI: RedirectURI) throws(Self) -> Callback {
    try Result { () throws(CallbackError) in try Callback(url, to: redirectURI) }
      .mapError(callback).get()
  }
}

/// Presents logins in a browser, one at a time. A newer one takes the place of the one before: the system may
/// have dropped its page without a word, for example because the device was locked while it asked for
/// consent.
package actor LoginPresenter<Failure: BrowserLoginError> {
  private let session: any WebAuthenticationSession
  private weak var current: Presentation?
  /// The number of logins that have begun, and of cancellations.
  private var count = 0
  /// The time at which the last login began.
  private var lastBeginning: Date?
  private var isPreparing = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private let now: @Sendable () -> Date

  package init(
    _ session: any WebAuthenticationSession, now: @escaping @Sendable () -> Date
  ) {
    self.session = session
    self.now = now
  }

  /// A login that is being presented, until this object is released.
  package final class Presentation: Sendable {
    private typealias Page = Task<Result<URL, WebAuthenticationError>, Never>

    private struct State {
      /// Nil after the page is opened, or after the end.
      var prepared: (any PreparedWebAuthentication)?
      var page: Page?
    }

    private let state: Locked<State>
    /// The redirect URI to send to the server.
    package let redirectURI: RedirectURI
    /// Whether only the browser gets a page's address.
    package let hidesAddresses: Bool

    fileprivate init(_ prepared: any PreparedWebAuthentication, hidesAddresses: Bool) {
      state = Locked(State(prepared: prepared))
      redirectURI = prepared.redirectURI
      self.hidesAddresses = hidesAddresses
    }

    /// Opens a page, waits for the redirect, and reads it if its address matches.
    ///
    /// - Parameter check: throws if a redirect does not belong to this login. Default: all to its address do.
    /// - Throws: the browser's error. If it is a timeout after a redirect that does not belong to
    ///   this login, the error of that redirect.
    package func callback(
      from page: URL, prefersEphemeralSession: Bool,
      checking check: @escaping @Sendable (Callback) throws(CallbackError) -> Void = { _ in }
    ) async throws(Failure) -> Callback {
      guard page.isTrustworthyPage else { throw .insecurePage }
      let refused = Locked<CallbackError?>(nil)
      let task = open { [redirectURI] prepared throws(WebAuthenticationError) in
        try await prepared.callback(
          from: page, prefersEphemeralSession: prefersEphemeralSession
        ) { url in
          do throws(CallbackError) {
            try check(try Callback(url, to: redirectURI))
            return true
          } catch {
            refused.withLock { $0 = error }
            return false
          }
        }
      }
      guard let task else { throw .cancelled }
      let result = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      switch result {
      case .success(let url): return try Failure.read(url, to: redirectURI)
      case .failure(.timedOut):
        throw refused.withLock { $0 }.map { .callback($0) } ?? .browser(.timedOut)
      case .failure(let error): throw LoginPresenter.failure(error)
      }
    }

    /// - Returns: nil if the login is cancelled.
    private func open(
      _ visit:
        @escaping @Sendable (any PreparedWebAuthentication) async throws(WebAuthenticationError)
        -> URL
    ) -> Page? {
      state.withLock { state in
        guard let prepared = state.prepared else { return nil }
        state.prepared = nil
        let page = Page {
          await Result { () async throws(WebAuthenticationError) in try await visit(prepared) }
        }
        state.page = page
        return page
      }
    }

    /// Closes the page, and waits until it is closed.
    fileprivate func cancel() async {
      let page = state.withLock { state in
        state.prepared = nil
        return state.page
      }
      page?.cancel()
      _ = await page?.value
    }
  }

  /// Prepares the presentation of a login. Shows nothing yet. A login that is being presented throws
  /// `cancelled`, and its page is closed before.
  ///
  /// - Parameter conflict: the error if a login has begun a moment ago and is not over, such as after two
  ///   taps on a button. Default: nil, for none.
  package func begin(
    _ redirectURI: RedirectURI, conflict: Failure? = nil
  ) async throws(Failure) -> Presentation {
    let now = now()
    if let conflict, current != nil || isPreparing, let lastBeginning,
      (0..<Self.secondsOfAConflict).contains(now.timeIntervalSince(lastBeginning))
    {
      throw conflict
    }
    count += 1
    let number = count
    lastBeginning = now
    await current?.cancel()
    while isPreparing { await withCheckedContinuation { waiting.append($0) } }
    guard number == count else { throw .cancelled }
    isPreparing = true
    defer {
      isPreparing = false
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
    let prepared: any PreparedWebAuthentication
    do throws(WebAuthenticationError) {
      prepared = try await session.prepare(redirectURI)
    } catch {
      throw Self.failure(error)
    }
    guard number == count else { throw .cancelled }
    let presentation = Presentation(prepared, hidesAddresses: session.hidesAddresses)
    current = presentation
    return presentation
  }

  /// Cancels the login that is being presented, and closes its page.
  package func cancel() async {
    count += 1
    await current?.cancel()
  }

  private static var secondsOfAConflict: TimeInterval { 2 }

  private static func failure(_ error: WebAuthenticationError) -> Failure {
    error == .cancelled ? .cancelled : .browser(error)
  }
}

extension URL {
  /// Whether a page uses https or is on this machine. Other pages are not opened, because a server
  /// could use them to start other programs.
  package var isTrustworthyPage: Bool {
    guard let parts = AddressParts(absoluteString), let host = parts.host, !host.isEmpty else {
      return false
    }
    let isHere = ["127.0.0.1", "[::1]", "localhost"].contains(host)
    return parts.scheme == "https" || parts.scheme == "http" && isHere
  }
}
