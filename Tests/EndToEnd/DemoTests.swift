// Tests the demo in a terminal with scripted input.

import AuthGenRuntime
import AuthGenTestServers
import AuthGenTestSupport
import Foundation
import Testing

extension EndToEnd.Servers {
  @Suite(.serialized) struct DemoTests {
    @Test(arguments: [0, 1]) func articleShowsTheActualOutput(of run: Int) async throws {
      let path = "Sources/Tools/authgen/Documentation.docc/Start/Demo.md"
      let article = try Checkout.text(path)
      let runs = article.components(separatedBy: "```\n").filter { $0.hasPrefix("\nSign in\n") }
      #expect(runs.count == 2)
      let shown = runs[run]
      // The text after a prompt is user input.
      let answers = shown.split(separator: "\n").compactMap { line -> Substring? in
        let question = line.split(separator: ":", maxSplits: 1)
        if line.hasPrefix("> ") { return line.dropFirst(2) }
        if line.contains(/[Pp]ress return/) { return "" }
        guard line.hasPrefix("  Email Address"), question.count == 2 else { return nil }
        return question[1].dropFirst()
      }
      let shop = try shop().absoluteString
      let result = try await self.run(
        ["--pretend", shop], answers.joined(separator: "\n") + "\n")
      #expect(result.exitCode == 0)
      #expect(result.output == shown)
      #expect(result.errors == "")
    }

    /// The wait is one request, which the event ends.
    @Test func approvalOnAnotherDeviceNeedsNoPolling() async throws {
      let shop = try shop()
      let answers = ["1", "4", "1", "3", "", "4", "3", "4"]
      let result = try await run(
        ["--pretend", shop.absoluteString], answers.joined(separator: "\n") + "\n")
      #expect(result.output.contains("Your other device has approved the login"))
      let log = shop.deletingLastPathComponent().appending(path: "requests")
      let requests = try await URLSessionTransport().send(HTTPRequest(method: .get, url: log)).body
      let names = try JSONDecoder().decode([JSON].self, from: requests).map {
        $0["operationName"]?.string ?? ""
      }
      #expect(
        names == [
          "GetSocialProviders", "ExchangeSocialToken", "RequestSocialLinkVerificationEmail",
          // The other device.
          "LoginAndApproveSocialLink",
          "GetSocialProviders", "ExchangeSocialToken", "Logout",
        ])
    }

    @Test func passwordIsNotEchoed() async throws {
      let shop = try shop().absoluteString
      let answers = ["1", "4", "2", "existing@example.com", "battery staple", "1", "3", "4"]
      let result = try await run(["--pretend", shop], answers.joined(separator: "\n") + "\n")
      #expect(result.output.contains("Welcome back, Existing Customer!"))
      #expect(result.output.contains("google, as existing@example.com: linked"))
      #expect(!result.text.contains("battery staple"))
    }

