// Tests that the tool finds the runtime's sources.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct RuntimeSourcesTests {
  @Test func runtimeSourcesAreThoseOfThePackage() throws {
    let files = try RuntimeSources.read()
    for module in ["AuthGenRuntime", "AuthGenSessions", "AuthGenCatching"] {
      let folder = Checkout.root.appending(path: "Sources/Runtime/\(module)")
      let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") }.map { "\(module)/\($0)" }
      #expect(!paths.isEmpty)
      #expect(Set(paths) == Set(files.map(\.path).filter { $0.hasPrefix("\(module)/") }))
    }
  }

  @Test func missingRuntimeSourcesAreAnError() throws {
    let error = #expect(throws: Diagnostic.self) {
      try RuntimeSources.read(from: ["/absent/authgen-runtime", "/absent/Sources/Runtime"])
    }
    #expect(
      error?.message
        == "cannot find the runtime's sources in /absent/authgen-runtime or /absent/Sources/Runtime"
    )
  }
}
