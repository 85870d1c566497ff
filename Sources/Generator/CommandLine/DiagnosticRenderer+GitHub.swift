// Diagnostics as workflow commands of GitHub Actions: `::error file=…,line=…,col=…,title=…::message`.
// GitHub shows the message only, so the notes and the help are further lines of it.
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions

import AuthGenLanguage

extension DiagnosticRenderer {
  func appendWorkflowCommand(_ diagnostic: Diagnostic, to text: inout [UInt8]) {
    let command = WorkflowCommand(
      level: diagnostic.severity == .error ? .error : .warning,
      place: sources.location(of: diagnostic.position), title: diagnostic.rule.rawValue,
      message: annotation(diagnostic))
    text.append(command.text)
  }

  /// Returns the message, the notes with their places, and the help, each on its own line.
  private func annotation(_ diagnostic: Diagnostic) -> String {
    var lines = [diagnostic.message]
    for note in diagnostic.notes {
      let place = sources.location(of: note.position).map { "\($0.path):\($0.line):\($0.column): " }
      lines.append("\(place ?? "")note: \(note.message)")
    }
    if let help = diagnostic.help { lines.append("help: \(help)") }
    return lines.joined(separator: "\n")
  }
}

/// One annotation.
struct WorkflowCommand {
  enum Level: String {
    case error
    case warning
    case notice
  }

  let level: Level
  let place: SourceLocation?
  let title: String
  let message: String

  /// The command, with its line end.
  var text: String {
    var properties: [String] = []
    if let place {
      properties = [
        "file=\(escaped(place.path, isProperty: true))", "line=\(place.line)",
        "col=\(place.column)",
      ]
    }
    properties.append("title=\(escaped(title, isProperty: true))")
    let list = properties.joined(separator: ",")
    return "::\(level.rawValue) \(list)::\(escaped(message, isProperty: false))\n"
  }

  /// Escapes line ends and percent signs, which would end the command or change its meaning. In
  /// properties, also escapes colons and commas.
  private func escaped(_ text: String, isProperty: Bool) -> String {
    let special: [Unicode.Scalar: String] = [
      "%": "%25", "\r": "%0D", "\n": "%0A", ":": isProperty ? "%3A" : ":",
      ",": isProperty ? "%2C" : ",",
    ]
    return text.unicodeScalars.map { special[$0] ?? String($0.harmless) }.joined()
  }
}
