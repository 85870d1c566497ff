// The parts of the generator that read what others wrote, each as a function of bytes.

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
    }
  }

  /// The parts of an input that holds several texts: they are separated by a line of `%%%%`, which
  /// is in the dictionary, and neither GraphQL nor anything that templates need.
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

/// The claim that holds for all inputs; where it does not, the input is a finding.
func require(_ claim: Bool, _ message: @autoclosure () -> String) {
  guard claim else { fatalError(message()) }
}
