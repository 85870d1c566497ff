// Numbers and lists in messages: "1 file", "no files", "A, B, C, …".

/// Returns a number and its noun.
func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count == 0 ? "no" : "\(count)") \(noun)s"
}

extension Collection<String> {
  /// Returns the first elements, and an ellipsis for the others.
  func listed(upTo limit: Int) -> String {
    prefix(limit).joined(separator: ", ") + (count > limit ? ", …" : "")
  }
}
