// The command line as values.

import AuthGenLanguage
import AuthGenValidation

/// The flags of all commands; a command says which of them it takes.
struct Arguments {
  var config: String?
  var clients: [String] = []
  var schema: [String] = []
  var operations: [String] = []
  var output: String?
  var outputFiles: [String] = []
  var target: String?
  var format = DiagnosticFormat.text
  var isQuiet = false
  var isVerbose = false
  var isStrict = false
  var isBatch = false
  var isForgetful = false
  var showsHelp = false
  var failure = FailureThreshold.breaking
  /// In place of the configuration's.
  var schemaErrors: ValidationOptions.SchemaErrors?
  /// What is named without a flag, in the order of the command's operands.
  var operands: [String] = []
  /// The whole command line, as it was given.
  let all: [String]

  /// Why a command line makes no sense.
  struct UsageError: Error {
    let message: String
    let help: String?
  }

  /// - Parameters:
  ///   - arguments: what follows the command's name.
  ///   - flags: those that the command takes.
  ///   - operands: the names of what it needs besides, unless it is asked for help.
  init(
    _ arguments: [String], flags: [Flag], operands names: [String] = []
  ) throws(UsageError) {
    all = arguments
    var rest = arguments[...]
    while var argument = rest.popFirst() {
      if !argument.hasPrefix("-") || argument == "-", operands.count < names.count {
        operands.append(argument)
        continue
      }
      var attached: String?
      if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
        attached = String(argument[argument.index(after: equals)...])
        argument = String(argument[..<equals])
      }
      if argument == "-h" { argument = "--help" }
      guard let flag = flags.first(where: { $0.name == argument }) else {
        throw UsageError(
          message: argument.hasPrefix("-")
            ? "unknown option \(argument)" : "unexpected argument \"\(argument)\"",
          help: didYouMean(argument, among: flags.map(\.name)))
      }
      if flag.takesValue {
        guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
          throw UsageError(message: "\(flag.name) needs a value", help: flag.summary)
        }
        try set(flag, value)
      } else if attached != nil {
        throw UsageError(message: "\(flag.name) takes no value", help: nil)
      } else {
        set(flag)
      }
    }
    guard showsHelp || operands.count == names.count else {
      throw UsageError(
        message: "\(names[operands.count...].joined(separator: " and ")) missing",
        help: "the command takes \(names.joined(separator: " "))")
    }
  }

  private mutating func set(_ flag: Flag, _ value: String) throws(UsageError) {
    switch flag {
    case .config: config = value
    case .client: clients.append(value)
    case .schema: schema.append(value)
    case .operations: operations.append(value)
    case .output: output = value
    case .outputFile: outputFiles.append(value)
    case .target: target = value
    case .format:
      guard let known = DiagnosticFormat(rawValue: value) else {
        let names = DiagnosticFormat.allCases.map(\.rawValue)
        throw UsageError(
          message: "unknown format \"\(value)\"",
          help: "the formats are \(names.joined(separator: ", "))")
      }
      format = known
    case .failOn:
      guard let known = FailureThreshold(rawValue: value) else {
        let names = FailureThreshold.allCases.map(\.rawValue)
        throw UsageError(
          message: "there is no \"\(value)\" to fail on",
          help: "--fail-on takes one of \(names.joined(separator: ", "))")
      }
      failure = known
    case .schemaErrors:
      guard let known = ValidationOptions.SchemaErrors(rawValue: value) else {
        let names = ValidationOptions.SchemaErrors.allCases.map(\.rawValue)
        throw UsageError(
          message: "unknown value \"\(value)\" of --schema-errors",
          help: "--schema-errors takes one of \(names.joined(separator: ", "))")
      }
      schemaErrors = known
    case .quiet, .verbose, .strict, .batch, .noCache, .help: break
    }
  }

  private mutating func set(_ flag: Flag) {
    switch flag {
    case .quiet: isQuiet = true
    case .verbose: isVerbose = true
    case .strict: isStrict = true
    case .batch: isBatch = true
    case .noCache: isForgetful = true
    case .help: showsHelp = true
    case .config, .client, .schema, .operations, .output, .outputFile, .target, .failOn, .format,
      .schemaErrors:
      break
    }
  }
}

enum Flag: String, CaseIterable {
  case config, client, schema, operations, output, target, format, strict, batch, quiet, verbose,
    help
  case outputFile = "output-file"
  case failOn = "fail-on"
  case schemaErrors = "schema-errors"
  case noCache = "no-cache"

  var name: String { "--" + rawValue }

  var takesValue: Bool {
    switch self {
    case .config, .client, .schema, .operations, .output, .outputFile, .target, .failOn, .format,
      .schemaErrors:
      true
    case .strict, .batch, .noCache, .quiet, .verbose, .help: false
    }
  }

  /// The value's name in a help text.
  var placeholder: String {
    switch self {
    case .config, .schema: " FILE"
    case .client, .outputFile, .target: " NAME"
    case .operations: " PATH"
    case .output: " FOLDER"
    case .failOn: " CHANGES"
    case .format: " FORMAT"
    case .schemaErrors: " WHICH"
    case .strict, .batch, .noCache, .quiet, .verbose, .help: ""
    }
  }

  var summary: String {
    switch self {
    case .config: "the configuration; default: authgen.json, then Schemas/authgen.json"
    case .client: "only this client of the configuration; may be repeated"
    case .schema: "a schema file, SDL or introspection JSON, instead of a configuration; repeatable"
    case .operations: "a document file or a folder of them; repeatable"
    case .output: "where generated files go"
    case .outputFile: "a file to write there; repeatable, the first takes all else"
    case .target: "begin in the folder of this target, for the build plugin"
    case .failOn:
      "which changes end with 1: breaking (the default), dangerous (too), used-breaking or "
        + "used-dangerous (only where operations use what changes), none"
    case .format: "how problems are shown: text (the default), json or github"
    case .schemaErrors:
      "which defects of a schema are errors: all (the default) or used, only those of what "
        + "operations use"
    case .strict: "two of the specification's rules that are warnings are errors"
    case .noCache: "do all the work, even if nothing has changed since the last run"
    case .batch: "answer cases on standard input, a JSON object a line"
    case .quiet: "say nothing but problems"
    case .verbose: "name every file"
    case .help: "this text"
    }
  }
}
