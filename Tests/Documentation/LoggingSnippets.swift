// Compiles the code of AuthGenLogging's page.

import AuthGenLogging
import AuthGenRuntime

#if canImport(os)
  import os
#endif

enum LoggingSnippets {
  static func logging(
    _ configuration: ClientConfiguration, _ log: @escaping @Sendable (String, String) -> Void
  ) -> GraphQLClient {
    let logging = LoggingInterceptor(bodies: .ofFailures) { entry in
      log(entry.level.rawValue, entry.line)
    }
    let client = GraphQLClient(configuration, interceptors: [logging])

    return client
  }

  #if canImport(os)
    static func systemLog(_ configuration: ClientConfiguration) -> GraphQLClient {
      let client = GraphQLClient(
        configuration,
        interceptors: [LoggingInterceptor(Logger(subsystem: "shop", category: "network"))])
      return client
    }
  #endif
}
