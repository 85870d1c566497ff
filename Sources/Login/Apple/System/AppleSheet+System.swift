// The sheet of the system.

#if canImport(AuthenticationServices) && !os(watchOS)
  public import AuthenticationServices
  import Foundation

  #if canImport(UIKit)
    public import UIKit
  #elseif canImport(AppKit)
    public import AppKit
  #endif

  extension AppleSignIn {
    /// Shows the sheet, until the user has signed in or closes it. If the task is cancelled, the sheet is
    /// closed.
    ///
    /// SwiftUI's `SignInWithAppleButton` shows the sheet itself: use ``configure(_:)`` and
    /// ``credential(from:)`` with it.
    ///
    /// - Parameter window: the window to show the sheet at.
    /// - Throws: ``AppleSignInError``.
    @MainActor
    public func present(
      at window: ASPresentationAnchor
    ) async throws(AppleSignInError) -> AppleCredential {
      let request = ASAuthorizationAppleIDProvider().createRequest()
      configure(request)
      let sheet = AppleSheet()
      let response = await withTaskCancellationHandler {
        await sheet.show(request, at: window)
      } onCancel: {
        Task { @MainActor in sheet.cancel() }
      }
      return try credential(of: try response.get())
    }
  }

  /// One sheet, and its outcome, which is set once.
  @MainActor
  private final class AppleSheet {
    typealias Outcome = Result<AppleResponse, AppleSignInError>

    private var controller: ASAuthorizationController?
    // Retained here, because the controller does not retain it.
    private var observer: SheetObserver?
    private var continuation: CheckedContinuation<Outcome, Never>?
    private var outcome: Outcome?

    init() {}

    func show(
      _ request: ASAuthorizationAppleIDRequest, at window: ASPresentationAnchor
    ) async -> Outcome {
      // If a cancellation is under way, do not show the sheet for a moment.
      guard outcome == nil, !Task.isCancelled else { return .failure(.cancelled) }
      return await withCheckedContinuation { continuation in
        self.continuation = continuation
        let controller = ASAuthorizationController(authorizationRequests: [request])
        let observer = SheetObserver(window) { outcome in
          Task { @MainActor in self.end(with: outcome) }
        }
        controller.delegate = observer
        controller.presentationContextProvider = observer
        self.observer = observer
        self.controller = controller
        controller.performRequests()
      }
    }

    /// Closes the sheet. The system may not report it. Before tvOS 18, the sheet stays, and its outcome is
    /// ignored.
    func cancel() {
      if #available(tvOS 18, *) { controller?.cancel() }
      end(with: .failure(.cancelled))
    }

    /// Ends the sign-in, unless it has already ended. Later reports of the system are ignored.
    private func end(with outcome: Outcome) {
      guard self.outcome == nil else { return }
      self.outcome = outcome
      controller = nil
      observer = nil
      continuation?.resume(returning: outcome)
      continuation = nil
    }
  }

  /// Receives the system's reports, and provides the window. The protocols are on the main actor only on some
  /// systems.
  private final class SheetObserver: NSObject, ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
  {
    private let window: ASPresentationAnchor
    private let end: @Sendable (AppleSheet.Outcome) -> Void

    init(_ window: ASPresentationAnchor, _ end: @escaping @Sendable (AppleSheet.Outcome) -> Void) {
      self.window = window
      self.end = end
    }

    nonisolated func presentationAnchor(
      for controller: ASAuthorizationController
    ) -> ASPresentationAnchor {
      window
    }

    nonisolated func authorizationController(
      controller: ASAuthorizationController,
      didCompleteWithAuthorization authorization: ASAuthorization
    ) {
      end(AppleResponse.outcome(.success(authorization)))
    }

    nonisolated func authorizationController(
      controller: ASAuthorizationController, didCompleteWithError error: any Error
    ) {
      end(AppleResponse.outcome(.failure(error)))
    }
  }
#endif
