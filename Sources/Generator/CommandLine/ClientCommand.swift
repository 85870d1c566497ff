// The common parts of commands that work on all clients in turn, or on one client.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel

/// A command that runs for each client of a project.
protocol ClientCommand: Command {
  /// Whether it writes or compares files.
  static var needsOutput: Bool { get }

  /// Runs the command for one client, and reports its problems and its result.
  func run(_ run: inout ClientRun, _ arguments: Arguments, _ report: inout ProblemReport)
}

extension ClientCommand {
  func run(_ arguments: Arguments) throws -> ExitCode {
    try runClients(arguments)
  }

  func runClients(_ arguments: Arguments) throws -> ExitCode {
    let progress = arguments.saysResults ? ProgressLines() : nil
    defer { progress?.end() }
    let project = try Project.load(arguments, needsOutput: Self.needsOutput)
    var report = ProblemReport(arguments)
    if Self.needsOutput {
      let clashes = clashes(in: project, arguments)
      guard clashes.isEmpty else { return arguments.report(clashes, sources: project.sources) }
    }
    var last: ClientRun?
    for (index, client) in project.clients.enumerated() {
      let place = project.clients.count == 1 ? "" : " (\(index + 1) of \(project.clients.count))"
      progress?.begin("\(client.settings.name)\(place)")
      if Self.needsOutput, client.output == nil {
        passOver(client.settings.name, arguments, &report)
        continue
      }
      var run = ClientRun(client, of: project, arguments: arguments)
      self.run(&run, arguments, &report)
      if let table = run.timeTable() { Console.printError(table) }
      last = run
    }
    // The process ends right after this.
    if let last { ProcessMemory.keep(last) }
    return report.finish()
  }

  /// Returns the problems of clients whose sources are compiled in one target, before anything is written.
  private func clashes(in project: Project, _ arguments: Arguments) -> [Diagnostic] {
    let outputs = project.clients.map { client in
      client.output.flatMap {
        SharedTarget.folder(of: FilePath.join(project.folder, $0.value), in: project.folder)
      }
    }
    var targets: [String: SharedTarget] = [:]
    var problems: [Diagnostic] = []
    for case (let client, let folder?) in zip(project.clients, outputs)
    where outputs.count(where: { $0 == folder }) > 1 {
      var run = ClientRun(client, of: project, arguments: arguments)
      let model = run.validate()?.model
      problems += targets[folder, default: SharedTarget()].add(
        model, of: client.settings.name, files: run.input.outputNames)
    }
    return problems
  }

  /// Skips a client without an output folder, which only builds generate. Reports an error if the
  /// user named the client.
  private func passOver(_ name: String, _ arguments: Arguments, _ report: inout ProblemReport) {
    if arguments.clients.contains(name) {
      let diagnostic = Diagnostic(
        rule: .files, message: "the client \"\(name)\" has no output folder",
        help: "add \"output\" to the configuration; only the build plugin works without it")
      report.add([diagnostic], sources: SourceMap())
    } else if arguments.saysResults {
      Console.print("\(name): left to the build plugin, because it has no \"output\"")
    }
  }
}

extension Project {
  /// Returns the run of a command that prints output for one client.
  ///
  /// - Parameter withOperations: whether the command reads the client's documents.
  static func onlyRun(_ arguments: Arguments, withOperations: Bool) throws -> ClientRun {
    let project = try load(arguments, needsOutput: false)
    guard project.clients.count == 1 else {
      throw UsageError("the configuration has several clients", help: "name one with --client")
    }
    var client = project.clients[0]
    if !withOperations {
      (client.operations, client.others) = ([], [])
      client.reportsOthers = true
    }
    return ClientRun(client, of: project, arguments: arguments)
  }
}

extension Arguments {
  /// Whether to print results in addition to problems.
  var saysResults: Bool { format == .text && !isQuiet }
}
