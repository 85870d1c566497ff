// Results of asynchronous functions.

nonisolated extension Result where Success: Sendable {
  /// Calls a function, and keeps what it returns or throws. The standard library's initialiser takes no
  /// asynchronous function.
  package init(_ body: () async throws(Failure) -> Success) async {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
