// Tests that types cannot have the names that generated code refers to.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenTemplates
import AuthGenTestSupport
import Foundation
import Testing

@testable import AuthGenSwiftModel

@Suite struct ReservedNameTests {
  @Test func namesInTemplatesAreReserved() {
    var settings = ClientSettings(name: "Shop")
    var session = ClientSettings.Session()
    session.secondStep = .init(ClientSettings.Session.SecondStep())
    settings.session = session
    let reserved = ModuleNames.reserved(settings)
    for template in BuiltInTemplates.all {
      let words = SwiftWords(template: String(decoding: template.text, as: UTF8.self))
      #expect(words.referredTo.subtracting(reserved) == [], "\(template.name)")
    }
  }

  /// A nested struct with such a name would hide the type in the structs around it.
  @Test func namesInTemplatesOfStructsAreVisible() {
    let templates = Dictionary(
      uniqueKeysWithValues: BuiltInTemplates.all.map {
        ($0.name, String(decoding: $0.text, as: UTF8.self))
      })
    var names = ["struct"]
    for index in 0... {
      guard index < names.count else { break }
      let words = SwiftWords(template: templates[names[index], default: ""])
      names += words.partials.subtracting(names).sorted()
      #expect(
        words.referredTo.subtracting(ModuleNames.referredToByResponses) == [], "\(names[index])")
    }
    #expect(names.count > 5)
  }

  /// Also covers the names that the renderer writes.
  @Test(arguments: [
    "Schemas/authgen.json", "Tests/Fixtures/Backend/authgen.json",
    "Tests/Fixtures/Constructs/authgen.json", "Tests/Fixtures/Uploads/authgen.json",
    "Tests/Fixtures/Sessions/authgen.json",
  ])
  func namesInGeneratedCodeAreReserved(_ configurationPath: String) throws {
    for generated in try GeneratedClient.all(configurationPath) {
      let words = SwiftWords(
        generated.files.map { String(decoding: $0.content, as: UTF8.self) }.joined(separator: "\n"))
      let settings = generated.client.settings
      let reserved = ModuleNames.reserved(settings).union(["Upload"])
      #expect(words.referredTo.subtracting(reserved) == [], "\(settings.name)")
      #expect(words.referredTo.contains("FieldReader"))
    }
  }
}

/// The capitalised words of Swift code, without those after a dot, in comments and in strings.
private struct SwiftWords {
  private var used: Set<String> = []
  private var declared: Set<String> = []
  /// The names of a template's partials.
  private(set) var partials: Set<String> = []

  /// The names that the code does not declare.
  var referredTo: Set<String> { used.subtracting(declared).subtracting(SwiftName.keywords) }

  init(_ code: String) {
    let declarations: Set = ["case", "enum", "let", "struct", "typealias", "var"]
    // The compiler of regular expressions is slow.
    let (imports, literals) = (#/^(\w+ )?import /#, #/"(\\.|[^"\\])*"/#)
    let (comments, words) = (#///.*/#, #/[A-Za-z_0-9]+|[^A-Za-z_0-9 ]/#)
    for line in code.replacing("@_spi(Generated) ", with: "").split(separator: "\n") {
      let bare = line.drop { $0 == " " }
      if bare.hasPrefix("//") || bare.hasPrefix("#") || bare.contains(imports) {
        continue
      }
      let text = line.replacing(literals, with: "\"\"").replacing(comments, with: "")
      var (before, last): (Substring, Substring) = ("", "")
      for match in text.matches(of: words) {
        if match.output.first?.isUppercase == true {
          if declarations.contains(String(last == "`" ? before : last)) {
            declared.insert(String(match.output))
          } else if ![".", "`", "@", "§"].contains(last) {
            used.insert(String(match.output))
          }
        }
        (before, last) = (last, match.output)
      }
    }
  }

  init(template: String) {
    let code = template.replacing(#/\{\{[#/^>].*?\}\}/#, with: " ")
      .replacing(#/([A-Za-z_]*)\{\{.*?\}\}/#, with: "§")
    self.init(code)
    partials = Set(template.matches(of: #/\{\{>(\w+)\}\}/#).map { String($0.output.1) })
  }
}
