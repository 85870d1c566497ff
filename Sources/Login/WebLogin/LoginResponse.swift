// The size of a login's responses.

package import AuthGenRuntime

extension ClientConfiguration {
  /// The maximum size of a response with tokens, keys or a provider's metadata, in bytes: 512 KB.
  /// Such responses are small, and reading a hostile one can take quadratic time.
  package static let maximumLoginResponseSize = 1 << 19
}
