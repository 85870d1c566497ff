// A server on 127.0.0.1 for login pages.

import Foundation
import Network

/// Answers each request with a page, or with a redirect to the app.
final class PageServer: Sendable {
  let loginPage = "http://127.0.0.1:28473/login"
  let redirectingPage = "http://127.0.0.1:28473/redirect"
  private let listener: NWListener

  init() throws {
    let parameters = NWParameters.tcp
    parameters.allowLocalEndpointReuse = true
    parameters.requiredLocalEndpoint = .hostPort(host: "127.0.0.1", port: 28473)
    listener = try NWListener(using: parameters)
    listener.newConnectionHandler = { connection in
      connection.start(queue: .global())
      connection.receive(minimumIncompleteLength: 1, maximumLength: 65_536) { request, _, _, _ in
        let text = String(decoding: request ?? Data(), as: UTF8.self)
        let response = text.hasPrefix("GET /redirect ") ? Self.redirect : Self.page
        connection.send(
          content: Data(response.utf8), isComplete: true,
          completion: .contentProcessed { _ in connection.cancel() })
      }
    }
    listener.start(queue: .global())
  }

  deinit {
    listener.cancel()
  }

  private static let page = """
    HTTP/1.1 200 OK\r
    Content-Type: text/html\r
    Content-Length: 21\r
    Connection: close\r
    \r
    <p>The login page</p>
    """
  private static let redirect = """
    HTTP/1.1 302 Found\r
    Location: authgen-host:/callback?code=abc\r
    Content-Length: 0\r
    Connection: close\r
    \r

    """
}
