// The parts of the generator, and of what apps link, that read input, each as a function of bytes.

import AuthGenLanguage

enum Target: String, CaseIterable {
  case parser
  case schema
  case introspection
  case configuration
  case mustache
  case operations
  case connectors
  case pipeline
  case report
  case responses
  case http
  case links
  case loopback
  case sessions
  case horizon
  case openid
  case ory
  case prelude
  case certificates
  case streams
  case results
  case sockets
  case frames

  func run(_ input: [UInt8]) {
    switch self {
    case .parser: Self.parse(input)
    case .schema: Self.buildSchema(input)
    case .introspection: Self.readIntrospection(input)
    case .configuration: Self.readConfiguration(input)
    case .mustache: Self.renderTemplates(input)
    case .operations: Self.validateOperations(input)
    case .connectors: Self.readConnectors(input)
    case .pipeline: Self.runPipeline(input)
    case .report: Self.renderReport(input)
    case .responses: Self.readResponse(input)
    case .http: Self.receive(input)
    case .links: Self.openLink(input)
    case .loopback: Self.listen(input)
    case .sessions: Self.restoreSession(input)
    case .horizon: Self.logInWithHorizon(input)
    case .openid: Self.logInWithOpenID(input)
    case .ory: Self.logInWithOry(input)
    case .prelude: Self.logInWithPrelude(input)
    case .certificates: Self.checkServer(input)
    case .streams: Self.readStream(input)
    case .results: Self.combineResult(input)
    case .sockets: Self.runSocket(input)
    case .frames: Self.readFrames(input)
    }
  }

  /// Splits an input with several texts. Lines of `%%%%` separate them; the dictionary contains this line,
  /// and neither GraphQL nor templates need it.
  static func parts(_ input: [UInt8], _ count: Int) -> [[UInt8]] {
    let separator = Array("%%%%\n".utf8)
    var parts: [[UInt8]] = []
    var rest = input[...]
    while parts.count < count - 1, let start = rest.firstIndex(of: separator) {
      parts.append(Array(rest[..<start]))
      rest = rest[(start + separator.count)...]
    }
    parts.append(Array(rest))
    while parts.count < count { parts.append([]) }
    return parts
  }
}

extension ArraySlice<UInt8> {
  fileprivate func firstIndex(of part: [UInt8]) -> Int? {
    indices.first { self[$0] == part[0] && self[$0...].starts(with: part) }
  }
}

/// Requires a condition that holds for all inputs. An input that violates it is a finding.
func require(_ claim: Bool, _ message: @autoclosure () -> String) {
  guard claim else { fatalError(message()) }
}
