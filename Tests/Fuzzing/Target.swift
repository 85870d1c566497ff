// The parts of the generator, and of what apps link, that read input, each as a function of bytes.

import AuthGenLanguage

enum Target {
  /// What is done with an input, by the target's name.
  static let all: [String: @Sendable ([UInt8]) -> Void] = [
    "parser": parse, "schema": buildSchema, "introspection": readIntrospection,
    "configuration": readConfiguration, "mustache": renderTemplates,
    "operations": validateOperations, "connectors": readConnectors, "pipeline": runPipeline,
    "report": renderReport, "responses": readResponse, "http": receive, "links": openLink,
    "loopback": listen, "sessions": restoreSession, "horizon": logInWithHorizon,
    "openid": logInWithOpenID, "ory": logInWithOry, "prelude": logInWithPrelude,
    "certificates": checkServer, "streams": readStream, "results": combineResult,
    "sockets": runSocket, "frames": readFrames,
  ]

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
