// Tests that the example of the README is what a reader of its steps gets.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ExampleTests {
  /// `init` writes two more files, for editors.
  @Test func exampleHasTheFilesThatInitWrites() async throws {
    let bench = try Workbench()
    let result = try await bench.run(["init", "--target", "Shop"])
    #expect(result.exitCode == 0, "\(result.errors)")
    let example = "Sources/Examples/Shop/Sources/Shop/"
    for file in try FileManager.default.subpathsOfDirectory(atPath: bench.folder.path)
    where file.hasSuffix(".graphql") || file == "authgen.json" {
      let written = try bench.text(file).replacing("./authgen.schema.json", with: schema)
      #expect(try Checkout.text(example + file) == written, "\(file)")
    }
  }

  private let schema = "../../../../../Schemas/authgen.schema.json"
}
