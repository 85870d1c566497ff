import AuthGenBrowser
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

#if os(macOS) || os(Linux)
  struct SystemBrowserTests {
    /// A folder with an executable script of this name.
    private func withProgram(
      _ script: String, permissions: String = "755",
      _ body: (_ folder: URL, _ browser: SystemBrowser) async throws -> Void
    ) async throws {
      try await withTemporaryFolder { folder in
        let text = "#!/bin/sh\ncd '\(folder.path)' || exit 9\n\(script)\n"
        try Data(text.utf8).write(to: folder.appending(path: "script"))
        // Another process writes the file: a program that another test starts at the same moment would
        // inherit the file open for writing, and such a file cannot be run.
        let installed = try await runProcess(
          "/bin/sh", ["-c", "cp script browse && chmod \(permissions) browse"], in: folder)
        #expect(installed.exitCode == 0)
        let browser = SystemBrowser(
          program: "browse", path: "/nonexistent:\(folder.path)", patience: .seconds(30))
        try await body(folder, browser)
      }
    }

    @Test func programGetsTheAddressAsItsOnlyArgument() async throws {
      try await withProgram("printf '%s\\n' $# \"$1\" >got; mv got arguments") { folder, browser in
        let text = "https://login.example.com/a?b='$(touch${IFS}x)';touch&c=*#d"
        let page = try #require(URL(string: text))
        try await browser.open(page)
        let got = try String(contentsOf: folder.appending(path: "arguments"), encoding: .utf8)
        #expect(got == "1\n\(page.absoluteString)\n")
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "x").path))
      }
    }

    @Test(arguments: [
      "http://login.example.com/", "file:///etc/passwd", "javascript:alert(1)", "--help",
      "com.example.shop:/", "https:///x", "https://user@login.example.com/", "ftp://127.0.0.1/",
      "http://127.0.0.1.example.com/",
    ])
    func otherAddressesAreNotOpened(text: String) async throws {
      try await withProgram("touch opened") { folder, browser in
        let page = try #require(URL(string: text))
        await #expect(throws: WebAuthenticationError.noBrowser) { try await browser.open(page) }
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "opened").path))
      }
    }

    @Test func pagesOnThisMachineAreOpened() async throws {
      try await withProgram("exit 0") { _, browser in
        for text in ["http://127.0.0.1:8080/login", "http://localhost/", "http://[::1]:1/"] {
          try await browser.open(try #require(URL(string: text)))
        }
      }
    }

    private func expectNoBrowser(_ browser: SystemBrowser) async {
      await #expect(throws: WebAuthenticationError.noBrowser) { try await browser.open(loginPage) }
    }

    @Test(arguments: ["exit 3", "kill -9 $$"])
    func failingProgramIsAnError(script: String) async throws {
      try await withProgram(script) { _, browser in await expectNoBrowser(browser) }
    }

    @Test func missingProgramIsAnError() async throws {
      for path in ["", "/nonexistent", ":", "."] {
        let browser = SystemBrowser(program: "browse", path: path, patience: .zero)
        await expectNoBrowser(browser)
      }
      try await withProgram("exit 0", permissions: "644") { _, browser in
        await expectNoBrowser(browser)
      }
    }

    @Test func relativeFoldersInPATHAreIgnored() async throws {
      try await withProgram("exit 0") { folder, _ in
        let here = FileManager.default.currentDirectoryPath
        let up = here.split(separator: "/").map { _ in ".." }.joined(separator: "/")
        let browser = SystemBrowser(
          program: "browse", path: up + folder.path, patience: .seconds(30))
        await expectNoBrowser(browser)
      }
    }

    #if os(Linux)
      /// The shell unblocks signals when it starts a program, but not when it replaces itself with one.
      @Test func signalEndsABrowser() async throws {
        try await withProgram("exec grep SigBlk /proc/self/status >mask") { folder, browser in
          try await browser.open(loginPage)
          let mask = try String(contentsOf: folder.appending(path: "mask"), encoding: .utf8)
          #expect(mask == "SigBlk:\t0000000000000000\n")
        }
      }

      @Test func browserIsNotAwaitedAndLeavesNoZombie() async throws {
        let script = """
          readlink /proc/$$/fd/0 /proc/$$/fd/1 /proc/$$/fd/2 | cat >files
          echo $$ >got; mv got pid
          while [ ! -e closed ]; do sleep 0.01; done
          exit 1
          """
        try await withProgram(script) { folder, _ in
          let browser = SystemBrowser(
            program: "browse", path: folder.path, patience: .milliseconds(10))
          try await browser.open(loginPage)
          let file = folder.appending(path: "pid")
          try await wait { FileManager.default.fileExists(atPath: file.path) }
          let pid = try String(contentsOf: file, encoding: .utf8)
            .trimmingCharacters(in: .newlines)
          #expect(FileManager.default.fileExists(atPath: "/proc/\(pid)"))
          #expect(
            try String(contentsOf: folder.appending(path: "files"), encoding: .utf8)
              == "/dev/null\n/dev/null\n/dev/null\n")
          try Data().write(to: folder.appending(path: "closed"))
          // A zombie would still be listed there.
          try await wait { !FileManager.default.fileExists(atPath: "/proc/\(pid)") }
        }
      }
    #endif
  }
#endif
