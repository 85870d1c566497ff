// A GraphQL service in the app's own process, for first programs and samples.

public import AuthGenRuntime
public import Foundation

/// Responds to the schema of `authgen init` in the app's own process, without a server and a network.
///
/// ```swift
/// let client = GraphQLClient(
///   ClientConfiguration(endpoint: DemoService.endpoint), transport: DemoService())
/// ```
///
/// It has two accounts: `ada@example.com` with the password `correct horse`, and `grace@example.com` with
/// `battery staple`. Access tokens expire, and a refresh token is valid once. A call without a valid token is
/// refused as GraphQL servers do it, with an error that has the code `UNAUTHENTICATED`.
///
/// Tokens contain the account and the expiry, so a stored session works after a restart of the app. They are
/// not signed: use the service for demonstrations only. It returns all fields of an object, also those that
/// the operation does not select. Persisted operations, GET, and fragments on `Query` and `Mutation` are
/// unsupported.
nonisolated public final class DemoService: Transport {
  /// An endpoint for clients of the service. No request is sent to it.
  public static var endpoint: URL {
    URL(string: "https://demo.example/graphql") ?? URL(fileURLWithPath: "/")
  }

  private let tokenLifetime: Duration
  private let now: @Sendable () -> Date
  /// The refresh tokens that were used, and the logins that have ended.
  private let spent = Locked<Set<String>>([])

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - tokenLifetime: how long an access token is valid, in whole seconds. Default: 5 minutes.
  ///   - now: returns the current time. Default: the system's clock.
  public init(
    tokenLifetime: Duration = .seconds(300), now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.tokenLifetime = tokenLifetime
    self.now = now
  }

  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    var data: JSON.Object = [:]
    do throws(GraphQLError) {
      for field in try DemoOperation(request).fields {
        data[field.responseName] = try value(of: field, request.headers["Authorization"])
      }
      return Self.response(["data": .object(data)])
    } catch {
      // Each field that can fail is non-null, so that the data is null.
      return Self.response(["data": .null, "errors": .array([JSON(error)])])
    }
  }

  private static func response(_ members: JSON.Object) -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: ["Content-Type": "application/graphql-response+json"],
      body: JSON.object(members).data)
  }

  // MARK: Fields

  private func value(
    of field: DemoOperation.Field, _ authorization: String?
  ) throws(GraphQLError) -> JSON {
    func text(_ argument: String) -> String { field.arguments[argument]?.string ?? "" }
    func token() throws(GraphQLError) -> DemoToken {
      let words = (authorization ?? "").split(separator: " ")
      return try valid(words.first == "Bearer" ? String(words.last ?? "") : "", for: field)
    }
    switch field.name {
    case "hello":
      return .string(field.arguments["name"]?.string.map { "Hello, \($0)!" } ?? "Hello!")
    case "me": return try DemoAccount.all[token().email]?.json ?? .null
    case "logIn":
      guard DemoAccount.all[text("email")]?.password == text("password") else { return .null }
      return tokens(for: text("email"), login: UUID().uuidString)
    case "refresh":
      let used = try valid(text("refreshToken"), isForRefresh: true, for: field)
      guard spent.withLock({ $0.insert(used.id).inserted }) else { throw .unauthenticated(field) }
      return tokens(for: used.email, login: used.login)
    case "logOut":
      let login = try token().login
      spent.withLock { _ = $0.insert(login) }
      return .boolean(true)
    case let name: throw GraphQLError(message: "Cannot query field \"\(name)\".")
    }
  }

  private func tokens(for email: String, login: String) -> JSON {
    let seconds = Int(min(tokenLifetime.components.seconds, 1 << 31))
    let expiry = Int(now().timeIntervalSince1970) + seconds
    return .object([
      "accessToken": .string(DemoToken(email: email, login: login, expiry: expiry).text),
      "refreshToken": .string(DemoToken(email: email, login: login).text),
      "expiresIn": .integer(seconds),
    ])
  }

  private func valid(
    _ text: String, isForRefresh: Bool = false, for field: DemoOperation.Field
  ) throws(GraphQLError) -> DemoToken {
    guard let token = DemoToken(text), (token.expiry == nil) == isForRefresh,
      Double(token.expiry ?? .max) > now().timeIntervalSince1970,
      !spent.withLock({ $0.contains(token.login) })
    else { throw .unauthenticated(field) }
    return token
  }
}

nonisolated extension GraphQLError {
  fileprivate static func unauthenticated(_ field: DemoOperation.Field) -> GraphQLError {
    GraphQLError(
      message: "The token is missing, expired or invalid.", path: [.field(field.responseName)],
      extensions: RedactedJSON(.object(["code": .string("UNAUTHENTICATED")])))
  }
}
