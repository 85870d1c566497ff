// The login of the sample.

import SwiftUI

struct LoginScreen: View {
  let title: LocalizedStringKey
  /// Returns why the user is not signed in; nil after a login.
  let logIn: @MainActor (_ email: String, _ password: String) async -> String?

  @State private var email = "ada@example.com"
  @State private var password = ""
  @State private var problem: String?
  @State private var isWaiting = false

  var body: some View {
    Form {
      Text(title).font(.headline)
      TextField("Email address", text: $email)
      SecureField("Password", text: $password)
      if let problem { Text(problem).foregroundStyle(Color.red) }
      Button("Sign in") {
        Task {
          isWaiting = true
          problem = await logIn(email, password)
          isWaiting = false
        }
      }
      .disabled(isWaiting)
    }
  }
}

struct LoginScreen_Previews: PreviewProvider {
  static var previews: some View {
    LoginScreen(title: "Sign in") { _, _ in "The email address or the password is wrong." }
  }
}
