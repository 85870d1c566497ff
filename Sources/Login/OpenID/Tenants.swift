// Providers with one issuer per tenant.

import AuthGenRuntime
import Foundation

/// The tenants of a provider whose users can log in, if each tenant has its own issuer.
///
/// Microsoft Entra ID is such a provider: the metadata of `common` and `organizations` has the issuer
/// `https://login.microsoftonline.com/{tenantid}/v2.0`. An ID token is accepted if its issuer is this text
/// with the token's claim `tid`, and if its key serves this issuer. A refresh cannot change the issuer.
///
/// - Important: With ``any``, the administrator of any organization can create users, with any name and email
///   address. Identify a user by the issuer and the subject together: ``IDTokenClaims/issuer`` and
///   ``IDTokenClaims/subject``. Never identify one by the email address.
public enum Tenants: Hashable, Sendable {
  /// All tenants of the provider.
  case any
  /// The tenants with these identifiers (`tid`), which are UUIDs. A domain is not one.
  case only(Set<String>)
}

/// Decides whether an issuer belongs to a provider.
struct IssuerRule: Sendable {
  let issuer: String
  let tenants: Tenants?

  private static let placeholder = "{tenantid}"

  /// Whether metadata has the issuer for all tenants: an issuer with one segment of its path replaced.
  static func isTemplate(_ template: String, for issuer: String) -> Bool {
    let expected = template.split(separator: "/", omittingEmptySubsequences: false)
    let found = issuer.split(separator: "/", omittingEmptySubsequences: false)
    let differences = zip(expected, found).enumerated()
      .filter { !$1.0.utf8.elementsEqual($1.1.utf8) }
    // Before the path are the scheme, an empty segment and the authority.
    return expected.count == found.count && differences.count == 1
      && differences.allSatisfy { $0.offset > 2 && $0.element.0 == placeholder }
  }

  /// Whether an issuer is one of the provider's.
  ///
  /// - Parameter tenant: the claim `tid` of the same token; nil without one.
  func accepts(_ text: String, tenant: String?) -> Bool {
    guard let tenants else { return text.hasSameBytes(as: issuer) }
    guard let tenant, UUID(uuidString: tenant) != nil else { return false }
    if case .only(let known) = tenants,
      !known.contains(where: { $0.lowercased().hasSameBytes(as: tenant.lowercased()) })
    {
      return false
    }
    return text.hasSameBytes(as: Self.issuer(of: tenant, in: issuer))
  }

  /// Whether an issuer is one of the provider's, if the tenant is only in the issuer.
  func accepts(_ text: String) -> Bool {
    let rest = issuer.components(separatedBy: Self.placeholder)
    guard tenants != nil, let first = rest.first, let last = rest.last, rest.count == 2 else {
      return text.hasSameBytes(as: issuer)
    }
    return accepts(text, tenant: String(text.dropFirst(first.count).dropLast(last.count)))
  }

  /// Whether a key signs the tokens of an issuer.
  ///
  /// - Parameter keyIssuer: the key's issuer, which can contain the placeholder; nil for any issuer.
  func serves(_ keyIssuer: String?, _ text: String?, tenant: String?) -> Bool {
    guard let keyIssuer else { return true }
    let issuer = tenant.map { Self.issuer(of: $0, in: keyIssuer) } ?? keyIssuer
    return text?.hasSameBytes(as: issuer) == true
  }

  private static func issuer(of tenant: String, in template: String) -> String {
    template.replacingOccurrences(of: placeholder, with: tenant)
  }
}

extension OpenIDProvider {
  var issuerRule: IssuerRule { IssuerRule(issuer: issuer, tenants: tenants) }
}
