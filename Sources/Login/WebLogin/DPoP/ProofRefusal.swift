// How servers report refused proofs.

import AuthGenRuntime
import Foundation

/// Why a server refused a proof. Another proof may be accepted.
enum ProofRefusal: String, CaseIterable {
  /// The proof needs a nonce, or a newer one (RFC 9449, sections 8 and 9).
  case nonceNeeded = "use_dpop_nonce"
  /// Any other problem, such as a wrong time.
  case invalid = "invalid_dpop_proof"

  /// Reads the response of an authorization server (RFC 6749, section 5.2), of a resource server
  /// (RFC 6750, section 3), or of a service whose errors have a `code`. Nil for any other response.
  init?(_ response: HTTPResponse) {
    guard response.status == 400 || response.status == 401 else { return nil }
    let challenge = response.headers[ascii: "WWW-Authenticate"].flatMap {
      challengeParameter("error", ofScheme: "dpop", in: $0)
    }
    // Other services send objects and numbers here.
    let body = JSON(response.body)
    for code in [challenge, body?["error"]?.string, body?["code"]?.string] {
      if let refusal = Self.allCases.first(where: { code?.hasSameBytes(as: $0.rawValue) == true }) {
        self = refusal
        return
      }
    }
    return nil
  }
}

extension HTTPHeaders {
  /// The nonce for the next proof (RFC 9449, section 8.1); nil if it is missing or invalid.
  var proofNonce: String? {
    guard let nonce = self["DPoP-Nonce"], !nonce.isEmpty,
      nonce.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
    else { return nil }
    return nonce
  }
}

/// Returns a parameter of a challenge in a `WWW-Authenticate` header. The header may contain
/// several challenges (RFC 9110, section 11.6.1).
///
/// - Parameter scheme: the challenge's scheme, in lower case.
func challengeParameter(
  _ name: String, ofScheme scheme: String, in header: String
) -> String? {
  var isOfScheme = false
  for item in listItems(header) {
    var parameter = item
    // The scheme precedes the first parameter of a challenge.
    let word = item.prefix { $0 != " " && $0 != "=" }
    let rest = item[word.endIndex...].drop { $0 == " " }
    if !rest.hasPrefix("=") {
      isOfScheme = word.lowercased() == scheme
      parameter = rest
    }
    let halves = parameter.split(separator: "=", maxSplits: 1)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    if isOfScheme, halves.count == 2, halves[0].lowercased() == name {
      return halves[1].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
    }
  }
  return nil
}

/// The items of a list in a header. Commas separate the items, except inside quotes (RFC 9110,
/// sections 5.6.1 and 5.6.4).
private func listItems(_ list: String) -> [Substring] {
  var isQuoted = false
  var isEscaped = false
  return list.split { character in
    if isEscaped {
      isEscaped = false
      return false
    }
    isEscaped = isQuoted && character == "\\"
    if character == "\"" { isQuoted.toggle() }
    return character == "," && !isQuoted
  }.map { item in item.drop { $0 == " " || $0 == "\t" } }
}
