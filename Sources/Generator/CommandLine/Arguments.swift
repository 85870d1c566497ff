// Parses the command line.

import AuthGenLanguage
import AuthGenValidation

/// The values of all flags. Each command declares the flags that it accepts.
struct Arguments {
  var config: String?
  var clients: [String] = []
  var schema: [String] = []
  var operations: [String] = []
  var output: String?
  var outputFiles: [String] = []
  var target: String?
  var xcodeTarget: String?
  /// The target that the build plugin generates for, of a package or of an Xcode project.
  var buildTarget: String? { target ?? xcodeTarget }
  var modules: [String] = []
  var format = DiagnosticFormat.text
  var diffFormat = DiffReport.Format.text
  var reportFormat = Report.Format.html
  var reportFile: String?
  var isQuiet = false
  var isVerbose = false
  var isStrict = false
  var isBatch = false
  var skipsCache = false
  var allowsOutputOutside = false
  var isForEditors = false
  var showsHelp = false
  var failure = FailureThreshold.breaking
  /// Overrides the configuration's value.
  var schemaErrors: ValidationOptions.SchemaErrors?
  /// The arguments without a flag, in the order of the command's operands.
  var operands: [String] = []
  /// The whole command line.
  let all: [String]

  /// - Parameters:
  ///   - arguments: the arguments after the command's name.
  ///   - flags: the flags that the command accepts.
  ///   - operands: the names of the operands.
  ///   - requiredOperandCount: the number of operands that must be given, except with `--help`.
  init(
    _ arguments: [String], flags: [Flag], operands names: [String], requiredOperandCount: Int
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
          argument.hasPrefix("-")
            ? "unknown option \(argument)" : "unexpected argument \"\(argument)\"",
          help: didYouMean(argument, among: flags.map(\.name)))
      }
      if !flag.placeholder.isEmpty {
        guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
          throw UsageError("\(flag.name) requires a value", help: flag.summary)
        }
        try set(flag, value)
      } else if attached != nil {
        throw UsageError("\(flag.name) takes no value")
      } else {
        try set(flag, "")
      }
    }
    guard showsHelp || operands.count >= requiredOperandCount else {
      throw UsageError(
        "\(names[operands.count...].joined(separator: " and ")) missing",
        help: "the command takes \(names.joined(separator: " "))")
    }
  }

  /// - Parameter value: ignored by a flag without a value.
  private mutating func set(_ flag: Flag, _ value: String) throws(UsageError) {
    switch flag {
    case .config: config = value
    case .client: clients.append(value)
    case .schema: schema.append(value)
    case .operations: operations.append(value)
    case .output: output = value
    case .outputFile: outputFiles.append(value)
    case .target: target = value
    case .xcode: xcodeTarget = value
    case .module: modules.append(value)
    case .format: format = try choice(flag, value)
    case .diffFormat:
      diffFormat = try choice(flag, value)
      format = DiagnosticFormat(rawValue: value) ?? .text
    case .reportFormat: reportFormat = try choice(flag, value)
    case .reportFile: reportFile = value
    case .failOn: failure = try choice(flag, value)
    case .schemaErrors: schemaErrors = try choice(flag, value)
    case .quiet: isQuiet = true
    case .verbose: isVerbose = true
    case .strict: isStrict = true
    case .batch: isBatch = true
    case .noCache: skipsCache = true
    case .allowsOutputOutside: allowsOutputOutside = true
    case .editors: isForEditors = true
    case .help: showsHelp = true
    }
  }

  private func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ flag: Flag, _ value: String
  ) throws(UsageError) -> Value {
    guard let known = Value(rawValue: value) else {
      let names = Value.allCases.map(\.rawValue)
      throw UsageError(
        "unknown value \"\(value)\" of \(flag.name)",
        help: "\(flag.name) takes one of \(names.joined(separator: ", "))")
    }
    return known
  }
}

enum Flag: String {
  case config, client, schema, operations, output, target, module, format, strict, batch, quiet,
    verbose, editors, help, xcode
  case outputFile = "output-file"
  case failOn = "fail-on"
  case schemaErrors = "schema-errors"
  case noCache = "no-cache"
  case allowsOutputOutside = "allow-output-outside"
  /// `--format` of `authgen diff`.
  case diffFormat
  /// `--format` of `authgen report`.
  case reportFormat
  /// `--output` of `authgen report`.
  case reportFile

  var name: String {
    switch self {
    case .diffFormat, .reportFormat: Flag.format.name
    case .reportFile: Flag.output.name
    default: "--" + rawValue
    }
  }

  /// The value's name in a help text, after a space; empty for a flag without a value.
  var placeholder: String {
    switch self {
    case .config, .schema, .reportFile: " FILE"
    case .client, .outputFile, .target, .xcode, .module: " NAME"
    case .operations: " PATH"
    case .output: " FOLDER"
    case .failOn: " CHANGES"
    case .format, .diffFormat, .reportFormat: " FORMAT"
    case .schemaErrors: " WHICH"
    case .strict, .batch, .noCache, .allowsOutputOutside, .quiet, .verbose, .editors, .help: ""
    }
  }

  var summary: String {
    switch self {
    case .config: "the configuration; default: authgen.json, then Schemas/authgen.json"
    case .client: "only this client of the configuration; may be repeated"
    case .schema: "a schema file, SDL or introspection JSON, instead of a configuration; repeatable"
    case .operations: "a document file or a folder of them; repeatable"
    case .output: "the folder for generated files"
    case .outputFile: "a file in the output folder; repeatable, the first also takes other output"
    case .target: "the target that the build plugin generates for"
    case .xcode: "the target of an Xcode project that the build plugin generates for"
    case .module: "a module of authgen that the target can import; repeatable"
    case .failOn:
      "which changes exit with 1: breaking (the default), dangerous (too), used-breaking or "
        + "used-dangerous (only changes that affect operations), none"
    case .format: "the format of problems: text (the default), json or github"
    case .diffFormat:
      "the format of the report: text (the default), json, github, or markdown for a comment"
    case .reportFormat: "the format of the report: html (the default) or json"
    case .reportFile: "the file for the report; default: standard output"
    case .schemaErrors:
      "which problems of a schema are errors: all (the default), used, only those that affect "
        + "operations, or usedSilently, which does not warn about the others"
    case .strict:
      "treat unused fragments, deprecated implementations, and schema problems without an effect on clients, as errors"
    case .noCache: "ignore the cached result of the last run"
    case .allowsOutputOutside: "write to folders outside the configuration's repository"
    case .batch: "validate cases from standard input, one JSON object per line"
    case .editors: "write only the files for editors, for an existing configuration"
    case .quiet: "print only problems"
    case .verbose: "list every file and warning, and print the time of each stage to standard error"
    case .help: "show this help"
    }
  }
}