    /// The shop's codes do not appear.
    @Test func demoShowsTextsForUsers() async throws {
      let shop = try shop().absoluteString
      let new = try await run(["--pretend", shop], "1\n2\n3\n4\n")
      #expect(new.output.contains("Welcome, Grace!\nYour account is ready."))
      let form = try await run(
        ["--pretend", shop], "1\n3\nnot an address\njohn@example.com\n3\n4\n")
      #expect(form.output.contains("  ! Email Address: The service does not accept this answer."))
      let expired = try await run(["--pretend", shop], "1\n5\n1\n4\n")
      #expect(
        expired.output.contains(
          "The sign-in took too long.\nThe service does not accept the sign-in.\n"
            + "Sign in with your provider again.\n  1. Sign in again\n"))
      let wrong = try await run(
        ["--pretend", shop], "1\n4\n2\nexisting@example.com\nincorrect horse\n3\n4\n")
      #expect(wrong.output.contains("The email address or the password is wrong."))
      #expect(wrong.output.contains("Password, which authgen-demo-server has printed:"))
      let locked = try await run(["--pretend", shop], "1\n6\n1\nlocked@example.com\n4\n")
      #expect(locked.output.contains("Your account is locked."))
      #expect(
        locked.output.contains(
          "We sent an email to locked@example.com. Open the link in it, then sign in again."))
      let unknown = try await run(["--pretend", shop], "1\n6\n1\nghost@example.com\n4\n")
      #expect(unknown.output.contains("There is no account with this email address."))
      for result in [new, form, expired, wrong, locked, unknown] {
        #expect(result.output.hasSuffix("Bye.\n"), "\(result.output)")
        #expect(result.output.firstMatch(of: /[A-Z]+_[A-Z]+|rule\(/) == nil, "\(result.output)")
      }
    }

    @Test func tokenSignsInAtAnotherServerAndTheSessionIsStored() async throws {
      let endpoint = try shop().absoluteString
      let bench = try Workbench()
      let home = bench.url("home")
      let first = try await run(
        ["--endpoint", endpoint], "1\nya29.ada.terminal-1\n1\n", home: home)
      #expect(first.output.contains("Welcome back, Ada Lovelace!"))
      #expect(first.output.contains("apple, as ada@example.com: linked"))
      #expect(first.output.hasSuffix("Bye.\n"))
      let second = try await run(["--endpoint", endpoint], "3\n", home: home)
      #expect(second.output.hasPrefix("Welcome back, Ada Lovelace!"))
      #expect(second.output.contains("You are logged out."))
    }

    /// A headless Chromium is the system's browser, and a script logs in at django-allauth.
    @Test(.needsNewPython, .needsChromium)
    func loginInARealBrowserReturnsToTheDemo() async throws {
      let issuer = String(try await Backend(.allauth).url("").absoluteString.dropLast())
      let bench = try Workbench()
      let python = try await PythonEnvironment.prepare().interpreter.path
      let script = """
        #!/bin/sh
        cd '\(PythonEnvironment.server.path)' || exit 1
        exec '\(python)' -B -m support.chromium "$1" 2>'\(bench.url("log").path)'
        """
      try bench.write(script, to: "xdg-open")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: bench.url("xdg-open").path)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let result = try await run(
        ["--web-login", issuer, "ios-app", "http://127.0.0.1:0/callback"], "",
        environment: ["PATH": "\(bench.folder.path):\(path)"])
      #expect(
        result.output == """
          Please log in in your browser …
          You are Alice.
          The server says: alice@example.com.
          Your tokens are new.
          You are logged out.

          """)
      #expect(result.errors == "", "\((try? bench.text("log")) ?? "")")
    }

    @Test func errorsArePrintedAndSetTheExitCode() async throws {
      let misuse = try await run([], "")
      #expect(misuse.exitCode == 64)
      #expect(
        misuse.errors.hasPrefix("error: name a server\nusage: authgen-demo --pretend URL"))
      let unreachable = try await run(["--endpoint", "http://127.0.0.1:1/a/b/graphql"], "2\n")
      #expect(unreachable.output.contains("The server cannot be reached."))
    }

    /// A new shop.
    private func shop() throws -> URL {
      try #require(LiveServer.current).server.endpoint(site: "demo-\(UUID().uuidString)")
    }

    /// Runs the demo. Its output is searched for secrets with all other output.
    private func run(
      _ arguments: [String], _ input: String, home: URL? = nil,
      environment: [String: String] = [:]
    ) async throws -> ProcessResult {
      let live = try #require(LiveServer.current)
      let home = home ?? FileManager.default.temporaryDirectory
      let result = try await runProcess(
        builtProgram("authgen-demo"), arguments, in: home.deletingLastPathComponent(),
        input: input,
        environment: environment.merging(["XDG_STATE_HOME": home.path]) { $1 })
      live.transcript.note(text: result.text, of: "the demo")
      // All secrets of the simulated shop have one of these prefixes.
      for sign in ["session-", "verification-", "social-login-", "ya29.", "EAA-", "4/", "eyJ"] {
        #expect(!result.text.contains(sign))
      }
      return result
    }
  }
}
