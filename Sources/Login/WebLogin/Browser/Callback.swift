// The redirect that ends a login in the browser.

import AuthGenRuntime
import Foundation

/// The parameters of a redirect to the app, read only where it leads to the redirect URI. It shows
/// nothing of them, however it is printed.
package struct Callback: Sendable {
  private let parameters: [String: String]

  /// - Parameter redirectURI: where the redirect must lead: scheme, host, port and path alike.
  package init(_ url: URL, to redirectURI: RedirectURI) throws(CallbackError) {
    guard let parts = AddressParts(url.absoluteString), parts.isSameAddress(as: redirectURI.parts)
    else { throw .wrongAddress }
    // What stands there is for pages' scripts: the implicit flow's tokens. Facebook's redirects end
    // with the same three characters always, which browsers carry on through further redirects (RFC
    // 9110, section 10.2.2).
    guard ["", "_=_"].contains(parts.fragment ?? "") else { throw .fragment }
    var parameters: [String: String] = [:]
    for pair in (parts.query ?? "").split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(halves[0]),
        let value = Self.decoded(halves.count == 2 ? halves[1] : "")
      else { throw .malformed }
      // RFC 6749, section 3.1: which of two would be meant, nobody knows.
      guard parameters.updateValue(value, forKey: name) == nil else { throw .duplicateParameter }
    }
    guard parameters["access_token"] == nil, parameters["id_token"] == nil else {
      throw .tokenInURL
    }
    self.parameters = parameters
  }

  package subscript(name: String) -> String? { parameters[name] }

  /// A parameter that must not be seen.
  package func secret(_ name: String) -> Secret? { parameters[name].map { Secret($0) } }

  /// A parameter as forms are written, in UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
  }
}

extension Callback: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "callback" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// What is wrong with a redirect. Nothing of it was used, and nothing was sent.
public enum CallbackError: Error, Hashable, Sendable {
  /// It does not lead to the redirect URI.
  case wrongAddress
  /// It has a fragment, where other flows put their tokens.
  case fragment
  /// Its parameters cannot be read.
  case malformed
  /// It has a parameter twice.
  case duplicateParameter
  /// It has a token in it, where a code should be.
  case tokenInURL
  /// A parameter that the login needs is not there: its name.
  case missing(String)
  /// `state` is not that of this login, which somebody else may have begun (RFC 6749, section 10.12).
  case wrongState
  /// `iss` is another server's, or is missing where the server promises it (RFC 9207).
  case wrongIssuer
}

extension CallbackError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongAddress: "the redirect does not lead to the redirect URI"
    case .fragment: "the redirect has a fragment"
    case .malformed: "the redirect cannot be read"
    case .duplicateParameter: "the redirect has a parameter twice"
    case .tokenInURL: "the redirect has a token in it"
    case .missing(let name): "the redirect has no \(name)"
    case .wrongState: "the redirect's state is not that of this login"
    case .wrongIssuer: "the redirect's iss is not this server"
    }
  }
}
