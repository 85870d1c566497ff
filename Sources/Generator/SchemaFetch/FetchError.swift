// Why fetching the schema failed.

/// The problem, as a clause without a full stop, and the fix if there is one.
struct FetchError: Error {
  let message: String
  let help: String?

  init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}
