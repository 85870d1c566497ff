// An automated browser: it follows redirects and submits forms until a redirect leads to the app.

import AuthGenTestSupport
package import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Keeps cookies, logs in at Glewlwyd's page, and submits forms as a user does.
package final class Browser: Sendable {
  private let session: URLSession
  private let cookies = Shared<[String: String]>([:])
  private let stops = Shared<[String]>([])
  private let user: String
  private let declines: Bool
  private let password = "correct horse"

  /// - Parameter declines: whether the user declines a form that asks for consent.
  package init(user: String = "alice", declines: Bool = false) {
    self.user = user
    self.declines = declines
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    session = URLSession(
      configuration: configuration, delegate: RedirectRefuser(), delegateQueue: nil)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  /// The paths of the pages that required input so far.
  package var pages: [String] { stops.withLock { $0 } }

  /// The browser stays at a page that does not lead to the app.
  package struct Stayed: Error {
    package let path: String
    package let status: Int
  }

  /// Opens a page and returns the URL of the redirect to the app.
  ///
  /// - Parameter app: the app's URL, if it is on the web.
  package func open(
    _ url: URL, backTo app: String? = nil, upTo hops: Int = 12
  ) async throws -> URLComponents {
    var url = url
    for _ in 0..<hops {
      let isBack = app.map { url.absoluteString.hasPrefix("\($0)?") } ?? false
      if isBack || !["http", "https"].contains(url.scheme),
        let back = URLComponents(url: url, resolvingAgainstBaseURL: true)
      {
        return back
      }
      var (page, response) = try await send(URLRequest(url: url))
      if let form = HTMLForm(page) { (page, response) = try await submit(form, to: url) }
      guard let location = response.value(forHTTPHeaderField: "Location"),
        let next = URL(string: location, relativeTo: url)?.absoluteURL
      else { throw Stayed(path: url.path, status: response.statusCode) }
      url = next.path == "/login.html" ? try await logIn(next) : next
    }
    throw Stayed(path: url.path, status: 0)
  }

  private func logIn(_ page: URL) async throws -> URL {
    stops.withLock { $0.append(page.path) }
    let query = URLComponents(url: page, resolvingAgainstBaseURL: true)?.parameters ?? [:]
    guard let client = query["client_id"],
      let back = query["callback_url"].flatMap({ URL(string: $0 + "&g_continue=1") })
    else { throw Stayed(path: page.path, status: 0) }
    try await post("/api/auth/", ["username": user, "password": password], "POST", page)
    try await post("/api/auth/grant/\(client)", ["scope": query["scope"] ?? ""], "PUT", page)
    return back
  }

  private func post(
    _ path: String, _ body: [String: String], _ method: String, _ page: URL
  ) async throws {
    guard let url = URL(string: path, relativeTo: page)?.absoluteURL else {
      throw Stayed(path: path, status: 0)
    }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(body)
    let status = try await send(request).1.statusCode
    guard status == 200 else { throw Stayed(path: path, status: status) }
  }

  /// Submits a form to the page that it came from.
  private func submit(_ form: HTMLForm, to url: URL) async throws -> (String, HTTPURLResponse) {
    stops.withLock { $0.append(url.path) }
    var fields = form.fields.merging(["username": user, "password": password]) { field, known in
      field.isEmpty ? known : field
    }
    if declines { fields["allow"] = nil }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    var body = URLComponents()
    body.queryItems = fields.map { URLQueryItem(name: $0, value: $1) }
    let text = body.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B") ?? ""
    request.httpBody = Data(text.utf8)
    return try await send(request)
  }

  private func send(_ request: URLRequest) async throws -> (String, HTTPURLResponse) {
    var request = request
    let known = cookies.withLock { $0.map { "\($0)=\($1)" }.joined(separator: "; ") }
    if !known.isEmpty { request.setValue(known, forHTTPHeaderField: "Cookie") }
    let (data, response) = try await session.data(for: request)
    guard let url = request.url, let http = response as? HTTPURLResponse else {
      throw Stayed(path: "", status: 0)
    }
    let headers = http.value(forHTTPHeaderField: "Set-Cookie").map { ["Set-Cookie": $0] } ?? [:]
    for cookie in HTTPCookie.cookies(withResponseHeaderFields: headers, for: url) {
      cookies.withLock { $0[cookie.name] = cookie.value.isEmpty ? nil : cookie.value }
    }
    return (String(decoding: data, as: UTF8.self), http)
  }
}

/// The fields of a page's form, with their values.
private struct HTMLForm {
  let fields: [String: String]

  init?(_ page: String) {
    let inputs = page.matches(of: /<input\b[^>]*>/).map { input in
      Dictionary(
        input.0.matches(of: /([a-z]+)="([^"]*)"/).map { (String($0.1), String($0.2)) },
        uniquingKeysWith: { first, _ in first })
    }
    fields = Dictionary(
      inputs.compactMap { input in input["name"].map { ($0, Self.text(input["value"] ?? "")) } },
      uniquingKeysWith: { first, _ in first })
    if fields.isEmpty { return nil }
  }

  private static func text(_ html: String) -> String {
    [("&quot;", "\""), ("&#x27;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
      .reduce(html) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
}

extension URLComponents {
  /// The query's values by name, with form decoding.
  package var parameters: [String: String] {
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
