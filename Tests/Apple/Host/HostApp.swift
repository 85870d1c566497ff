// An app for the tests that need one. They use its Keychain items, its extension and its login page.

import SwiftUI

@main
struct HostApp: App {
  var body: some Scene {
    WindowGroup { HostView() }
  }
}

/// Has a button for each step of the tests, and shows the outcome of the last one.
struct HostView: View {
  @State private var outcome = "nothing yet"

  var body: some View {
    VStack(spacing: 24) {
      Text(outcome)
      Button("Log in") { logIn(prefersEphemeralSession: false) }
      Button("Log in privately") { logIn(prefersEphemeralSession: true) }
      Button("Store") { outcome = SharedItem.write("the app's session") }
      Button("Read") { outcome = SharedItem.read() }
      ShareLink("Share", item: "A text for the extension")
    }
  }

  private func logIn(prefersEphemeralSession: Bool) {
    Task {
      outcome = await BrowserLogin.outcome(prefersEphemeralSession: prefersEphemeralSession)
    }
  }
}
