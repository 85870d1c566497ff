// Tests that the tool has all built-in templates, and finds the runtime's sources.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenTemplates
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct EmbeddedFilesTests {
  @Test func everyTemplateIsEmbedded() throws {
    let folder = Checkout.root.appending(path: "Templates/text")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!names.isEmpty)
    #expect(BuiltInTemplates.all.map { $0.name + ".mustache" } == names)
    for (name, text) in BuiltInTemplates.all {
      let file = try Data(contentsOf: folder.appending(path: name + ".mustache"))
      #expect(text == Array(file), "\(name)")
    }
  }

  @Test func runtimeSourcesAreThoseOfThePackage() throws {
    let files = try RuntimeSources.read()
    for module in ["AuthGenRuntime", "AuthGenSessions", "AuthGenCatching"] {
      let folder = Checkout.root.appending(path: "Sources/Runtime/\(module)")
      let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") }.map { "\(module)/\($0)" }
      #expect(paths.count > 2)
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
