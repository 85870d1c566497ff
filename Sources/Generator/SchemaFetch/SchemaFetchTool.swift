// The command line of `authgen-fetch`.

package import AuthGenCommandLine
import AuthGenGeneration
import AuthGenLanguage
import Foundation

/// The program `authgen-fetch`: writes the schema of a server as SDL.
package enum SchemaFetchTool {
  /// Runs the program and prints its result.
  package static func run(
    _ arguments: [String], environment: [String: String]
  ) async -> ExitCode {
    if arguments.contains(where: ["--help", "-h"].contains) {
      Console.print(FetchOptions.help)
      return .success
    }
    if [["--version"], ["-v"]].contains(arguments) {
      Console.print("authgen-fetch \(CommandLineTool.version)")
      return .success
    }
    let options: FetchOptions
    do throws(UsageError) {
      options = try FetchOptions(arguments, environment: environment)
    } catch {
      return error.report(tool: "authgen-fetch")
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
    // For a link, the target is replaced and not the link. An up-to-date file keeps its date.
    let exists = FileSystem.kind(of: path) != nil
    let isSame: Bool
    do throws(FileError) {
      isSame = exists ? try FileSystem.read(path) == schema : false
      if !isSame, !options.isCheck {
        try FileSystem.replace(exists ? FileSystem.resolved(path) : path, with: schema)
      }
    } catch {
      throw FetchError(error.diagnostic.message)
    }
    switch (options.isCheck, isSame) {
    case (true, true): Console.print("\(path): up to date")
    case (true, false):
      throw FetchError(
        "\(path) differs from the server's schema",
        help: "fetch it again; `authgen diff` shows what has changed")
    case (false, true): Console.print("\(path): unchanged")
    case (false, false):
      Console.print("\(path): written")
      if !exists { Console.print(LibraryProducts.nextSteps(forSchema: path, schema)) }
    }
    return .success
  }
}
