// A browser without a person: it follows redirects until one leaves the web.

import AuthGenTestSupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Keeps cookies, and does at the login page of Glewlwyd what a person would do there.
final class Browser: Sendable {
  private let session: URLSession
  private let cookies = Shared<[String: String]>([:])
  private let user: String

  init(user: String = "alice") {
    self.user = user
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    session = URLSession(
      configuration: configuration, delegate: RedirectRefuser(), delegateQueue: nil)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  struct Stayed: Error {
    let path: String
    let status: Int
  }

  /// Opens a page, and gives the URL with which the browser comes back to the app.
  ///
  /// - Parameter app: where that is, if it is on the web.
  func open(_ url: URL, backTo app: String? = nil, upTo hops: Int = 12) async throws
    -> URLComponents
  {
    var url = url
    for _ in 0..<hops {
      let isBack = app.map { url.absoluteString.hasPrefix("\($0)?") } ?? false
      guard !isBack, ["http", "https"].contains(url.scheme) else {
        return try #require(URLComponents(url: url, resolvingAgainstBaseURL: true))
      }
      let response = try await send(URLRequest(url: url))
      guard let location = response.value(forHTTPHeaderField: "Location"),
        let next = URL(string: location, relativeTo: url)?.absoluteURL
      else { throw Stayed(path: url.path, status: response.statusCode) }
      url = next.path == "/login.html" ? try await logIn(next) : next
    }
    throw Stayed(path: url.path, status: 0)
  }

  private func logIn(_ page: URL) async throws -> URL {
    let query = URLComponents(url: page, resolvingAgainstBaseURL: true)?.parameters ?? [:]
    let client = try #require(query["client_id"])
    try await post("/api/auth/", ["username": user, "password": "correct horse"], "POST", page)
    try await post("/api/auth/grant/\(client)", ["scope": query["scope"] ?? ""], "PUT", page)
    let back = try #require(query["callback_url"])
    return try #require(URL(string: back + "&g_continue=1"))
  }

  private func post(
    _ path: String, _ body: [String: String], _ method: String, _ page: URL
  ) async throws {
    var request = URLRequest(url: try #require(URL(string: path, relativeTo: page)).absoluteURL)
    request.httpMethod = method
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(body)
    #expect(try await send(request).statusCode == 200)
  }

  private func send(_ request: URLRequest) async throws -> HTTPURLResponse {
    var request = request
    let known = cookies.withLock { $0.map { "\($0)=\($1)" }.joined(separator: "; ") }
    if !known.isEmpty { request.setValue(known, forHTTPHeaderField: "Cookie") }
    let (_, response) = try await session.data(for: request)
    let http = try #require(response as? HTTPURLResponse)
    if let cookie = http.value(forHTTPHeaderField: "Set-Cookie")?.split(separator: ";").first {
      let pair = cookie.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { cookies.withLock { $0[String(pair[0])] = String(pair[1]) } }
    }
    return http
  }
}

extension URLComponents {
  /// The query's values by their names, as forms write them.
  var parameters: [String: String] {
    var form = self
    form.percentEncodedQuery = percentEncodedQuery?.replacingOccurrences(of: "+", with: "%20")
    return Dictionary(
      (form.queryItems ?? []).map { ($0.name, $0.value ?? "") },
      uniquingKeysWith: { first, _ in first })
  }
}

private final class RedirectRefuser: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
