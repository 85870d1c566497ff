// Reads the server's introspection features from the response to the probe.

import AuthGenLanguage

extension IntrospectionFeatures {
  /// - Parameter data: the data of the response to `probe`. Features that are missing in it are
  ///   unsupported.
  init(probed data: JSONValue?) {
    func has(_ type: String, _ field: String, argument: String? = nil) -> Bool {
      let fields = data?[type]?["fields"]?.array ?? []
      guard let found = fields.first(where: { $0["name"]?.string?.text == field }) else {
        return false
      }
      guard let argument else { return true }
      return (found["args"]?.array ?? []).contains { $0["name"]?.string?.text == argument }
    }
    let isDeprecated = has("inputValue", "isDeprecated") && has("inputValue", "deprecationReason")
    func lists(_ type: String, _ field: String) -> Bool {
      isDeprecated && has(type, field, argument: "includeDeprecated")
    }
    self.init(
      schemaDescription: has("schema", "description"),
      specifiedByURL: has("type", "specifiedByURL"),
      repeatableDirectives: has("directive", "isRepeatable"), oneOf: has("type", "isOneOf"),
      deprecatedFieldArguments: lists("field", "args"),
      deprecatedDirectiveArguments: lists("directive", "args"),
      deprecatedInputFields: lists("type", "inputFields"))
  }
}
