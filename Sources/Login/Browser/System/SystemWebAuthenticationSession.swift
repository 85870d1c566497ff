// Login in the browser sheet of Apple platforms.

#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
  public import AuthenticationServices
  public import AuthGenWebLogin
  import Foundation

  #if canImport(UIKit)
    public import UIKit
  #elseif canImport(AppKit)
    public import AppKit
  #endif

  /// Shows login pages with `ASWebAuthenticationSession`, which shares nothing of them with the app.
  ///
  /// A redirect URI with the app's own scheme works everywhere, without an entry in `Info.plist`.
  /// One with https requires iOS 17.4 or macOS 14.4, and a domain that is associated with the app
  /// (`webcredentials`). Loopback addresses are unsupported, because there is no listener.
  public struct SystemWebAuthenticationSession: WebAuthenticationSession {
    private let anchor: @MainActor @Sendable () async -> ASPresentationAnchor?

    /// Creates a session that shows pages at the app's key window. On systems with scenes, it is that of a
    /// scene in the foreground, for which the login waits up to two seconds: the app may just become active.
    /// An app of macOS without a window, such as one in the menu bar, needs none.
    @available(iOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    public init() {
      anchor = { await ASPresentationAnchor.key }
    }

    /// Creates a session that shows pages at a window.
    ///
    /// - Parameter anchor: returns the window to show a page at. It is called when the page is
    ///   shown. If it returns nil, the login throws `WebAuthenticationError/noWindow`.
    public init(anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor?) {
      self.anchor = { anchor() }
    }

    /// Prepares a login. Shows nothing yet.
    ///
    /// - Throws: `WebAuthenticationError/unsupportedRedirectURI` for loopback addresses, for
    ///   https on older systems, and for https with a port.
    public func prepare(
      _ redirectURI: RedirectURI
    ) async throws(WebAuthenticationError) -> any PreparedWebAuthentication {
      guard let target = Target(redirectURI) else { throw .unsupportedRedirectURI }
      // The system ends its session with the first redirect, whether it is expected or not.
      return Preparation(redirectURI) {
        [anchor] page, isEphemeral, _ throws(WebAuthenticationError) in
        // The system ends a process that requests any other page.
        guard page.isTrustworthyPage else { throw .noBrowser }
        let sheet = await BrowserSheet()
        return try await withTaskCancellationHandler {
          await sheet.show(page, until: target, at: anchor, isEphemeral: isEphemeral)
        } onCancel: {
          Task { @MainActor in sheet.cancel() }
        }.get()
      }
    }
  }

  /// The redirect to wait for. The system compares fewer parts than `Callback` does.
  private enum Target: Sendable {
    case scheme(String)
    case https(host: String, path: String)

    var isHTTPS: Bool { if case .https = self { true } else { false } }

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

  /// One page, and its outcome, which is set once.
  @MainActor
  private final class BrowserSheet {
    typealias Outcome = Result<URL, WebAuthenticationError>

    private var session: ASWebAuthenticationSession?
    // Retained here, because the session does not retain it.
    private var provider: AnchorProvider?
    private var continuation: CheckedContinuation<Outcome, Never>?
    private var outcome: Outcome?

    init() {}

    func show(
      _ page: URL, until target: Target,
      at anchor: @MainActor () async -> ASPresentationAnchor?, isEphemeral: Bool
    ) async -> Outcome {
      // If a cancellation is under way, do not show the page for a moment.
      guard outcome == nil, !Task.isCancelled else { return .failure(.cancelled) }
      #if canImport(UIKit)
        // The system would call it a cancellation: https://github.com/openid/AppAuth-iOS/issues/365
        if UIAccessibility.isGuidedAccessEnabled { return .failure(.guidedAccess) }
      #endif
      guard let window = await anchor() else {
        return .failure(Task.isCancelled ? .cancelled : .noWindow)
      }
      guard outcome == nil, !Task.isCancelled else { return .failure(.cancelled) }
      return await withCheckedContinuation { continuation in
        self.continuation = continuation
        // The system calls this on any thread. A closure on the main actor would end the process.
        let session = Self.session(page, until: target) { @Sendable url, error in
          let outcome = Self.outcome(url, error, target)
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

    /// Closes the page. The system may not call the completion handler.
    func cancel() {
      session?.cancel()
      end(with: .failure(.cancelled))
    }

    /// Ends the login, unless it has already ended. Later calls by the system are ignored.
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

    nonisolated private static func outcome(
      _ url: URL?, _ error: (any Error)?, _ target: Target
    ) -> Outcome {
      if let url { return .success(url) }
      let known = error as? ASWebAuthenticationSessionError
      switch known?.code {
      // A missing association has the code of a cancellation, but also a text.
      case .canceledLogin where target.isHTTPS && known?.userInfo.isEmpty == false:
        return .failure(.unassociatedDomain)
      case .canceledLogin: return .failure(.cancelled)
      case .presentationContextInvalid, .presentationContextNotProvided: return .failure(.noWindow)
      default: return .failure(.other(code: error.map { ($0 as NSError).code } ?? 0))
      }
    }
  }

  /// Provides the window to the system. The protocol is on the main actor only on some systems.
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
    /// The key window, or another visible one.
    @available(iOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    fileprivate static var key: ASPresentationAnchor? {
      get async {
        #if canImport(UIKit)
          let end = ContinuousClock.now + .seconds(2)
          while true {
            // The scene of an external display is active too, but no one can type there.
            let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
              .filter { $0.session.role == .windowApplication }
            let isOver = ContinuousClock.now >= end || Task.isCancelled
            // A sheet at a scene in the background is never seen.
            if let scene = scenes.first(where: { $0.activationState == .foregroundActive })
              ?? (isOver ? scenes.first { $0.activationState == .foregroundInactive } : nil)
            {
              return scene.keyWindow ?? scene.windows.first { !$0.isHidden }
            }
            if isOver { return nil }
            try? await Task.sleep(for: .milliseconds(50))
          }
        #elseif canImport(AppKit)
          // The page is shown in the browser, so a window that is not on the screen suffices.
          return NSApplication.shared.keyWindow
            ?? NSApplication.shared.windows.first { $0.isVisible } ?? NSWindow()
        #else
          return nil
        #endif
      }
    }
  }
#endif
