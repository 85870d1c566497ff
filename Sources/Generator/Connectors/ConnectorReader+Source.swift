// Reads `@source`: the settings that all connectors of a schema share.

import AuthGenLanguage
import AuthGenTypeSystem

/// The server that a schema's connectors call.
struct ServiceSource {
  let name: String
  let baseURL: String
  let headers: [RequestHeader]
  let successes: [ClosedRange<Int>]
  let directive: Directive
}

extension ConnectorReader {
  mutating func source() -> ServiceSource? {
    let directives = schema.definitions.flatMap(\.directives)
      .filter { $0.name.symbol == specification.source }
    guard let first = directives.first else {
      diagnostics.report(
        "the schema links the connect specification, but has no source",
        at: specification.position,
        help: "add @source(name: \"api\", http: { baseURL: \"https://…\" }) to the schema")
      return nil
    }
    for directive in directives.dropFirst() {
      diagnostics.reportUnsupported(
        "a second source", at: directive.position,
        instead: "a client calls one server: give the other one a client of its own")
    }
    guard let name = text(first.argument("name", symbols)),
      let http = first.argument("http", symbols)
    else {
      diagnostics.report(
        "the source has no http", at: first.position,
        help: "add http: { baseURL: \"https://…\" }")
      return nil
    }
    refuse(["path", "queryParams"], in: http)
    let baseURL = text(http.field("baseURL", symbols)) ?? ""
    checkBaseURL(baseURL, at: http.field("baseURL", symbols)?.position ?? http.position)
    return ServiceSource(
      name: name, baseURL: baseURL, headers: headers(http, of: nil).headers,
      successes: successes(first) ?? SuccessStatuses.usual, directive: first)
  }

  private mutating func checkBaseURL(_ url: String, at position: Position) {
    let rest = url.hasPrefix("https://") ? url.dropFirst(8) : url.dropFirst(url.count)
    let host = rest.prefix { $0 != "/" }
    guard !host.isEmpty, !url.contains("{"),
      url.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) })
    else {
      return diagnostics.report(
        "the base URL must be an https URL", at: position,
        help: "write one such as \"https://api.example.com/v1\"; apps may configure another")
    }
  }
}
