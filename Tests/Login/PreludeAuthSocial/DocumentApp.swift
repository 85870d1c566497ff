// The app of Prelude's document, but for its screen. A test compares it with the document: all that
// differs is where the client comes from.
// swift-format-ignore-file

import AuthGenOpenID
import Foundation
import PreludeAuth
import PreludeAuthSocial

#if canImport(SwiftUI)
  import SwiftUI
#else
  protocol ObservableObject: AnyObject {}

  @propertyWrapper struct Published<Value> {
    var wrappedValue: Value
  }
#endif

private let appID = "YOUR_APP_ID"
private let redirectURI = URL(string: "myapp://oauth-callback")!

enum Step { case login, otp, done }

@MainActor
final class OAuthModel: ObservableObject {
    let client: PreludeAuthClient
    init(_ client: PreludeAuthClient) { self.client = client }

    @Published var step: Step = .login
    @Published var user: PreludeUser?
    @Published var error: String?

    private var challenge: OAuthEmailChallenge?

    func signIn(_ provider: OAuthProvider) async {
        error = nil
        do {
            let result = try await client.loginWithOAuth(
                OAuthLoginOptions(provider: provider, redirectURI: redirectURI)
            )
            switch result {
            case .loggedIn(let user):
                self.user = user
                step = .done
            case .otpRequired(let challenge, _):
                self.challenge = challenge
                step = .otp
            }
        } catch PreludeAuthError.cancelled {
            // Dismissed — leave state untouched.
        } catch {
            self.error = "Something went wrong. Please try again."
        }
    }

    func verify(_ code: String) async {
        guard let challenge else { return }
        error = nil
        do {
            user = try await client.checkOAuthEmailOTP(code, resuming: challenge)
            step = .done
        } catch PreludeAuthError.invalidOTPCode {
            error = "Wrong code. Please try again."
        } catch {
            self.error = "Something went wrong. Please try again."
        }
    }
}
