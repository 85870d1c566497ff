// The members of a token response that decide no trust, in all forms that servers send.

import AuthGenRuntime
import Foundation
import OpenIDAPI

extension TokenSet {
  /// The seconds until the access token expires; nil if the response does not say, or not in a form that can be read.
  var lifetime: TimeInterval? {
    let seconds =
      switch expiresIn {
      case .string(let text)?: Double(text)
      case let number?: number.double
      case nil: nil as Double?
      }
    return seconds.flatMap { (0...Self.longestLifetime).contains($0) ? $0 : nil }
  }

  private static var longestLifetime: TimeInterval { 100 * 366 * 86_400 }

  /// The granted scopes; nil if the response does not say, or not in a form that can be read.
  var grantedScopes: [String]? {
    let texts: [String]?
    switch scope {
    case .string(let text)?: texts = [text]
    case .array(let elements)?: texts = elements.compactMap(\.string)
    default: texts = nil
    }
    return texts?.flatMap { $0.split(separator: " ").map(String.init) }
  }

  /// The names of the members that could not be read.
  var unreadableMembers: [String] {
    var names: [String] = []
    if let expiresIn, expiresIn != .null, lifetime == nil { names.append("expires_in") }
    if let scope, scope != .null, grantedScopes == nil { names.append("scope") }
    return names
  }
}
