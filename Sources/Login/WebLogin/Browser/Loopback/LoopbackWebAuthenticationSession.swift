// Login in the browser of a desk's machine, with a listener for the redirect.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import Foundation

  /// Opens login pages in the user's browser, and listens on this machine for the redirect (RFC 8252,
  /// section 7.3). For programs on macOS and Linux; its redirect URIs are loopback addresses.
  ///
  /// ```swift
  /// let session = LoopbackWebAuthenticationSession()
  /// let redirectURI = try RedirectURI("http://127.0.0.1:0/callback")
  /// ```
  ///
  /// Only this machine reaches the listener. It takes one redirect, and is closed before it is handed
  /// on. The browser is the user's own, so `prefersEphemeralSession` changes nothing.
  public struct LoopbackWebAuthenticationSession: WebAuthenticationSession {
    private let timeout: Duration
    private let limits: LoopbackLimits
    private let open: @Sendable (URL) async throws -> Void

    /// - Parameters:
    ///   - timeout: how long it waits for the redirect once the page is opened. Default: five minutes.
    ///   - open: shows a page to the user. What it throws ends the login: a
    ///     ``WebAuthenticationError`` as it is, anything else as ``WebAuthenticationError/noBrowser``.
    ///     Default: ``SystemBrowser``.
    public init(
      timeout: Duration = .seconds(300),
      open: @escaping @Sendable (URL) async throws -> Void = { try await SystemBrowser().open($0) }
    ) {
      self.init(timeout: timeout, limits: LoopbackLimits(), open: open)
    }

    package init(
      timeout: Duration, limits: LoopbackLimits,
      open: @escaping @Sendable (URL) async throws -> Void
    ) {
      self.timeout = timeout
      self.limits = limits
      self.open = open
    }

    /// Listens from here on.
    ///
    /// - Throws: ``WebAuthenticationError/unsupportedRedirectURI`` for what is no loopback address;
    ///   ``WebAuthenticationError/portInUse(_:)``; ``WebAuthenticationError/other(code:)`` with the
    ///   system's number, where it has no such address, or lets no app listen on such a port.
    public func prepare(
      _ redirectURI: RedirectURI
    ) async throws(WebAuthenticationError) -> any PreparedWebAuthentication {
      guard redirectURI.kind == .loopback, let host = redirectURI.parts.host else {
        throw .unsupportedRedirectURI
      }
      let path = redirectURI.parts.path
      let listener = try LoopbackListener(
        host: host, port: redirectURI.listeningPort, path: path.isEmpty ? "/" : path, limits: limits
      )
      return Prepared(
        redirectURI: redirectURI.listening(on: listener.port), listener: listener,
        timeout: timeout, open: open)
    }

    private final class Prepared: PreparedWebAuthentication {
      let redirectURI: RedirectURI
      private let listener: LoopbackListener
      private let timeout: Duration
      private let open: @Sendable (URL) async throws -> Void

      init(
        redirectURI: RedirectURI, listener: LoopbackListener, timeout: Duration,
        open: @escaping @Sendable (URL) async throws -> Void
      ) {
        self.redirectURI = redirectURI
        self.listener = listener
        self.timeout = timeout
        self.open = open
      }

      func callback(
        from page: URL, prefersEphemeralSession: Bool
      ) async throws(WebAuthenticationError) -> URL {
        guard !Task.isCancelled, listener.begin(for: timeout) else { throw .cancelled }
        // The redirect may come before the function returns, or the function never return.
        let opening = Task { [listener, open] in
          do {
            try await open(page)
          } catch {
            listener.end(with: .failure(error as? WebAuthenticationError ?? .noBrowser))
          }
        }
        defer { opening.cancel() }
        return try await withTaskCancellationHandler {
          await listener.outcome()
        } onCancel: { [listener] in
          listener.end(with: .failure(.cancelled))
        }.get()
      }
    }
  }
#endif
