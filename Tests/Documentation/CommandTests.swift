// Tests that the commands in the Markdown files can be run: the shell reads them, their programs exist, and
// authgen's programs know their options.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct CommandTests {
  /// Programs of the system, of Swift's toolchain, of Xcode, and of packages that the text around a
  /// command names.
  private static let programs: Set<Substring> = [
    "apt-get", "base64", "cd", "curl", "debconf-set-selections", "defaults", "echo",
    "find", "git", "jq", "mkdir", "openssl", "python", "python3", "rm", "rover", "sed",
    "swift", "swiftc", "xcodebuild", "zip",
  ]

  private static let keywords: Set<Substring> = ["do", "done", "for"]

  @Test func shellReadsEachBlock() async throws {
    var script = ""
    for (page, text) in try Self.scripts() {
      script += "f() {\n: \(page)\n\(text)\n:\n}\n"
    }
    let result = try await runProcess("sh", ["-n", "-c", script], in: Checkout.root)
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  @Test func programsOfCommandsExist() throws {
    var count = 0
    // Other tests run the scripts.
    for (page, text) in try Self.scripts() where !text.hasPrefix("#!") {
      for command in ShellCommand.all(in: text) {
        guard let program = command.words.first, !Self.keywords.contains(program) else { continue }
        count += 1
        let isKnown =
          program.hasPrefix("authgen") || Self.programs.contains(program)
          || Self.isInPackage(program)
        #expect(isKnown, "\(page) runs \(program)")
      }
    }
    #expect(count > 0)
  }

  /// Readers start programs of this package without the variable of the full tier.
  @Test func programsToRunAreInTheManifest() async throws {
    let manifest = try await runToolchain(
      "swift", ["package", "dump-package", "--scratch-path", ".build/description"],
      in: Checkout.root
    ).output
    var count = 0
    for (page, text) in try Self.scripts() + Self.spans() {
      for line in text.split(separator: "\n") where !line.contains("AUTHGEN_TESTS=full") {
        for match in line.matches(of: /swift run (?:--quiet )?(authgen[a-z-]*)/) {
          count += 1
          #expect(manifest.contains("\"name\" : \"\(match.1)\""), "\(page) runs \(match.1)")
        }
      }
    }
    #expect(count > 0)
  }

  @Test func authgenKnowsCommandsAndOptions() async throws {
    var helps: [[Substring]: String] = [:]
    var count = 0
    for (page, text) in try Self.scripts() + Self.spans() {
      for call in ShellCommand.all(in: text).compactMap(ToolCall.init) {
        count += 1
        if helps[call.command] == nil { helps[call.command] = try await call.help() }
        let help = try #require(helps[call.command])
        #expect(help.contains("\nUsage: "), "\(page): \(call.command) is no command\n\(help)")
        for option in call.options {
          #expect(
            help.contains(" \(option) ") || help.contains(" \(option)\n"),
            "\(page): \(call.command) has no \(option)")
        }
      }
    }
    #expect(count > 0)
  }

  /// The tables of the article on the command line have each command and option of the tool.
  @Test func articleOnTheCommandLineIsComplete() async throws {
    let article = try MarkdownPage(
      "Sources/Tools/authgen/Documentation.docc/Generate/CommandLine.md")
    let listed = { (start: String) in
      Set(
        article.prose.split(separator: "\n").compactMap { line in
          line.hasPrefix("| `\(start)") ? line.dropFirst(3).prefix { $0 != "`" && $0 != "[" } : nil
        })
    }
    let overview = try await runProcess(builtTool, ["--help"], in: Checkout.root).output
    let commands = overview.matches(of: /\n  ([a-z]+(?: [a-z]+)?) {2}/).map { String($0.1) }
    #expect(!commands.isEmpty)
    #expect(
      Set(
        listed("authgen ").map {
          $0.split(separator: " ").dropFirst().prefix { $0 != "URL" }.joined(separator: " ")
        }) == Set(commands))
    var options: Set<Substring> = []
    for command in commands where command != "fetch" {
      let help = try await runProcess(
        builtTool, command.split(separator: " ").map(String.init) + ["--help"], in: Checkout.root)
      options.formUnion(help.output.matches(of: /\n  (--[a-z-]+)/).map(\.1))
    }
    #expect(Set(listed("--").map { $0.prefix { $0 != " " } }) == options)
  }

  // MARK: Blocks

  /// The inline code that names a program of this package.
  private static func spans() throws -> [(page: String, text: String)] {
    try MarkdownPage.all().flatMap { page in
      page.spans.filter { $0.contains("authgen") && !$0.contains("…") }
        .map { (page.path, String($0)) }
    }
  }

  /// The text of each block with commands, without output and prompts.
  private static func scripts() throws -> [(page: String, text: String)] {
    try MarkdownPage.all().flatMap { page in
      page.blocks.compactMap { block in
        switch block.language {
        case "sh": return (page.path, block.text)
        case "console":
          var isCommand = false
          let lines = block.text.split(separator: "\n").filter { line in
            isCommand = line.hasPrefix("$ ") || isCommand && line.hasPrefix("  ")
            return isCommand
          }
          return (
            page.path,
            lines.map { $0.hasPrefix("$ ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
          )
        default: return nil
        }
      }
    }
  }

  /// Whether a path is a file of this package, or of an environment for Python that a command has made.
  private static func isInPackage(_ program: Substring) -> Bool {
    program.hasPrefix(".venv/") || program.hasPrefix(".build/")
      || program.contains("/")
        && FileManager.default.isExecutableFile(
          atPath: Checkout.root.appending(path: String(program)).path)
  }
}

/// The words of a command, without variables before it.
private struct ShellCommand {
  var words: [Substring]

  /// The commands of a text, divided at the ends of lines and at operators outside quotes.
  static func all(in text: String) -> [ShellCommand] {
    var commands: [ShellCommand] = []
    var words: [Substring] = []
    var rest = text.replacing("\\\n", with: " ")[...]
    func end() {
      let command = words.drop { $0.contains(/^[A-Z_]+=/) || $0 == "sudo" }
      if !command.isEmpty { commands.append(ShellCommand(words: Array(command))) }
      words = []
    }
    while let next = rest.first {
      if next == " " {
        rest.removeFirst()
      } else if next == "#" {
        rest = rest.drop { $0 != "\n" }
      } else if "\n|&;".contains(next) {
        end()
        rest.removeFirst()
      } else if let word = rest.prefixMatch(of: /(?:'[^']*'|"[^"]*"|[^ '"\n|&;])+/) {
        words.append(word.0)
        rest = rest[word.range.upperBound...]
      } else {
        rest.removeFirst()
      }
    }
    end()
    return commands
  }
}

/// A call of authgen or authgen-fetch.
private struct ToolCall {
  /// The program, and the verbs of its command.
  let command: [Substring]
  let options: [Substring]

  /// Nil for another program, and for authgen without a command.
  init?(_ shell: ShellCommand) {
    let isPlugin = shell.words.starts(with: ["swift", "package"])
    var words = shell.words[...]
    if words.first == "swift" {
      words = words.drop { !$0.hasPrefix("authgen") }
    }
    guard let program = words.popFirst()?.split(separator: "/").last else { return nil }
    switch program {
    case "authgen":
      let verbs = words.prefix { $0.allSatisfy(\.isLowercase) }
      guard let verb = verbs.first else { return nil }
      command = [program] + verbs.prefix(verb == "schema" ? 2 : 1)
    case "authgen-fetch": command = [program]
    default: return nil
    }
    let given = words.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
    // The command plugin itself takes the name of a target.
    options = isPlugin ? given.filter { $0 != "--target" } : given
  }

  func help() async throws -> String {
    let result = try await runProcess(
      builtProgram(String(command[0])), command.dropFirst().map(String.init) + ["--help"],
      in: Checkout.root)
    return "\n" + result.output
  }
}
