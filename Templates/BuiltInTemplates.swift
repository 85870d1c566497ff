// The built-in templates, which the compiler embeds.

package enum BuiltInTemplates {
  /// The templates of `authgen report`, the files in `Templates/report`.
  package static let report: [(name: String, text: [UInt8])] = [
    ("changes", PackageResources.changes_mustache),
    ("coverage", PackageResources.coverage_mustache),
    ("drawing", PackageResources.drawing_mustache),
    ("fragmentTable", PackageResources.fragmentTable_mustache),
    ("legend", PackageResources.legend_mustache),
    ("operationRow", PackageResources.operationRow_mustache),
    ("operationTable", PackageResources.operationTable_mustache),
    ("page", PackageResources.page_mustache),
    ("sessionStates", PackageResources.sessionStates_mustache),
    ("totals", PackageResources.totals_mustache),
  ]
  package static let reportStyle = PackageResources.style_css
  package static let reportScript = PackageResources.script_js

  /// The templates of generated code, the files in `Templates/text`.
  package static let all: [(name: String, text: [UInt8])] = [
    ("assignment", PackageResources.assignment_mustache),
    ("bodyMembers", PackageResources.bodyMembers_mustache),
    ("client", PackageResources.client_mustache),
    ("coding", PackageResources.coding_mustache),
    ("concrete", PackageResources.concrete_mustache),
    ("concreteCall", PackageResources.concreteCall_mustache),
    ("concreteWriteCall", PackageResources.concreteWriteCall_mustache),
    ("connector", PackageResources.connector_mustache),
    ("connectorConstants", PackageResources.connectorConstants_mustache),
    ("definitions", PackageResources.definitions_mustache),
    ("documentation", PackageResources.documentation_mustache),
    ("enum", PackageResources.enum_mustache),
    ("errors", PackageResources.errors_mustache),
    ("fieldWriteCall", PackageResources.fieldWriteCall_mustache),
    ("fieldWriter", PackageResources.fieldWriter_mustache),
    ("header", PackageResources.header_mustache),
    ("initializer", PackageResources.initializer_mustache),
    ("inputCall", PackageResources.inputCall_mustache),
    ("inputEncoding", PackageResources.inputEncoding_mustache),
    ("inputObject", PackageResources.inputObject_mustache),
    ("inputProperties", PackageResources.inputProperties_mustache),
    ("method", PackageResources.method_mustache),
    ("nextSwitch", PackageResources.nextSwitch_mustache),
    ("nullableFields", PackageResources.nullableFields_mustache),
    ("nulls", PackageResources.nulls_mustache),
    ("operation", PackageResources.operation_mustache),
    ("partCall", PackageResources.partCall_mustache),
    ("possibleTypes", PackageResources.possibleTypes_mustache),
    ("property", PackageResources.property_mustache),
    ("propertyReading", PackageResources.propertyReading_mustache),
    ("readCall", PackageResources.readCall_mustache),
    ("requestText", PackageResources.requestText_mustache),
    ("session", PackageResources.session_mustache),
    ("sessionClient", PackageResources.sessionClient_mustache),
    ("sessionPath", PackageResources.sessionPath_mustache),
    ("sessionResult", PackageResources.sessionResult_mustache),
    ("sessionValue", PackageResources.sessionValue_mustache),
    ("sessionValues", PackageResources.sessionValues_mustache),
    ("struct", PackageResources.struct_mustache),
    ("typeMatch", PackageResources.typeMatch_mustache),
    ("variable", PackageResources.variable_mustache),
    ("writeCall", PackageResources.writeCall_mustache),
  ]
}
