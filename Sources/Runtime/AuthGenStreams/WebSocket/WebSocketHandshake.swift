// The opening handshake of a WebSocket.
// https://www.rfc-editor.org/rfc/rfc6455#section-4.1

import AuthGenRuntime
import Foundation

/// The client's side of the opening handshake.
nonisolated struct WebSocketHandshake {
  /// 16 random bytes in Base64.
  let key: String
  let subprotocol: String

  /// - Parameter key: default: a random one.
  init(key: String? = nil, subprotocol: String) {
    self.key =
      key ?? Data((0..<16).map { _ in UInt8.random(in: 0 ... .max) }).base64EncodedString()
    self.subprotocol = subprotocol
  }

  /// The maximum size of the server's response, in bytes.
  static var maximumHeadSize: Int { 65_536 }

  /// The request, as it is sent. The header fields of the handshake replace those of the app.
  func text(_ request: HTTPRequest) -> String {
    let components = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
    let path = components?.percentEncodedPath ?? ""
    let query = components?.percentEncodedQuery.map { "?\($0)" } ?? ""
    let host = components?.encodedHost ?? ""
    let own: HTTPHeaders = [
      "Host": host + (request.url.port.map { ":\($0)" } ?? ""), "Upgrade": "websocket",
      "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key,
      "Sec-WebSocket-Protocol": subprotocol,
    ]
    let headers = request.headers.replaced(by: own)
    let lines = headers.names.map { "\($0): \(headers[$0] ?? "")" }
    return (["GET \(path.isEmpty ? "/" : path)\(query) HTTP/1.1"] + lines + ["", ""])
      .joined(separator: "\r\n")
  }

  /// Reads the server's response.
  ///
  /// - Parameter head: the status line and the header fields.
  /// - Returns: why there is no WebSocket; nil if there is one.
  func failure(_ head: String) -> WebSocketFailure? {
    let lines = head.split(separator: "\r\n")
    let parts = lines.first?.split(separator: " ") ?? []
    guard parts.count >= 2, parts[0].hasPrefix("HTTP/1."), let status = Int(parts[1]) else {
      return .closed(code: 1002)
    }
    if (300..<400).contains(status) {
      return .transport(TransportError(.redirected(status: status), wasSent: true))
    }
    guard status == 101 else { return .refused(status: status) }
    var headers = HTTPHeaders()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return .closed(code: 1002) }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      let name = String(line[..<colon])
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }
    let digest = sha1(Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))
    guard headers[ascii: "Upgrade"]?.lowercased() == "websocket",
      headers[ascii: "Connection"]?.lowercased().split(separator: ",").contains(where: {
        $0.trimmingCharacters(in: .whitespaces) == "upgrade"
      }) == true, headers[ascii: "Sec-WebSocket-Accept"] == Data(digest).base64EncodedString(),
      // The client asks for none.
      headers["Sec-WebSocket-Extensions"] == nil
    else { return .closed(code: 1002) }
    return headers[ascii: "Sec-WebSocket-Protocol"] == subprotocol ? nil : .closed(code: 4406)
  }
}
