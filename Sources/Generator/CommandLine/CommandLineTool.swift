// Selects the command to run. After an edit of Generated/Book.graphql.swift, authgen check prints the
// difference, and
//
//     error: 1 file in Generated is stale: Book.graphql.swift [check]
//       help: run `authgen generate` and commit the result
//
// Its exit code is 1. With an argument that no command has, it is 64.

import AuthGenGeneration
import AuthGenLanguage

package enum CommandLineTool {
  /// The tool's version (semantic versioning).
  package static let version = "0.1.0"

  /// Runs the tool.
  ///
  /// - Parameter arguments: the arguments, without the tool's name.
  package static func run(_ arguments: [String]) -> ExitCode {
    var arguments = arguments
    guard !arguments.isEmpty else {
      Console.printError(overview)
      return .usage
    }
    var name = arguments.removeFirst()
    switch name {
    case "help" where !arguments.isEmpty:
      // The same as `COMMAND --help`, for commands of one or two words.
      return run(arguments + ["--help"])
    case "--help", "-h", "help":
      Console.print(overview)
      return .success
    case "--version", "-v":
      Console.print("authgen \(version)")
      return .success
    case FetchProgram.name: return FetchProgram.run(arguments)
    case "schema":
      guard !arguments.isEmpty else {
        return UsageError("schema requires a verb", help: schemaVerbs).report(tool: "authgen")
      }
      name += " " + arguments.removeFirst()
      if name == "schema --help" || name == "schema -h" {
        Console.print(help(for: SchemaPrintCommand.self) + "\n\n" + help(for: DiffCommand.self))
        return .success
      }
      if name == "schema diff" { name = DiffCommand.name }
    default: break
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      let help = didYouMean(name, among: summaries.map(\.name))
      return UsageError("unknown command \"\(name)\"", help: help).report(tool: "authgen")
    }
    do throws(UsageError) {
      let arguments = try Arguments(
        arguments, flags: command.flags + [.help], operands: command.operands,
        requiredOperandCount: command.requiredOperandCount)
      if arguments.showsHelp {
        Console.print(help(for: command))
        return .success
      }
      return try run(command.init(), arguments)
    } catch {
      return error.report(tool: "authgen")
    }
  }

  /// Runs a command, and reports what it throws.
  private static func run(
    _ command: any Command, _ arguments: Arguments
  ) throws(UsageError) -> ExitCode {
    do {
      return try command.run(arguments)
    } catch let error as UsageError {
      throw error
    } catch let error as Project.Problem {
      return arguments.report(error.diagnostics, sources: error.sources)
    } catch let error as Diagnostic {
      return arguments.report([error], sources: SourceMap())
    } catch let error as FileError {
      return arguments.report([error.diagnostic], sources: SourceMap())
    } catch {
      Console.printError("authgen: a bug: \(error)")
      return .bug
    }
  }

  private static var commands: [any Command.Type] {
    [
      GenerateCommand.self, ValidateCommand.self, CheckCommand.self, InitCommand.self,
      DiffCommand.self, ReportCommand.self, SchemaPrintCommand.self, ManifestCommand.self,
      BuildCommand.self,
    ]
  }

  private static var summaries: [(name: String, summary: String)] {
    commands.map { ($0.name, $0.summary) } + [(FetchProgram.name, FetchProgram.summary)]
  }

  private static let schemaVerbs = "it is one of: schema print, schema diff"

  private static var overview: String {
    """
    authgen generates typed Swift clients from GraphQL schemas and operations.

    Usage: authgen COMMAND [OPTION ...]

    Commands:
    \(table(summaries))

    `authgen help COMMAND` shows a command's options, `authgen --version` the version.
    Exit codes: 0 success, 1 the input has problems, 64 wrong usage, 70 a bug in authgen.
    """
  }

  private static func help(for command: any Command.Type) -> String {
    """
    \(command.summary)

    Usage: authgen \(usage(of: command)) [OPTION ...]

    Options:
    \(table((command.flags + [.help]).map { ($0.name + $0.placeholder, $0.summary) }))
    """
  }

  private static func usage(of command: any Command.Type) -> String {
    let operands = command.operands.enumerated().map { index, name in
      index < command.requiredOperandCount ? name : "[\(name)]"
    }
    return ([command.name] + operands).joined(separator: " ")
  }

  /// Returns a row for each name and its summary.
  private static func table(_ rows: [(name: String, summary: String)]) -> String {
    let width = rows.map(\.name.utf8.count).max() ?? 0
    return rows.map { name, summary in
      "  \(name)\(String(repeating: " ", count: width - name.utf8.count + 2))\(summary)"
    }.joined(separator: "\n")
  }
}

/// A command of the tool.
protocol Command {
  static var name: String { get }
  /// A sentence without a full stop.
  static var summary: String { get }
  static var flags: [Flag] { get }
  /// The names of the operands, in order.
  static var operands: [String] { get }
  /// The number of operands that must be given. Default: all.
  static var requiredOperandCount: Int { get }

  init()

  /// - Throws: a `UsageError`, `Project.Problem`, `Diagnostic` without a position, or `FileError`.
  func run(_ arguments: Arguments) throws -> ExitCode
}

extension Command {
  static var operands: [String] { [] }
  static var requiredOperandCount: Int { operands.count }
}
