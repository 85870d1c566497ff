// Why there is no schema, for people.

/// What went wrong, as a clause without a full stop, and a way out where there is one.
struct FetchError: Error {
  let message: String
  let help: String?

  init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}

/// Why the command line makes no sense. It never quotes a value: that may be a secret.
struct UsageError: Error {
  let message: String
  let help: String?

  init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}
