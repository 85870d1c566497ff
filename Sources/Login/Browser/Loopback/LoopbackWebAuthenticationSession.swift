// Login in the user's browser on a desktop machine, with a listener for the redirect.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  public import AuthGenWebLogin
  public import Foundation

  /// Opens login pages in the user's browser, and listens on this machine for the redirect (RFC 8252, section
  /// 7.3). It is for programs on macOS and Linux, and takes loopback addresses as redirect URIs.
  ///
  /// ```swift
  /// let session = LoopbackWebAuthenticationSession()
  /// let redirectURI = try RedirectURI("http://127.0.0.1:0/callback")
  /// ```
  ///
  /// Only this machine can reach the listener. It accepts one redirect, and closes before returning
  /// it. It uses the user's own browser, so `prefersEphemeralSession` has no effect.
  public struct LoopbackWebAuthenticationSession: WebAuthenticationSession {
    private let timeout: Duration
    private let limits: LoopbackLimits
    private let open: @Sendable (URL) async throws -> Void

    /// Creates a session that opens pages in the user's browser.
    ///
    /// - Parameters:
    ///   - timeout: how long to wait for the redirect after opening the page. Default: five minutes.
    ///   - open: shows a page to the user. If it throws, the login ends with a `WebAuthenticationError`. Any
    ///     other error becomes `WebAuthenticationError/noBrowser`. Default: ``SystemBrowser``.
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

    /// False: the page's address is an argument of the program that opens it, and other users of
    /// the machine can read that.
    public var hidesAddresses: Bool { false }

    /// Starts to listen.
    ///
    /// - Throws: `WebAuthenticationError/unsupportedRedirectURI` if the redirect URI is not a
    ///   loopback address. `WebAuthenticationError/portInUse(_:)` if the port is in use.
    ///   `WebAuthenticationError/other(code:)` with the system's error code if the system has no
    ///   such address, or does not let apps listen on the port.
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
      // The preparation alone retains the listener: releasing it ends the listener.
      return Preparation(redirectURI.listening(on: listener.port)) {
        [timeout, open] page, _, isExpected throws(WebAuthenticationError) in
        guard !Task.isCancelled, listener.begin(for: timeout, accepting: isExpected) else {
          throw .cancelled
        }
        // The redirect may arrive before `open` returns, and `open` may never return.
        let opening = Task {
          do {
            try await open(page)
          } catch {
            listener.end(with: .failure(error as? WebAuthenticationError ?? .noBrowser))
          }
        }
        defer { opening.cancel() }
        return try await withTaskCancellationHandler {
          await listener.outcome()
        } onCancel: {
          listener.end(with: .failure(.cancelled))
        }.get()
      }
    }
  }
#endif
