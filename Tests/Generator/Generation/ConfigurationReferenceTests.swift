// Tests that the configuration's JSON Schema and reference page follow the declarations of its keys.

import AuthGenGeneration
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ConfigurationReferenceTests {
  /// `UPDATE_SNAPSHOTS=1 swift test` writes the file again, and fails once.
  @Test func jsonSchemaFollowsTheDeclaredKeys() {
    expect("Schemas/authgen.schema.json", ConfigurationSchema.text)
  }

  /// `UPDATE_SNAPSHOTS=1 swift test` writes the page again, and fails once.
  @Test func pageFollowsTheDeclaredKeys() throws {
    let example = try Checkout.text("Tests/Consumers/Sources/HorizonShop/authgen.json")
    expect(
      "Sources/Tools/authgen/Documentation.docc/Generate/Configuration.md",
      ConfigurationReference(file: Configuration.form, example: example).markdown())
  }

  private func expect(_ path: String, _ expected: String) {
    #expect(
      Golden.text(of: path, expecting: expected) == expected,
      "\(path) is stale: run UPDATE_SNAPSHOTS=1 swift test")
  }
}
