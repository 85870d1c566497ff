// Fetches a server's schema as SDL, with two requests. The first asks which features the server's
// introspection has, so the second uses them all and the server rejects neither:
//
//     POST {"query": "query IntrospectionQuery { type: __type(name: \"__Type\") {…"}
//     200  {"data": {"type": {"fields": [{"name": "kind", "args": []}, {"name": "isOneOf", …
//     POST {"query": "query IntrospectionQuery { __schema {…"}
//     200  {"data": {"__schema": {"queryType": {"name": "Query"}, "types": [{"kind": "OBJECT", …
//
// gives type Query { book(id: ID!): Book }. A server that does not answer the first query gets the second one
// as it was in 2018.

import AuthGenLanguage
import AuthGenRuntime
import AuthGenSupport
import AuthGenTypeSystem

struct SchemaFetch {
  private let server: IntrospectionServer

  init(_ options: FetchOptions) {
    server = IntrospectionServer(options)
  }

  /// Returns the server's schema as sorted SDL.
  func sdl() async throws(FetchError) -> [UInt8] {
    let probe = try await server.response(to: IntrospectionFeatures.probe)
    let features = IntrospectionFeatures(probed: probe.value["data"])
    let response = try await server.response(to: features.query)
    guard response.hasSchema else { throw response.refusal }
    return try Self.printed(response)
  }

  /// Prints the schema on a thread with a large stack: default values can be nested as deeply as
  /// the parser allows, which is too deep for the threads of tasks.
  private static func printed(_ response: IntrospectionResponse) throws(FetchError) -> [UInt8] {
    try Threads.run { Result { () throws(FetchError) in try sdl(response) } }.get()
  }

  private static func sdl(_ response: IntrospectionResponse) throws(FetchError) -> [UInt8] {
    if let message = response.errorMessage {
      throw FetchError(
        "the server returned only a part of its schema: \(message)",
        help: "nothing was written; try again, or with other credentials")
    }
    var symbols = SymbolTable()
    var sources = SourceMap()
    do throws(Diagnostic) {
      let source = try sources.add(path: "the response", bytes: response.body)
      let document = try Document.introspection(source, symbols: &symbols, sources: &sources)
      let schema = try Schema([document], symbols: &symbols, sources: &sources)
      return SchemaPrinter.print(schema, symbols: symbols, sources: sources)
    } catch {
      let location = sources.location(of: error.position).map {
        " (at line \($0.line), column \($0.column) of the response)"
      }
      throw FetchError(
        "the response is not a schema: \(error.message)\(location ?? "")", help: error.help)
    }
  }
}
