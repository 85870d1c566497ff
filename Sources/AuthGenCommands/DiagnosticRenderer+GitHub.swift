// Diagnostics as workflow commands of GitHub Actions: `::error file=…,line=…,col=…,title=…::message`.
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions

import AuthGenLanguage

extension DiagnosticRenderer {
  func appendWorkflowCommand(_ diagnostic: Diagnostic, to text: inout [UInt8]) {
    var properties: [String] = []
    if let location = sources.location(of: diagnostic.position) {
      properties = [
        "file=\(Self.escaped(location.path, isProperty: true))", "line=\(location.line)",
        "col=\(location.column)",
      ]
    }
    properties.append("title=\(Self.escaped(diagnostic.rule, isProperty: true))")
    let command =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      }
    let message = Self.escaped(diagnostic.message, isProperty: false)
    text.append("::\(command) \(properties.joined(separator: ","))::\(message)\n")
  }

  /// Line ends and percent signs would end the command or change its meaning; so would colons and
  /// commas in properties.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result.append(contentsOf: "%25".unicodeScalars)
      case "\r": result.append(contentsOf: "%0D".unicodeScalars)
      case "\n": result.append(contentsOf: "%0A".unicodeScalars)
      case ":" where isProperty: result.append(contentsOf: "%3A".unicodeScalars)
      case "," where isProperty: result.append(contentsOf: "%2C".unicodeScalars)
      default: result.append(scalar.harmless)
      }
    }
    return String(result)
  }
}
