// Parameters of a URL's query.

package import Foundation

nonisolated extension URL {
  /// Returns the URL with parameters appended to its query; nil if there is no such URL.
  package func adding(_ parameters: [(name: String, value: String)]) -> URL? {
    var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
    components?.appendQuery(parameters)
    return components?.url
  }
}

nonisolated extension URLComponents {
  /// Appends parameters to the query. Servers that decode forms read an unescaped plus sign as a
  /// space, so it is escaped too.
  mutating func appendQuery(_ parameters: [(name: String, value: String)]) {
    guard !parameters.isEmpty else { return }
    let present = percentEncodedQuery.flatMap { $0.isEmpty ? nil : "\($0)&" } ?? ""
    percentEncodedQuery = present + parameters.formEncoded
  }
}

nonisolated extension [(name: String, value: String)] {
  /// The parameters as in a query and in the body of a form: `name=value`, joined with `&`.
  /// https://url.spec.whatwg.org/#application/x-www-form-urlencoded
  package var formEncoded: String {
    map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
  }
}

nonisolated extension String {
  /// The string with all characters except letters, digits and `-._~` escaped as UTF-8 bytes (RFC
  /// 3986, section 2).
  package var percentEncoded: String {
    addingPercentEncoding(withAllowedCharacters: .unreserved) ?? ""
  }
}

nonisolated extension CharacterSet {
  /// RFC 3986, section 2.3. `alphanumerics` contains the letters and digits of all languages.
  fileprivate static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
