// authgen diff: for two versions of a schema in which Query.me gets the directive @authenticated, it prints
//
//     Breaking
//       Query.me  AUTHENTICATION_ADDED
//         it needs a session now (@authenticated); operations that select it are refused without one
//         was at old.graphql:1:14, now at new.graphql:1:14
//         breaks query Me: operations/Me.graphql:1:12 (selection)
//         Swift: MeQuery: AnonymousOperation → AuthenticatedOperation
//         to do: run `authgen generate`, and call the operations with a session

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSchemaDiff
import AuthGenSwiftModel
import AuthGenTypeSystem
import AuthGenValidation

struct DiffCommand: Command {
  static let name = "diff"
  static let summary =
    "list what a new schema breaks, with the operations and Swift code it touches"
  static let flags: [Flag] = [.config, .client, .operations, .failOn, .diffFormat, .quiet]
  static let operands = ["OLD", "NEW"]
  static let requiredOperandCount = 0

  func run(_ arguments: Arguments) throws -> ExitCode {
    let inputs = try DiffInput.all(arguments)
    var exitCode = ExitCode.success
    for input in inputs {
      let name = inputs.count > 1 ? input.client?.settings.name : nil
      do throws(Project.Problem) {
        let report = try Self.report(input, named: name, arguments)
        Console.write(report.render(arguments.diffFormat))
        if report.fails { exitCode = .failure }
      } catch {
        exitCode = arguments.report(error.diagnostics, sources: error.sources)
      }
    }
    return exitCode
  }

  /// Compares two schemas.
  ///
  /// - Parameter name: the client's name, if the reports of several clients follow one another.
  /// - Throws: the problems of the schemas or the operations.
  static func report(
    _ input: DiffInput, named name: String?, _ arguments: Arguments
  ) throws(Project.Problem) -> DiffReport {
    var pipeline = Pipeline(sources: input.sources)
    let options = ValidationOptions()
    let old = pipeline.validateSchema(input.old, options: options)
    let new = pipeline.validateSchema(input.new, options: options)
    let document = pipeline.parseOperations(input.operations ?? [])
    guard let old, let new, let document else {
      throw Project.Problem(
        diagnostics: pipeline.diagnostics.filter { $0.severity == .error },
        sources: pipeline.sources)
    }
    let settings = input.settings
    let marks = [old, new].map {
      SchemaMarks(
        of: $0.value, settings.directives, symbols: pipeline.symbols, sources: pipeline.sources)
    }
    let client = SchemaDiffClient(
      marks: (marks[0], marks[1]), features: Set(settings.features),
      secretScalars: settings.secretScalars,
      isIntrospection: (input.old + input.new).contains(where: \.isIntrospection))
    let changes = SchemaDiff.changes(
      from: old.value, to: new.value, client: client, symbols: pipeline.symbols,
      sources: pipeline.sources)
    let code =
      changes.isEmpty || input.operations == nil
      ? (nil, nil)
      : (
        pipeline.swiftSymbols(document, old, settings),
        pipeline.swiftSymbols(document, new, settings)
      )
    return DiffReport(
      changes, client: name,
      usage: input.operations.map { _ in
        SchemaUsage(of: changes, in: document, old: old.value, new: new.value)
      },
      code: code, comparesMarks: !client.isIntrospection, failure: arguments.failure,
      showsFailuresOnly: arguments.isQuiet, symbols: pipeline.symbols, sources: pipeline.sources)
  }
}

extension InputFile {
  /// Whether the file is a result of an introspection. SDL does not begin with a brace.
  fileprivate var isIntrospection: Bool {
    text.storage.first { ![0x09, 0x0A, 0x0D, 0x20, 0xBB, 0xBF, 0xEF].contains($0) } == 0x7B
  }
}

extension ClientSettings {
  /// The scalars whose values are secret.
  fileprivate var secretScalars: Set<String> {
    Set(
      scalars.filter { $0.value.swiftType == "Secret" }.map(\.key)
        + secrets.map(\.value).filter { !$0.contains(".") })
  }
}
