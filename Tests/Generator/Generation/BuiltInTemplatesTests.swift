// Tests that the tool has all built-in templates.

import AuthGenTemplates
import AuthGenTestSupport
import Foundation
import Testing

@Suite struct BuiltInTemplatesTests {
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
}
