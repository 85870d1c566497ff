// When a cache returns data in place of the server.

/// When a client uses cached data. To show cached data first and the server's data after it, use
/// `results(of:options:)` of ``CachedClient``.
nonisolated public enum CachePolicy: Sendable {
  /// Always calls the server, and stores the data.
  case networkOnly
  /// Uses cached data. Without cached data, calls the server.
  case cacheFirst
}
