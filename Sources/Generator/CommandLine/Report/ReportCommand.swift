// authgen report: for the query Me of a schema that marks Query.me with @authenticated, the page has a row
//
//     Me  query  session needed  weight 1

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel

struct ReportCommand: Command {
  static let name = "report"
  static let summary = "write a page about operations, secrets, costs and coverage, for reviewers"
  static let flags: [Flag] = [
    .config, .client, .schema, .operations, .reportFile, .reportFormat, .schemaErrors, .strict,
    .quiet,
  ]
  /// Two schemas, whose differences the page lists.
  static let operands = ["OLD", "NEW"]
  static let requiredOperandCount = 0

  func run(_ arguments: Arguments) throws -> ExitCode {
    let project = try Project.load(arguments, needsOutput: false)
    guard arguments.schema.isEmpty || !arguments.operations.isEmpty else {
      throw UsageError("--schema requires --operations", help: "name the documents to report on")
    }
    var problems = ProblemReport(arguments)
    var report = Report()
    for client in project.clients {
      var whole = client
      // The page of a feature's target describes the whole client.
      whole.settings.base = nil
      var run = ClientRun(whole, of: project, arguments: arguments)
      let result = run.validate(withOthers: true)
      problems.add(run.diagnostics, of: run)
      if let (input, model) = result, !run.diagnostics.hasErrors {
        report.clients.append(ReportBuilder(run, input, model).report())
      }
    }
    guard problems.exitCode == .success else { return problems.finish() }
    try addChanges(to: &report, arguments)
    let text =
      arguments.reportFormat == .json
      ? report.json() : try ReportPage.html(of: report.json(drawings: true))
    guard let path = arguments.reportFile else {
      Console.write(text)
      return .success
    }
    try FileSystem.replace(path, with: text)
    if arguments.saysResults { Console.print("the report is in \(path.harmless())") }
    return .success
  }

  /// Compares the schemas that the command line names.
  private func addChanges(to report: inout Report, _ arguments: Arguments) throws {
    guard !arguments.operands.isEmpty else { return }
    for input in try DiffInput.all(arguments) {
      let changes = try DiffCommand.report(input, named: nil, arguments)
      let name = input.client?.settings.name ?? report.clients.first?.name
      for index in report.clients.indices where report.clients[index].name == name {
        report.clients[index].changes = changes
      }
    }
  }
}
