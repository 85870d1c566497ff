// The command line of `authgen-fetch`.

import AuthGenCommandLine
import AuthGenGeneration
import Foundation

/// The program `authgen-fetch`: writes the schema of a server as SDL.
package enum SchemaFetchTool {
  /// Runs the program and prints its result.
  package static func run(
    _ arguments: [String], environment: [String: String]
  ) async -> ExitCode {
    let options: FetchOptions
    do throws(UsageError) {
      switch try FetchOptions.parse(arguments, environment: environment) {
      case .help:
        Console.print(FetchOptions.help)
        return .success
      case .version:
        Console.print("authgen-fetch \(CommandLineTool.version)")
        return .success
      case .fetch(let parsed): options = parsed
      }
    } catch {
      Console.printError("authgen-fetch: error: \(error.message)")
      if let help = error.help { Console.printError("  help: \(help)") }
      Console.printError("See `authgen-fetch --help`.")
      return .usage
    }
    do throws(FetchError) {
      let schema = try await SchemaFetch(options).sdl()
      if let name = options.headers.secretName(in: String(decoding: schema, as: UTF8.self)) {
        throw FetchError(
          "the schema contains the value of the header \(name), and was not written",
          help: "the server repeats its input: report this to its operator")
      }
      return try deliver(schema, options)
    } catch {
      Console.printError(options.headers.redacted("error: \(error.message)"))
      if let help = error.help { Console.printError(options.headers.redacted("  help: \(help)")) }
      return .failure
    }
  }

  private static func deliver(
    _ schema: [UInt8], _ options: FetchOptions
  ) throws(FetchError) -> ExitCode {
    guard let path = options.output else {
      Console.write(schema)
      return .success
    }
    let file = SchemaFile(path: path)
    let isDone: Bool
    do throws(FileError) {
      isDone = options.isCheck ? try file.holds(schema) : try file.replace(with: schema)
    } catch {
      throw FetchError(error.diagnostic.message)
    }
    switch (options.isCheck, isDone) {
    case (true, true): Console.print("\(path): up to date")
    case (true, false):
      throw FetchError(
        "\(path) differs from the server's schema",
        help: "fetch it again; `authgen schema diff` shows what has changed")
    case (false, true): Console.print("\(path): written")
    case (false, false): Console.print("\(path): unchanged")
    }
    return .success
  }
}
