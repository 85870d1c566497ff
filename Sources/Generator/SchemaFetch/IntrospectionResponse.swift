// A response to an introspection query, and the diagnostics of unexpected responses.

import AuthGenCommandLine
import AuthGenLanguage
import AuthGenRuntime
import AuthGenTypeSystem

struct IntrospectionResponse: Sendable {
  let body: [UInt8]
  let value: JSONValue

  /// - Throws: an error if the response is not a GraphQL response.
  init(_ response: HTTPResponse) throws(FetchError) {
    body = Array(response.body)
    let status = response.status
    var sources = SourceMap()
    let source: Source
    do throws(Diagnostic) {
      source = try sources.add(path: "the response", bytes: body)
    } catch {
      throw FetchError(error.message)
    }
    do throws(Diagnostic) {
      value = try JSONValue.parse(source)
    } catch {
      throw Self.notJSON(response, source, error)
    }
    guard value["data"] != nil || value["errors"] != nil else {
      if !(200..<300).contains(status) { throw Self.status(status) }
      throw FetchError(
        "the response is JSON, but not a GraphQL response",
        help: "it has neither \"data\" nor \"errors\": use the URL of the endpoint")
    }
    if [401, 403].contains(status) { throw Self.status(status) }
  }

  var hasSchema: Bool { value["data"]?["__schema"]?.object != nil }

  /// The first of the server's errors, shortened if it is long.
  var errorMessage: String? {
    guard let errors = value["errors"]?.array, let first = errors.first else { return nil }
    let message = first["message"]?.string?.text ?? "an error without a message"
    let text = String(message.map { $0.isNewline ? " " : $0 }).harmless()
    return text.count > 300 ? text.prefix(300) + "…" : text
  }

  /// The error for a response without a schema.
  var refusal: FetchError {
    FetchError(
      "the server refuses introspection: \(errorMessage ?? "its response has no schema")",
      help: "many servers do so in production, or without credentials: see --header, or ask the"
        + " operator for the schema file")
  }

  private static func notJSON(
    _ response: HTTPResponse, _ source: Source, _ error: Diagnostic
  ) -> FetchError {
    guard (200..<300).contains(response.status) else { return status(response.status) }
    if source.bytes.isEmpty { return FetchError("the response is empty") }
    let isHTML = response.headers["Content-Type"]?.lowercased().contains("html") ?? false
    if let found = WebPage(source)?.kind ?? (isHTML ? "an HTML page" : nil) {
      return FetchError(
        "expected a schema, found \(found)",
        help: "the endpoint often is /graphql; if the server requires a login, send a credential:"
          + " --header 'Authorization: Bearer ${VARIABLE}'")
    }
    return FetchError(
      "the response is not JSON: \(error.message)", help: "use the URL of a GraphQL endpoint")
  }

  private static func status(_ status: Int) -> FetchError {
    switch status {
    case 401, 403:
      FetchError(
        "the server requires a valid credential (status \(status))",
        help: "send one from the environment: --header 'Authorization: Bearer ${VARIABLE}'")
    case 404, 405, 410:
      FetchError(
        "there is no GraphQL endpoint at this URL (status \(status))",
        help: "it often is /graphql")
    case 429:
      FetchError("the server received too many requests (status 429)")
    case 500...599:
      FetchError("the server failed (status \(status))", help: "try again later")
    default:
      FetchError("the server refuses the request (status \(status))")
    }
  }
}
