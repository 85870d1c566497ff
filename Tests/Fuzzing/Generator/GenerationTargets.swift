// Fuzzes configurations, templates, operations and the whole pipeline.

import AuthGenCommandLine
import AuthGenGeneration
import AuthGenLanguage
import AuthGenMustache
import AuthGenSwiftModel
import AuthGenTypeSystem
import AuthGenValidation
import Foundation

extension Target {
  static func readConfiguration(_ input: [UInt8]) {
    var sources = SourceMap()
    do throws(Diagnostic) {
      let source = try sources.add(path: "authgen.json", bytes: input)
      render(Configuration.read(source).diagnostics, sources)
    } catch {
      render([error], sources)
    }
  }

  /// Two templates that may include each other, with data of all kinds.
  static func renderTemplates(_ input: [UInt8]) {
    let parts = parts(input, 2)
    let key = (0..<5).map { Key(rawValue: $0) }
    var context = Context()
    let item = context.object([
      (key[0], context.leaf("<b>", escaped: "&lt;b>")), (key[3], context.leaf("other")),
    ])
    let list = context.list([item, context.leaf("x"), .null])
    let root = context.object([
      (key[0], context.leaf("one\ntwo")), (key[1], list), (key[2], item),
      (key[3], context.leaf("main")), (key[4], .bool(true)),
    ])
    var templates = TemplateSet(keys: ["a", "b", "c", "d", "e"])
    for (name, part) in zip(["main", "other"], parts) {
      do throws(MustacheError) {
        try templates.add(name, source: part)
      } catch {
        _ = error.description
      }
    }
    _ = templates.missingPartial?.description
    do throws(MustacheError) {
      _ = try templates.render("main", context: context, root: root)
    } catch {
      _ = error.description
    }
  }

  /// Validates documents against the schema that the environment names.
  static func validateOperations(_ input: [UInt8]) {
    guard let schema = Self.fixedSchema.value else { fatalError("the schema is wrong") }
    var pipeline = Self.fixedSchema.pipeline
    let file = InputFile(path: "operations.graphql", content: input)
    let parsed = pipeline.parseOperations([file])
    if let document = parsed.flatMap({
      pipeline.validateOperations($0, against: schema, options: .strict)
    }) {
      _ = pipeline.model((schema, document), ClientSettings(name: "Fuzz"))
    }
    render(pipeline.diagnostics, pipeline.sources)
  }

  private static let fixedSchema: (pipeline: Pipeline, value: Validated<Schema>?) = {
    let path = ProcessInfo.processInfo.environment["FUZZ_SCHEMA"] ?? ""
    let content = FileManager.default.contents(atPath: path).map { Array($0) } ?? []
    var pipeline = Pipeline()
    let file = InputFile(path: "schema.graphql", content: content)
    let schema = pipeline.validateSchema([file], options: ValidationOptions())
    return (pipeline, schema)
  }()

  /// One byte of options, a client's configuration, a schema and operations. A valid input gives files, and
  /// equal files when repeated.
  static func runPipeline(_ input: [UInt8]) {
    let parts = parts(input, 3)
    var sources = SourceMap()
    var settings = ClientSettings(name: "Fuzz")
    do throws(Diagnostic) {
      let source = try sources.add(path: "authgen.json", bytes: parts[0])
      if let client = Configuration.read(source).configuration?.clients.first {
        settings = client.settings
      }
    } catch {
      render([error], sources)
    }
    var pipeline = Pipeline(sources: sources)
    let files = generate(parts, settings, &pipeline)
    require(
      files != nil || pipeline.diagnostics.contains { $0.severity == .error },
      "the run returned neither files nor an error")
    render(pipeline.diagnostics, pipeline.sources)
    var second = Pipeline(sources: sources)
    require(
      generate(parts, settings, &second).map { $0.map(\.content) }
        == files.map { $0.map(\.content) }, "equal input gives different files")
  }

  private static func generate(
    _ parts: [[UInt8]], _ settings: ClientSettings, _ pipeline: inout Pipeline
  ) -> [GeneratedFile]? {
    let input = ClientInput(
      schema: [InputFile(path: "schema.graphql", content: parts[1])],
      operations: [InputFile(path: "operations.graphql", content: parts[2])],
      outputNames: ["operations.graphql.swift"])
    return pipeline.generate(
      input, settings: settings, options: ValidationOptions(schemaErrors: .used))?.files
  }
}
