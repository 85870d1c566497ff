// What an Ory project keeps of users, flows and sessions.

import AuthGenRuntime
import Foundation

/// A user's account with a provider: the claims of an ID token.
struct OryAccount: Sendable {
  var subject: String
  var email: String?
  var name: String?
  var isVerified = true
  var nonce: String?
  var isExpired = false

  static let ada = OryAccount(subject: "ada", email: "ada@example.com", name: "Ada")
  static let ben = OryAccount(
    subject: "ben", email: "ben@example.com", name: "Ben", isVerified: false)
}

extension OryProject {
  enum Codes { case off, firstFactor, secondFactor }

  struct Method: Sendable {
    let name: String
    var level = "aal1"
    var provider: String? = nil
  }

  struct Identity: Sendable {
    let number: Int
    let traits: [String: String]
    let isVerified: Bool
    /// The provider and the subject.
    let account: String?
    var totpCode: String?
    /// Whether each was used.
    var recoveryCodes: [String: Bool] = [:]
    /// The identifier and the user handle.
    var passkey: (id: String, user: String)?
  }

  struct Session: Sendable {
    let number: Int
    let identity: Int
    var methods: [Method] = []
    var expiresAt: Date
    var isActive = true
    var needsSecondFactor = false

    var token: String { "token-s3cret-\(number)" }
    var level: String { methods.map(\.level).max() ?? "aal1" }
    var lacksSecondFactor: Bool { needsSecondFactor && level < "aal2" }
  }

  struct SentCode: Sendable {
    let code: String
    let address: String
    let identity: Int?
    var attempts = 0
  }

  struct Flow: Sendable {
    let number: Int
    let kind: String
    let returnTo: String?
    let expiresAt: Date
    var halves: (initial: String, returned: String)?
    var level = "aal1"
    var isRefresh = false
    var state = "choose_method"
    /// The first of two steps is `profile`.
    var step: String?
    var messages: [Int] = []
    var problems: [String: Int] = [:]
    var traits: [ExactString: String] = [:]
    var challenge: String?
    var sent: SentCode?
    /// The user who is asked for a second factor, or is new.
    var identity: Int?
    var session: Int?

    var id: String { "flow-\(number)" }
  }

  /// Why a request fails.
  struct Refusal: Error {
    let status: Int
    var id: String?
    var nextFlow: String?
  }
}
