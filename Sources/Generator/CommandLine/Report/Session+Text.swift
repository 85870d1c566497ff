// Describes the settings of a session.

import AuthGenSwiftModel

extension ClientSettings.Session.Placement {
  /// How requests carry the token, which stands as TOKEN.
  var text: String {
    if let variable { return "variable $\(variable.value)" }
    let field = header ?? "Authorization"
    if let template {
      return "\(field): \(template.value.replacing("{token}", with: "TOKEN"))"
    }
    let scheme = scheme ?? (header == nil ? "Bearer" : nil)
    return "\(field): \(scheme.map { "\($0) " } ?? "")TOKEN"
  }
}

extension ClientSettings.Session.Ending {
  /// The sign, such as "status 401".
  var text: String {
    var signs: [String] = []
    if let status { signs.append("status \(status)") }
    if let closeCode { signs.append("WebSocket close code \(closeCode)") }
    if let path = `extension` {
      signs.append(lacks.map { "extensions.\(path) lacks \($0)" } ?? compared("extensions.\(path)"))
    }
    if let member { signs.append(compared("error.\(member)")) }
    if let field { signs.append(compared(field.value)) }
    if let null { signs.append("\(null.value) is null") }
    if !messages.isEmpty { signs.append("error message \(list(messages))") }
    let text = signs.joined(separator: ", ")
    return beforeExecution ? text + ", before execution" : text
  }

  private func compared(_ place: String) -> String { "\(place) is \(list(values))" }

  private func list(_ texts: [String]) -> String { texts.joined(separator: " or ") }
}
