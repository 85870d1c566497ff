// A random schema, operations on it, and random settings.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenTestSupport
import AuthGenValidation

struct RandomClient {
  let seed: Int
  let schema: RandomSchema
  let operations: RandomOperations
  private let settings: ClientSettings

  init(seed: Int) {
    self.seed = seed
    schema = RandomSchema(seed: seed)
    operations = RandomOperations(schema: schema, seed: seed, count: 8)
    var random = SeededGenerator(seed: seed &* 31)
    var settings = ClientSettings(name: "Property\(seed)")
    settings.accessLevel = random.one(of: ClientSettings.AccessLevel.allCases)
    settings.caseConversion = random.one(of: CaseConversion.allCases)
    settings.deprecatedMembers = random.one(of: ClientSettings.DeprecatedMembers.allCases)
    settings.documents = random.one(of: ClientSettings.DocumentForm.allCases)
    settings.isHashable = random.once(in: 2)
    settings.features = ["PRESENT"]
    // An argument can have a name such as `Secret`.
    settings.notSecret = (["ID", "String"] + schema.scalars).map { .init($0) }
    settings.header = ["A line", "*/ \\(x) \"\"\""]
    if random.once(in: 2) {
      settings.scalars = [
        .init("Day", .init(swiftType: "CalendarDate")),
        .init("Token", .init(swiftType: "Secret")),
      ]
    }
    for type in schema.objectNames {
      for field in schema.fields(type) where random.once(in: 10) {
        let coordinate = "\(type).\(field.name)"
        if field.type.name == "String" { settings.secrets.append(.init(coordinate)) }
        if random.once(in: 3) {
          settings.authenticated = (settings.authenticated ?? []) + [.init(coordinate)]
        }
        if random.once(in: 3) { settings.weights.append(.init(coordinate, 3)) }
      }
    }
    self.settings = settings
  }

  /// - Returns: the files, and the unexpected errors.
  func generate(_ document: String) -> (files: [GeneratedFile]?, errors: [String]) {
    generate([(name: "operations", text: document)])
  }

  func generate(
    _ documents: [(name: String, text: String)]
  ) -> (files: [GeneratedFile]?, errors: [String]) {
    var pipeline = Pipeline()
    let input = ClientInput(
      schema: [InputFile(path: "schema.graphql", content: Array(schema.text.utf8))],
      operations: documents.map {
        InputFile(path: "\($0.name).graphql", content: Array($0.text.utf8))
      },
      outputNames: documents.map { "\($0.name).graphql.swift" })
    let generated = pipeline.generate(input, settings: settings, options: ValidationOptions())
    let errors = pipeline.diagnostics.filter { $0.severity == .error }.map { error in
      let place = pipeline.sources.location(of: error.position)
      return "\(place.map { "\($0.path):\($0.line): " } ?? "")\(error.message)"
    }
    return (generated?.files, errors)
  }
}
