// Tests that the example of the README is what a reader of its steps gets.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ExampleTests {
  /// `init` writes two more files, for editors.
  @Test func exampleHasTheFilesThatInitWrites() async throws {
    try await inNewFolder { folder in
      let result = try await runProcess(builtTool, ["init", "--target", "Shop"], in: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let example = "Sources/Examples/Shop/Sources/Shop/"
      for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where file.hasSuffix(".graphql") || file == "authgen.json" {
        let written = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        #expect(
          try Checkout.text(example + file)
            == written.replacing("./authgen.schema.json", with: schema),
          "\(file)")
      }
    }
  }

  private let schema = "../../../../../Schemas/authgen.schema.json"
}
