// The accounts and tokens of the demo service.

import AuthGenRuntime
import Foundation

/// An account that the demo service has.
nonisolated struct DemoAccount {
  let password: String
  /// The value of the schema's type `User`.
  let json: JSON

  /// The accounts by their email addresses.
  static let all = [
    "ada@example.com": DemoAccount(
      id: "1", email: "ada@example.com", name: "Ada Lovelace", password: "correct horse",
      orders: ["An analytical engine", "Punched cards"]),
    "grace@example.com": DemoAccount(
      id: "2", email: "grace@example.com", name: "Grace Hopper", password: "battery staple",
      orders: ["A wire of one nanosecond"]),
  ]

  private init(id: String, email: String, name: String, password: String, orders: [String]) {
    self.password = password
    json = .object([
      "id": .string(id), "email": .string(email), "name": .string(name),
      "orders": .array(
        orders.enumerated().map { index, title in
          .object(["id": .string("\(id)-\(index + 1)"), "title": .string(title)])
        }),
    ])
  }
}

/// A token of the demo service. Its text is JSON in Base64.
nonisolated struct DemoToken {
  let id: String
  let email: String
  /// The login that the token belongs to.
  let login: String
  /// The expiry in seconds since 1970; nil for a refresh token.
  let expiry: Int?

  init(email: String, login: String, expiry: Int? = nil) {
    self.id = UUID().uuidString
    self.email = email
    self.login = login
    self.expiry = expiry
  }

  /// - Returns: nil if the text is no token of an account.
  init?(_ text: String) {
    guard let json = Data(base64Encoded: text).flatMap({ JSON($0) }),
      let id = json["id"]?.string, let email = json["email"]?.string, DemoAccount.all[email] != nil,
      let login = json["login"]?.string
    else { return nil }
    self.id = id
    self.email = email
    self.login = login
    expiry = json["expiry"]?.integer
  }

  var text: String {
    let members: JSON.Object = [
      "id": JSON.string(id), "email": .string(email), "login": .string(login),
      "expiry": expiry.map { .integer($0) } ?? .null,
    ]
    return JSON.object(members).data.base64EncodedString()
  }
}
