// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing.

#if canImport(SwiftUI)
  import Foundation
  public import SwiftUI

  public struct SignInWithAppleButton: PrimitiveView {
    public struct Label: Sendable {
      public static let `continue` = Label()
    }

    public struct Style: Sendable {
      public static let black = Style()
      public static let white = Style()
    }

    nonisolated public init(
      _ label: Label, onRequest: @escaping (ASAuthorizationAppleIDRequest) -> Void,
      onCompletion: @escaping (Result<ASAuthorization, any Error>) -> Void
    ) {}
  }

  extension View {
    nonisolated public func signInWithAppleButtonStyle(
      _ style: SignInWithAppleButton.Style
    ) -> some View { Modified() }
  }
#endif
