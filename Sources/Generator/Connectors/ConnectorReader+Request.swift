// Reads the `http` of `@source` and `@connect`: the method, URL, query, headers and body.

import AuthGenLanguage
import AuthGenTypeSystem

extension ConnectorReader {
  mutating func request(
    _ http: Value, of directive: Directive, on field: FieldDefinition, source: ServiceSource
  ) -> RequestMapping? {
    let known = diagnostics.count
    refuse(["path"], in: http)
    guard let (method, url) = url(http) else { return nil }
    let named = text(directive.argument("source", symbols))
    if let named, named != source.name {
      diagnostics.report(
        "unknown source \"\(named)\"",
        at: directive.argument("source", symbols)?.position ?? directive.position,
        notes: [.init(source.directive.position, "the source is here")],
        help: didYouMean(named, among: [source.name]))
    }
    guard let template = parse(url, MappingParser.template) else { return nil }
    var builder = RequestMappingBuilder(schema: schema, symbols: symbols, field: field)
    let target = builder.target(template, hasSource: named != nil, at: url.position)
    let query =
      parse(http.field("queryParams", symbols), MappingParser.mapping).map { builder.query($0) }
      ?? []
    let bodyText = http.field("body", symbols)
    let body = parse(bodyText, MappingParser.mapping).flatMap { builder.body($0) }
    diagnostics += builder.diagnostics
    let own = headers(http, of: field)
    if method == .get, let bodyText {
      diagnostics.report(
        "a GET request has no body", at: bodyText.position,
        help: "send it in queryParams, or with POST")
    }
    guard let target, !diagnostics.dropFirst(known).hasErrors else { return nil }
    warn(of: field, sent: builder.usedArguments.union(own.usedArguments))
    return RequestMapping(
      method: method, target: target.target, query: target.query + query,
      headers: source.headers.overridden(by: own.headers), body: body)
  }

  /// Returns the HTTP method and its URL.
  private mutating func url(_ http: Value) -> (RequestMapping.Method, Value)? {
    let methods = RequestMapping.Method.allCases.compactMap { method in
      http.field(method.key, symbols).map { (method, $0) }
    }
    if methods.count == 1 { return methods[0] }
    diagnostics.report(
      methods.isEmpty ? "the connector has no URL" : "the connector has several URLs",
      at: http.position, help: "write one of GET, POST, PUT, PATCH and DELETE")
    return nil
  }

  /// - Parameter field: the connector's field; nil for the headers of a source.
  mutating func headers(
    _ http: Value, of field: FieldDefinition?
  ) -> (headers: [RequestHeader], usedArguments: Set<String>) {
    guard case .list(let elements) = http.field("headers", symbols)?.kind else { return ([], []) }
    var headers: [RequestHeader] = []
    var usedArguments: Set<String> = []
    for element in elements {
      refuse(["from"], in: element)
      guard let name = text(element.field("name", symbols)),
        let pieces = parse(element.field("value", symbols), MappingParser.template)
      else { continue }
      var builder = RequestMappingBuilder(schema: schema, symbols: symbols, field: field)
      if let header = builder.header(name, pieces, at: element.position) {
        if headers.contains(where: { $0.hasName(of: header) }) {
          diagnostics.reportUnsupported(
            "a header with two values", at: element.position, instead: "leave one of them")
        } else {
          headers.append(header)
        }
      }
      diagnostics += builder.diagnostics
      usedArguments.formUnion(builder.usedArguments)
    }
    return (headers, usedArguments)
  }

  /// Warns about arguments that the connector does not send.
  private mutating func warn(of field: FieldDefinition, sent: Set<String>) {
    for argument in field.arguments where !sent.contains(symbols[argument.name.symbol]) {
      diagnostics.report(
        .connectors, "the connector does not send \"\(symbols[argument.name.symbol])\"",
        severity: .warning, at: argument.name.position,
        help: "send it in the path, in queryParams, headers or body, or leave the argument out")
    }
  }
}

extension RequestHeader {
  fileprivate func hasName(of other: RequestHeader) -> Bool {
    name.lowercased() == other.name.lowercased()
  }
}

extension [RequestHeader] {
  /// Returns the merged headers. A header in `own` overrides the one of the same name here.
  fileprivate func overridden(by own: [RequestHeader]) -> [RequestHeader] {
    filter { header in !own.contains { $0.hasName(of: header) } } + own
  }
}
