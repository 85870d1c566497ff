// Tests which form a schema's file has, and that pages for browsers are recognised.

import AuthGenLanguage
import AuthGenTestSupport
import AuthGenTypeSystem
import Testing

@Suite struct DocumentSchemaTests {
  private let help =
    "the server may require a login: fetch the schema with `authgen-fetch URL --output FILE "
    + "--header 'NAME: VALUE'`"

  @Test(arguments: [
    ("▲<!DOCTYPE html><html><body>Log in</body></html>", "an HTML page"),
    ("\u{FEFF}\n \t▲<!doctype HTML>", "an HTML page"),
    ("▲<html>\r\n<head><title>302 Found</title></head>", "an HTML page"),
    ("▲<!-- page --><HTML lang='en'>", "an HTML page"),
    ("▲<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>", "an XML document"),
    ("▲<", "an XML document"),
  ])
  func pageForBrowsersIsRecognised(_ text: String, _ kind: String) throws {
    let marked = MarkedText(text)
    let workspace = SchemaWorkspace()
    let source = try workspace.sources.add(path: "schema.graphql", bytes: marked.bytes)
    let error = #expect(throws: Diagnostic.self) {
      _ = try Document.schema(source, symbols: &workspace.symbols, sources: &workspace.sources)
    }
    let differences = marked.differences(
      of: try #require(error), in: source, rule: .syntax,
      message: "expected a schema, found \(kind)", notes: [], help: help)
    #expect(differences == [])
  }

  @Test func bothFormsOfASchemaAreRead() throws {
    let sdl = "type Query { a: Int } # <html>"
    let json = """
      {"__schema": {"queryType": {"name": "Q"}, "directives": [], "types": [
        {"kind": "SCALAR", "name": "A", "description": "<html>"}]}}
      """
    #expect(try SchemaWorkspace().document(sdl).definitions.count == 1)
    #expect(try !SchemaWorkspace().document(json).definitions.isEmpty)
  }
}
