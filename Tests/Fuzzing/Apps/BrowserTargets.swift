// Fuzzes what the browser brings back to an app.

import AuthGenBrowser
import AuthGenWebLogin
import Foundation

extension Target {
  /// A redirect URI, and a link that opens the app. A link that is read as the redirect leads to that URI for
  /// Foundation, too, and has its parameters once.
  static func openLink(_ input: [UInt8]) {
    let parts = parts(input, 2).map { String(decoding: $0, as: UTF8.self) }
    let redirectURI: RedirectURI
    do throws(InvalidRedirectURI) {
      redirectURI = try RedirectURI(parts[0], allowsLocalhost: true)
    } catch {
      requireRedacted(error)
      return
    }
    require(redirectURI.description == parts[0], "a redirect URI changes")
    _ = redirectURI.has("state")
    guard let url = URL(string: parts[1]) else { return }
    do throws(CallbackError) {
      let callback = try Callback(url, to: redirectURI)
      requireRedacted(callback)
      check(callback, of: url, to: parts[0])
    } catch {
      requireRedacted(error)
    }
  }

  private static func check(_ callback: Callback, of url: URL, to redirectURI: String) {
    guard let link = URLComponents(url: url, resolvingAgainstBaseURL: false),
      let expected = URLComponents(string: redirectURI)
    else { fatalError("Foundation does not read what is accepted") }
    require(
      link.scheme?.lowercased() == expected.scheme?.lowercased()
        && link.host?.lowercased() == expected.host?.lowercased()
        && link.user == nil && link.password == nil,
      "the link leads to \(link.host ?? "no host")")
    for name in ["code", "state", "error", "iss"] {
      let query = link.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%20")
      var decoded = URLComponents()
      decoded.percentEncodedQuery = query
      let values = (decoded.queryItems ?? []).filter { $0.name == name }.map { $0.value ?? "" }
      require(
        values == (callback[name].map { [$0] } ?? []),
        "the parameter \(name) is \(callback[name] ?? "missing"), for Foundation \(values)")
    }
  }

  /// Bytes that a program sends to the listener. How they arrive makes no difference, and only a path of the
  /// listener is a redirect.
  static func listen(_ input: [UInt8]) {
    let address = LoopbackAddress(host: "127.0.0.1", port: 50_000, path: "/callback")
    var whole = LoopbackRequest()
    let verdict = whole.verdict(adding: input, at: address)
    var inPieces = LoopbackRequest()
    var later: LoopbackVerdict?
    var rest = input[...]
    var size = 1
    while later == nil, !rest.isEmpty {
      later = inPieces.verdict(adding: rest.prefix(size), at: address)
      rest = rest.dropFirst(size)
      size = size * 3 % 64
    }
    // A verdict can come before the bytes that would change it.
    if rest.isEmpty { require(later == verdict, "pieces change the verdict") }
    guard case .callback(let url) = verdict else { return }
    require(
      url.scheme == "http" && url.host() == "127.0.0.1" && url.port == 50_000
        && url.path == "/callback" && url.user == nil && url.fragment == nil,
      "a redirect to \(url)")
  }
}
