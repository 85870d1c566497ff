// The scopes of a request.

extension [String] {
  /// The separate scopes. An element may have several, separated by spaces.
  var separateScopes: [String] { flatMap { $0.split(separator: " ").map(String.init) } }

  /// The parameter `scope` (RFC 6749, section 3.3); nil for none.
  var scopeParameter: String? { isEmpty ? nil : joined(separator: " ") }
}
