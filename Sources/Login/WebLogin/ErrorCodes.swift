// Error codes in descriptions.

package import AuthGenRuntime

extension OpenEnum {
  /// The name of an error code if it is a known one. Other names are text from the server, which
  /// descriptions omit.
  package var knownName: String {
    Self.graphQLNames.contains(graphQLName) ? graphQLName : "an unknown code"
  }
}
