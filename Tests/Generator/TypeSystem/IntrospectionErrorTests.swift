// Tests the errors of invalid introspection responses, and their positions.

import AuthGenLanguage
import AuthGenTestSupport
import AuthGenTypeSystem
import Testing

@Suite struct IntrospectionErrorTests {
  private func expectError(
    _ text: String, _ message: String, notes: [String] = [], help: String? = nil,
    rule: Diagnostic.Rule = .introspection,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let marked = MarkedText(text)
    let workspace = SchemaWorkspace()
    do {
      let source = try workspace.sources.add(path: "schema.json", bytes: marked.bytes)
      do throws(Diagnostic) {
        _ = try Document.introspection(
          source, symbols: &workspace.symbols, sources: &workspace.sources)
        Issue.record("no error", sourceLocation: sourceLocation)
      } catch {
        let differences = marked.differences(
          of: error, in: source, rule: rule, message: message, notes: notes, help: help)
        #expect(differences == [], sourceLocation: sourceLocation)
      }
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }

  /// Returns a valid response with these types.
  private func response(types: String, directives: String = "") -> String {
    """
    {"__schema": {"queryType": {"name": "Query"}, "types": [\(types)], "directives": [\(directives)]}}
    """
  }

  /// Returns a valid response with this rest of a field.
  private func response(field: String) -> String {
    response(types: #"{"kind": "OBJECT", "name": "A", "interfaces": [], "fields": [\#(field)]}"#)
  }

  private func response(type: String) -> String {
    response(field: #"{"name": "a", "args": [], "type": \#(type)}"#)
  }

  private let incomplete = "use the response to a complete introspection query"

  // MARK: The response

  @Test func serverErrorIsShown() {
    let help =
      "if the server requires a login, fetch the schema with `authgen-fetch URL --output FILE "
      + "--header 'NAME: VALUE'`; many servers refuse introspection in production: ask for the "
      + "schema file instead"
    expectError(
      #"{"errors": [{"message": ▲"Introspection is \"off\""}, {"message": "b"}], "data": null}"#,
      "the server returned an error: Introspection is \"off\"", help: help)
    expectError(
      #"{"errors": [{"message": ▲"no"}], "data": {"__schema": null}}"#,
      "the server returned an error: no", help: help)
    expectError(
      #"{"errors": [▲{"code": 1}]}"#,
      "the server returned an error: an error without a message", help: help)
    expectError(
      #"{"errors": [▲"no"]}"#,
      "the server returned an error: an error without a message", help: help)
  }

  @Test func errorsBesideACompleteSchemaAreIgnored() throws {
    let text = #"{"errors": [{"message": "a"}], "data": \#(response(types: ""))}"#
    #expect(try SchemaWorkspace().document(text).definitions.count == 1)
  }

  @Test func otherJSONIsAnError() {
    let message = "expected an introspection response here"
    let help =
      "it has a member \"__schema\", in an object or in the \"data\" of a response; fetch the "
      + "schema with `authgen-fetch URL --output FILE --header 'NAME: VALUE'`"
    expectError("▲{}", message, help: help)
    expectError(#"{"data": ▲{}}"#, message, help: help)
    expectError(#"{"data": ▲{"__schema": null}}"#, message, help: help)
    expectError(#"▲{"data": null, "errors": []}"#, message, help: help)
    expectError("▲[]", "expected an object here, found an array")
    expectError(#"{"data": ▲"x"}"#, "expected an object here, found a string")
    expectError(#"{"__schema": ▲[]}"#, "expected an object here, found an array")
    expectError(
      "△{▲", "expected a name in quotes, found the end of the file",
      notes: ["\"{\" is not closed"], help: "add the missing \"}\"", rule: .json)
  }

  // MARK: Members

  @Test func errorNamesTheMissingMember() {
    expectError(#"{"__schema": ▲{"types": []}}"#, "\"queryType\" is missing here", help: incomplete)
    expectError(
      #"{"__schema": ▲{"queryType": {"name": "Q"}}}"#, "\"types\" is missing here", help: incomplete
    )
    expectError(
      #"{"__schema": {"queryType": ▲{}, "types": []}}"#, "\"name\" is missing here",
      help: incomplete)
    expectError(response(types: #"▲{"name": "A"}"#), "\"kind\" is missing here", help: incomplete)
    for (kind, key) in [
      ("OBJECT", "interfaces"), ("INTERFACE", "fields"), ("UNION", "possibleTypes"),
      ("ENUM", "enumValues"), ("INPUT_OBJECT", "inputFields"),
    ] {
      expectError(
        response(types: #"▲{"kind": "\#(kind)", "name": "A"}"#), "\"\(key)\" is missing here",
        help: incomplete)
      expectError(
        response(types: #"{"kind": "\#(kind)", "name": "A", "\#(key)": ▲null}"#),
        "\"\(key)\" must not be null here")
      expectError(
        response(types: #"{"kind": "\#(kind)", "name": "A", "\#(key)": ▲"a"}"#),
        "expected an array here, found a string")
      expectError(
        response(types: #"{"kind": "\#(kind)", "name": "A", "\#(key)": [▲1]}"#)
          .replacing("\"interfaces\": [▲1]", with: "\"interfaces\": [], \"fields\": [▲1]"),
        "expected an object here, found a number")
    }
    expectError(
      response(field: #"▲{"name": "a", "type": {"kind": "SCALAR", "name": "A"}}"#),
      "\"args\" is missing here", help: incomplete)
    expectError(
      response(field: #"▲{"name": "a", "args": []}"#), "\"type\" is missing here", help: incomplete)
    expectError(
      response(types: "", directives: #"▲{"name": "a", "args": []}"#),
      "\"locations\" is missing here", help: incomplete)
  }

  @Test func memberOfAnotherTypeIsAnError() {
    expectError(
      response(types: #"{"kind": "SCALAR", "name": ▲1}"#), "expected a string here, found a number")
    expectError(
      response(types: #"{"kind": ▲true, "name": "A"}"#),
      "expected the kind of a type here, found true")
    expectError(
      response(types: #"{"kind": "SCALAR", "name": "A", "description": ▲[]}"#),
      "expected a string here, found an array")
    expectError(
      response(
        types: #"{"kind": "INPUT_OBJECT", "name": "A", "inputFields": [], "isOneOf": ▲"a"}"#),
      "expected true or false here, found a string")
    expectError(
      response(
        types: #"{"kind": "ENUM", "name": "A", "enumValues": [{"name": "B", "isDeprecated": ▲1}]}"#),
      "expected true or false here, found a number")
    expectError(
      response(types: "", directives: #"{"name": "a", "args": [], "locations": [▲{}]}"#),
      "expected a string here, found an object")
  }

  @Test func repeatedMemberIsAnError() {
    expectError(
      response(types: #"{"kind": "SCALAR", △"name": "A", ▲"name": "B"}"#),
      "\"name\" is given twice", notes: ["the first one"])
  }

  @Test func invalidNameIsAnError() {
    let help = "use letters, digits and underscores, no digit first"
    for name in ["", "1a", "a b", "né"] {
      expectError(
        response(types: #"{"kind": "SCALAR", "name": ▲"\#(name)"}"#), "\"\(name)\" is not a name",
        help: help)
    }
  }

  @Test func textWithLoneSurrogateIsAnError() {
    let help = "a character beyond U+FFFF is escaped as two: \\ud83d\\ude00"
    expectError(
      response(types: #"{"kind": "SCALAR", "name": "A", "description": "é\n▲\ud83d"}"#),
      "half of a surrogate pair in a string", help: help)
  }

  // MARK: Types and values

  @Test func unknownKindOfTypeIsAnError() {
    let help =
      "the kinds are SCALAR, OBJECT, INTERFACE, UNION, ENUM and INPUT_OBJECT, and in "
      + "references to types LIST and NON_NULL"
    for kind in ["LIST", "object", "MAP"] {
      expectError(
        response(types: #"{"kind": ▲"\#(kind)", "name": "A"}"#),
        "unexpected kind of type \"\(kind)\"", help: help)
    }
  }

  @Test func typeReferenceWithoutNamedTypeIsAnError() {
    let help = "the introspection query must ask for \"ofType\" more levels deep"
    expectError(
      response(type: #"{"kind": "LIST", "ofType": ▲{"kind": "NON_NULL"}}"#),
      "\"ofType\" is missing here", help: help)
    expectError(
      response(type: #"{"kind": "LIST", "ofType": ▲null}"#), "\"ofType\" must not be null here",
      help: help)
    expectError(
      response(type: #"{"kind": "SCALAR", "name": ▲null}"#), "\"name\" must not be null here")
    expectError(response(type: "▲\"Int\""), "expected an object here, found a string")
    expectError(
      response(
        type:
          #"{"kind": "NON_NULL", "ofType": ▲{"kind": "NON_NULL", "ofType": {"kind": "SCALAR", "name": "A"}}}"#
      ),
      "a NON_NULL type cannot wrap another one")
  }

  @Test func listTypesNestAtMostThirtyLevels() throws {
    func type(_ lists: Int) -> String {
      String(repeating: #"{"kind": "LIST", "ofType": "#, count: lists)
        + #"{"kind": "SCALAR", "name": "A"}"# + String(repeating: "}", count: lists)
    }
    #expect(try SchemaWorkspace().document(response(type: type(30))).definitions.count == 2)
    let outer = String(repeating: #"{"kind": "LIST", "ofType": "#, count: 30)
    let close = String(repeating: "}", count: 30)
    expectError(
      response(type: outer + "▲" + type(400) + close),
      "list types are nested more than 30 levels deep")
  }

  @Test func unknownDirectiveLocationIsAnError() {
    expectError(
      response(
        types: "", directives: #"{"name": "a", "args": [], "locations": ["FIELD", ▲"field"]}"#),
      "unknown directive location \"field\"")
  }

  /// Servers write default values in the notation of their own language, or as JSON.
  @Test(
    arguments: [
      (#""""#, #""""#), (#""[1, )]""#, #""[1, )]""#), (#""{status=OPEN}""#, #""{status=OPEN}""#),
      (#""$a""#, #""$a""#), (#""01""#, #""01""#), (#""None""#, "None"), (#""[\"A\"]""#, #"["A"]"#),
      ("10", "10"), ("-1.5e3", "-1.5e3"), ("true", "true"), (#"{"a": ["b"]}"#, #"{a: ["b"]}"#),
      ("null", nil),
    ] as [(String, String?)])
  func defaultValueOfAnyFormIsRead(_ value: String, _ printed: String?) throws {
    let text = response(
      field: """
        {"name": "a", "args": [{"name": "b", "type": {"kind": "SCALAR", "name": "C"},
         "defaultValue": \(value)}], "type": {"kind": "SCALAR", "name": "D"}}
        """)
    let workspace = SchemaWorkspace()
    let source = try workspace.sources.add(path: "schema.json", bytes: Array(text.utf8))
    let document = try Document.introspection(
      source, symbols: &workspace.symbols, sources: &workspace.sources)
    let schema = try Schema(
      [document], symbols: &workspace.symbols, sources: &workspace.sources)
    let sdl = SchemaPrinter.print(
      schema, symbols: workspace.symbols, sources: workspace.sources)
    #expect(
      String(decoding: sdl, as: UTF8.self).contains(
        "a(b: C\(printed.map { " = \($0)" } ?? "")): D"))
  }
}
