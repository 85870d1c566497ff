// The listener's responses. They contain nothing of a request.

import Foundation

/// The response to one request. The connection ends after it.
package enum LoopbackResponse: Hashable, Sendable {
  /// The redirect has arrived. The result of the login is not known yet.
  case page
  /// A redirect that does not belong to the login under way.
  case otherLogin
  case badRequest, notFound, methodNotAllowed, tooLarge

  var bytes: [UInt8] {
    let fields = [
      "HTTP/1.1 \(status)",
      "Content-Type: text/html; charset=utf-8",
      "Content-Length: \(body.utf8.count)",
      // The page's address contains the code.
      "Cache-Control: no-store",
      "Referrer-Policy: no-referrer",
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options: nosniff",
      "Connection: close",
    ]
    let allow = self == .methodNotAllowed ? ["Allow: GET"] : []
    return Array(((fields + allow + ["", ""]).joined(separator: "\r\n") + body).utf8)
  }

  private var status: String {
    switch self {
    case .page: "200 OK"
    case .otherLogin, .badRequest: "400 Bad Request"
    case .notFound: "404 Not Found"
    case .methodNotAllowed: "405 Method Not Allowed"
    case .tooLarge: "431 Request Header Fields Too Large"
    }
  }

  private var body: String {
    switch self {
    case .page:
      Self.page("Back to the app", "The app goes on from here. You can close this window.")
    case .otherLogin:
      Self.page(
        "Another login",
        "This page is from another login. Continue in the newest window, or cancel the login in "
          + "the app and begin again.")
    default: Self.page(status, "This is not the page that the app waits for.")
    }
  }

  private static func page(_ title: String, _ text: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title)</title>
    </head>
    <body>
    <h1>\(title)</h1>
    <p>\(text)</p>
    </body>
    </html>

    """
  }
}
