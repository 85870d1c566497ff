// Login in the browser sheet of Apple's systems.

#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
  import AuthenticationServices
  import Foundation

  #if canImport(UIKit)
    import UIKit
  #elseif canImport(AppKit)
    import AppKit
  #endif

  /// Shows login pages with `ASWebAuthenticationSession`, which shares nothing of them with the app.
  ///
  /// A redirect URI with a scheme of the app's own works everywhere, and needs no entry in
  /// `Info.plist`. One with https works from iOS 17.4 and macOS 14.4 on, for domains that the app is
  /// associated with (`webcredentials`). There is no listener: loopback addresses do not work.
  public struct SystemWebAuthenticationSession: WebAuthenticationSession {
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor?

    /// Shows pages at the app's key window.
    @available(iOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    public init() {
      self.init { ASPresentationAnchor.key }
    }

    /// - Parameter anchor: the window to show a page at, asked when the page is shown. Where there is
    ///   none, the login throws ``WebAuthenticationError/noBrowser``.
    public init(anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor?) {
      self.anchor = anchor
    }

    /// Shows nothing yet.
    ///
    /// - Throws: ``WebAuthenticationError/unsupportedRedirectURI`` for loopback addresses, for https
    ///   where the system is too old, and for https with a port.
    public func prepare(
      _ redirectURI: RedirectURI
    ) async throws(WebAuthenticationError) -> any PreparedWebAuthentication {
      guard let target = Target(redirectURI) else { throw .unsupportedRedirectURI }
      return Prepared(redirectURI: redirectURI, target: target, anchor: anchor)
    }

    private final class Prepared: PreparedWebAuthentication {
      let redirectURI: RedirectURI
      private let target: Target
      private let anchor: @MainActor @Sendable () -> ASPresentationAnchor?

      init(
        redirectURI: RedirectURI, target: Target,
        anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor?
      ) {
        self.redirectURI = redirectURI
        self.target = target
        self.anchor = anchor
      }

      func callback(
        from page: URL, prefersEphemeralSession: Bool
      ) async throws(WebAuthenticationError) -> URL {
        // The system ends the process that asks for any other page.
        guard page.isTrustworthyPage else { throw .noBrowser }
        let sheet = await BrowserSheet()
        return try await withTaskCancellationHandler {
          await sheet.show(page, until: target, at: anchor, isEphemeral: prefersEphemeralSession)
        } onCancel: {
          Task { @MainActor in sheet.cancel() }
        }.get()
      }
    }
  }

  /// What the system is told to wait for. It compares less than ``Callback`` does.
  private enum Target: Sendable {
    case scheme(String)
    case https(host: String, path: String)

    init?(_ redirectURI: RedirectURI) {
      let parts = redirectURI.parts
      switch redirectURI.kind {
      case .customScheme: self = .scheme(parts.scheme)
      case .https:
        guard #available(iOS 17.4, macOS 14.4, visionOS 1.1, *), let host = parts.host,
          [nil, 443].contains(parts.port)
        else { return nil }
        self = .https(host: host, path: parts.path.isEmpty ? "/" : parts.path)
      case .loopback: return nil
      }
    }
  }

  /// One page that is shown, and how that ends: once.
  @MainActor
  private final class BrowserSheet {
    typealias Outcome = Result<URL, WebAuthenticationError>

    private var session: ASWebAuthenticationSession?
    // The session does not keep it.
    private var provider: AnchorProvider?
    private var continuation: CheckedContinuation<Outcome, Never>?
    private var outcome: Outcome?

    init() {}

    func show(
      _ page: URL, until target: Target, at anchor: @MainActor () -> ASPresentationAnchor?,
      isEphemeral: Bool
    ) async -> Outcome {
      // Cancelling may be on its way still, and the page would be shown for a moment.
      guard outcome == nil, !Task.isCancelled else { return .failure(.cancelled) }
      guard let window = anchor() else { return .failure(.noBrowser) }
      return await withCheckedContinuation { continuation in
        self.continuation = continuation
        // The system calls it wherever it likes: as a part of the main actor, it would end the process.
        let session = Self.session(page, until: target) { @Sendable url, error in
          let outcome = Self.outcome(url, error)
          Task { @MainActor in self.end(with: outcome) }
        }
        let provider = AnchorProvider(window)
        session.presentationContextProvider = provider
        session.prefersEphemeralWebBrowserSession = isEphemeral
        self.provider = provider
        self.session = session
        if !session.start() { end(with: .failure(.noBrowser)) }
      }
    }

    /// Takes the page away. The system need not say that it has done so.
    func cancel() {
      session?.cancel()
      end(with: .failure(.cancelled))
    }

    /// Ends it, unless it has ended. What the system says later is of no interest.
    private func end(with outcome: Outcome) {
      guard self.outcome == nil else { return }
      self.outcome = outcome
      session = nil
      provider = nil
      continuation?.resume(returning: outcome)
      continuation = nil
    }

    private static func session(
      _ page: URL, until target: Target, then end: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> ASWebAuthenticationSession {
      if #available(iOS 17.4, macOS 14.4, visionOS 1.1, *) {
        switch target {
        case .scheme(let scheme):
          return ASWebAuthenticationSession(
            url: page, callback: .customScheme(scheme), completionHandler: end)
        case .https(let host, let path):
          return ASWebAuthenticationSession(
            url: page, callback: .https(host: host, path: path), completionHandler: end)
        }
      }
      let scheme = if case .scheme(let scheme) = target { scheme } else { "https" }
      return ASWebAuthenticationSession(
        url: page, callbackURLScheme: scheme, completionHandler: end)
    }

    nonisolated private static func outcome(_ url: URL?, _ error: (any Error)?) -> Outcome {
      if let url { return .success(url) }
      switch (error as? ASWebAuthenticationSessionError)?.code {
      case .canceledLogin: return .failure(.cancelled)
      case .presentationContextInvalid, .presentationContextNotProvided:
        return .failure(.noBrowser)
      default: return .failure(.other(code: error.map { ($0 as NSError).code } ?? 0))
      }
    }
  }

  /// Tells the system the window. The protocol belongs to the main actor on some systems alone.
  private final class AnchorProvider: NSObject, ASWebAuthenticationPresentationContextProviding {
    private let window: ASPresentationAnchor

    init(_ window: ASPresentationAnchor) {
      self.window = window
    }

    nonisolated func presentationAnchor(
      for session: ASWebAuthenticationSession
    ) -> ASPresentationAnchor {
      window
    }
  }

  extension ASPresentationAnchor {
    /// The window that the user is busy with, or else one that can be seen.
    @available(iOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    fileprivate static var key: ASPresentationAnchor? {
      #if canImport(UIKit)
        let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
        let scene = scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
        return scene?.keyWindow ?? scene?.windows.first
      #elseif canImport(AppKit)
        return NSApplication.shared.keyWindow
          ?? NSApplication.shared.windows.first { $0.isVisible }
      #else
        return nil
      #endif
    }
  }
#endif
