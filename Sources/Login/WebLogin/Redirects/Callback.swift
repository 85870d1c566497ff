// The redirect that completes a login in the browser. For the redirect URI com.example.shop:/callback and the
// state s1:
//
//     com.example.shop:/callback?code=c1&state=s1    is read, and its code is c1
//     com.example.shop:/callback?code=c1&state=s2    is refused: wrongState
//     com.example.shop:/other?code=c1&state=s1       is refused: wrongAddress
//     com.example.shop:/callback?code=c1&code=c2     is refused: duplicateParameter

package import AuthGenRuntime
package import Foundation

/// The parameters of a redirect to the app. They are read only if the redirect's address matches
/// the redirect URI. Descriptions show none of them.
package struct Callback: Sendable {
  private let parameters: [String: String]

  /// In bytes. Strings of many combining characters take quadratic time.
  private static let maximumLength = 1 << 16

  /// Reads a redirect's parameters.
  ///
  /// - Parameter redirectURI: the expected address. Scheme, host, port and path must match.
  package init(_ url: URL, to redirectURI: RedirectURI) throws(CallbackError) {
    let text = url.absoluteString
    guard text.utf8.count <= Self.maximumLength else { throw .malformed }
    guard let parts = AddressParts(text), parts.isSameAddress(as: redirectURI.parts) else {
      throw .wrongAddress
    }
    // Fragments are for scripts in pages: the implicit flow puts its tokens there. Facebook's
    // redirects always end with the same three characters, which browsers keep in further redirects
    // (RFC 9110, section 10.2.2).
    guard ["", "_=_"].contains(parts.fragment ?? "") else { throw .fragment }
    var parameters: [String: String] = [:]
    for pair in (parts.query ?? "").split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(halves[0]),
        let value = Self.decoded(halves.count == 2 ? halves[1] : "")
      else { throw .malformed }
      // RFC 6749, section 3.1: duplicate parameters are ambiguous.
      guard parameters.updateValue(value, forKey: name) == nil else { throw .duplicateParameter }
    }
    guard parameters["access_token"] == nil, parameters["id_token"] == nil else {
      throw .tokenInURL
    }
    self.parameters = parameters
  }

  package subscript(name: String) -> String? { parameters[name] }

  /// A parameter whose value must stay secret.
  package func secret(_ name: String) -> Secret? { parameters[name].map { Secret($0) } }

  /// Checks that a redirect belongs to a login (RFC 6749, section 10.12).
  package func check(_ state: Secret) throws(CallbackError) {
    guard let received = parameters["state"] else { throw .missing("state") }
    guard received.hasSameBytes(as: state.reveal()) else { throw .wrongState }
  }

  /// Decodes a form parameter in UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
  }
}

extension Callback: RedactedDescription {
  package var description: String { "callback" }
}

/// A problem with a redirect. The redirect was not used, and nothing was sent.
public enum CallbackError: Error, Hashable, Sendable {
  /// The address does not match the redirect URI.
  case wrongAddress
  /// The redirect has a fragment, where other flows put their tokens.
  case fragment
  /// The parameters cannot be read.
  case malformed
  /// A parameter occurs twice.
  case duplicateParameter
  /// The redirect contains a token in place of a code.
  case tokenInURL
  /// A required parameter is missing. The value is its name.
  case missing(String)
  /// `state` belongs to another login, perhaps an attacker's (RFC 6749, section 10.12).
  case wrongState
  /// `iss` names another server (RFC 9207).
  case wrongIssuer
}

extension CallbackError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongAddress: "the redirect does not lead to the redirect URI"
    case .fragment: "the redirect has a fragment"
    case .malformed: "the redirect cannot be read"
    case .duplicateParameter: "the redirect has a parameter twice"
    case .tokenInURL: "the redirect contains a token"
    case .missing(let name): "the redirect has no \(name)"
    case .wrongState: "the redirect's state belongs to another login"
    case .wrongIssuer: "the redirect's iss is not this server"
    }
  }
}
