// Reads the members of a client's object in a configuration file.

import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenValidation

extension ObjectReader {
  /// - Parameters:
  ///   - names: the names of the clients so far, and their positions.
  ///   - outputs: the normalised output folders so far.
  /// - Returns: nil after an error in a required setting.
  mutating func readClient(
    names: inout [String: Position], outputs: inout [String: Position]
  ) -> Configuration.Client? {
    let name = require("name", .placed(.clientName), example: "\"Shop\"")
    let schema = require("schema", .oneOrMore(.path), example: "\"schema.graphql\"")
    let operations = require("operations", .oneOrMore(.path), example: "\"Operations\"")
    let output = read("output", .placed(.path))
    if let name { checkName(name, &names) }
    if let output { checkOutput(output, &outputs) }

    var client = Configuration.Client(
      settings: ClientSettings(name: name?.value ?? ""), schema: schema ?? [],
      operations: operations ?? [], output: output?.value)
    object("options") { $0.readOptions(&client) }
    object("authentication") { $0.readAuthentication(&client.settings) }
    return name == nil || schema == nil || operations == nil ? nil : client
  }

  private mutating func checkName(
    _ name: ClientSettings.Placed<String>, _ names: inout [String: Position]
  ) {
    guard let earlier = names[name.value] else {
      names[name.value] = name.position
      return
    }
    report(
      "duplicate client name \"\(name.value)\"", at: name.position,
      notes: [.init(earlier, "the other one is here")], help: "rename one of them")
  }

  private mutating func checkOutput(
    _ output: ClientSettings.Placed<String>, _ outputs: inout [String: Position]
  ) {
    let folder = normalized(output.value)
    guard let earlier = outputs[folder] else {
      outputs[folder] = output.position
      return
    }
    report(
      "two clients have the output folder \"\(output.value)\"", at: output.position,
      notes: [.init(earlier, "the other one is here")],
      help: "give each client its own folder: authgen removes files of other clients")
  }

  // MARK: Options

  private enum Runtime: String, CaseIterable {
    case library
    case sources
  }

  private mutating func readOptions(_ client: inout Configuration.Client) {
    read(
      "accessLevel", .choice(ClientSettings.AccessLevel.allCases),
      into: &client.settings.accessLevel)
    read("header", .list(of: .line), into: &client.settings.header)
    read("imports", .list(of: .module), into: &client.settings.imports)
    read("caseConversion", .choice(CaseConversion.allCases), into: &client.settings.caseConversion)
    read(
      "deprecatedMembers", .choice(ClientSettings.DeprecatedMembers.allCases),
      into: &client.settings.deprecatedMembers)
    read(
      "documents", .choice(ClientSettings.DocumentForm.allCases), into: &client.settings.documents)
    read("hashable", .boolean, into: &client.settings.isHashable)
    read("encodable", .boolean, into: &client.settings.isEncodable)
    if read("runtime", .choice(Runtime.allCases)) == .sources {
      client.settings.runtimeModule = nil
    }
    client.templates = read("templates", .path)
    read("scalars", .map(of: .scalar) { ($0, $1) }, into: &client.settings.scalars)
    client.settings.errorType = read("errorType", .placed(.graphQLName))
    read("renames", .map(of: .identifier) { ($0, $1) }, into: &client.settings.renames)
    read(
      "schemaErrors", .choice(ValidationOptions.SchemaErrors.allCases),
      into: &client.validation.schemaErrors)
    object("rules") { $0.readRules(&client.validation) }
  }

  private mutating func readRules(_ rules: inout ValidationOptions) {
    let levels: [ValidationOptions.Level] = [.off, .warning, .error]
    read("NoUnusedFragments", .choice(levels), into: &rules.unusedFragments)
    read("DeprecatedImplementation", .choice(levels), into: &rules.deprecatedImplementations)
  }

  // MARK: Authentication

  private mutating func readAuthentication(_ settings: inout ClientSettings) {
    settings.authenticated = read("authenticated", .list(of: .placed(.word)))
    read("secrets", .list(of: .placed(.word)), into: &settings.secrets)
    read("weights", .map(of: .wholeNumber) { ($0, $1) }, into: &settings.weights)
    settings.maximumWeight = read("maximumWeight", .wholeNumber)
    read("rateLimits", .map(of: .word) { ($0, $1) }, into: &settings.rateLimits)
    if let features = read("features", .list(of: .word)) { settings.features = Set(features) }
    object("directives") { $0.readDirectives(&settings.directives) }
  }

  private mutating func readDirectives(_ names: inout ClientSettings.DirectiveNames) {
    read("authenticated", .directiveName, into: &names.authenticated)
    read("feature", .directiveName, into: &names.feature)
    read("weight", .directiveName, into: &names.weight)
    read("rateLimit", .directiveName, into: &names.rateLimit)
  }
}

/// Returns the path without empty parts and ".", with each ".." resolved if it follows another
/// part.
private func normalized(_ path: String) -> String {
  var parts: [Substring] = []
  for part in path.split(separator: "/") where part != "." {
    if part == "..", let last = parts.last, last != ".." {
      parts.removeLast()
    } else if part != ".." || !path.hasPrefix("/") {
      parts.append(part)
    }
  }
  return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
}
