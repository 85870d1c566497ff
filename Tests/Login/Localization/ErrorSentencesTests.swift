// Tests that the file for translators has all texts for users, and that each text is used.

import AuthGenApple
import AuthGenHorizon
import AuthGenHorizonUI
import AuthGenOpenID
import AuthGenOry
import AuthGenRuntime
import AuthGenSessions
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import PreludeAuth
import Testing

@Suite struct ErrorSentencesTests {
  /// The texts of each module, in the order of the file.
  private static let modules: [(title: String, sentences: [any LocalizedText])] = [
    ("AuthGenRuntime: failed calls", Array(RuntimeSentence.allCases)),
    ("AuthGenSessions: sessions that are stored on the device", Array(SessionSentence.allCases)),
    ("AuthGenWebLogin: logins in the browser", Array(WebLoginSentence.allCases)),
    ("AuthGenApple", Array(AppleSentence.allCases)),
    ("AuthGenOpenID", Array(OpenIDSentence.allCases)),
    ("AuthGenOry", Array(OrySentence.allCases)),
    ("PreludeAuth", Array(PreludeSentence.allCases)),
    ("AuthGenHorizon", Array(HorizonSentence.allCases)),
    ("AuthGenHorizonUI: screens", Array(HorizonUIText.allCases)),
  ]
  private static let sentences = modules.flatMap(\.sentences)
  private static let path = "Sources/Tools/authgen/Documentation.docc/Call/AuthGen.strings"

  // MARK: The file for translators

  /// `AUTHGEN_TESTS=full UPDATE_SNAPSHOTS=1 swift test` writes the file again, and fails once.
  @Test func fileForTranslatorsHasAllSentences() throws {
    let expected = Self.expectedFile()
    #expect(
      Golden.text(of: Self.path, expecting: expected) == expected,
      "AuthGen.strings is stale: run AUTHGEN_TESTS=full UPDATE_SNAPSHOTS=1 swift test")
  }

  private static func expectedFile() -> String {
    var lines = [
      "/* The texts that authgen's libraries have for the user of an app. Copy this file to the main bundle of the",
      "   app, in the folder of a language, and translate the texts on the right. Sections of libraries that the",
      "   app does not use can be left out. A key begins with what it is: the description of an error, its reason,",
      "   a suggestion, or a part of a screen. Names in braces stand for values: keep them. The units s and min are",
      "   short, so that they need no plural. */",
    ]
    for (title, sentences) in modules {
      lines += ["", "/* \(title) */"]
      lines += sentences.map { "\"\($0.key)\" = \"\($0.english)\";" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func fileCanBeUsedAsAStringsTable() async throws {
    try await withTemporaryFolder { folder in
      try FileManager.default.copyItem(
        at: Checkout.root.appending(path: Self.path), to: folder.appending(path: "AuthGen.strings"))
      let bundle = try #require(Bundle(url: folder))
      for sentence in Self.sentences {
        let text = bundle.localizedString(forKey: sentence.key, value: "missing", table: "AuthGen")
        #expect(text == sentence.english)
      }
    }
  }

  @Test func sentencesAreUniqueAndCanBeTranslated() throws {
    #expect(Set(Self.sentences.map { $0.key }).count == Self.sentences.count)
    #expect(Set(Self.sentences.map { $0.english }).count == Self.sentences.count)
    for sentence in Self.sentences {
      let kind = try #require(sentence.key.wholeMatch(of: /([a-z]+)\.[a-z][A-Za-z]*/)?.output.1)
      let isOfAnError = ["description", "reason", "suggestion"].contains(kind)
      #expect(isOfAnError == (sentence is any ErrorSentence), "\(sentence.key)")
      let isSentence = isOfAnError || kind == "message"
      #expect(isSentence == sentence.english.hasSuffix("."), "\(sentence.english)")
      if !isOfAnError {
        #expect(
          ["action", "label", "message", "progress", "rule", "title"].contains(kind),
          "\(sentence.key)")
        // A value that contains a name in braces is not replaced.
        #expect(sentence.english.count { $0 == "{" } <= 1, "\(sentence.english)")
      }
      #expect(sentence.english.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 })
    }
  }

  // MARK: The sources

  @Test func allModulesWithSentencesAreTested() throws {
    let declared = try AppSources.texts().flatMap { text in
      text.matches(of: /enum (\w+): String, (?:ErrorSentence|LocalizedText)\b/).map {
        String($0.output.1)
      }
    }
    let tested = Self.modules.compactMap { $0.sentences.first.map { "\(type(of: $0))" } }
    #expect(declared.sorted() == tested.sorted())
  }

  @Test func allSentencesAreUsed() throws {
    let used = try AppSources.texts().flatMap { text in
      text.replacing(/"[^"\n]*"/, with: "").replacing(/case \.[^:]*:/, with: "")
        .matches(of: /\.(\w+)/).map { String($0.output.1) }
    }
    for sentence in Self.sentences {
      #expect(used.contains("\(sentence)"), "\(sentence.key) is in no text")
    }
  }
}

/// The sources that apps link.
enum AppSources {
  /// The sources that apps link, without those of their tests.
  static func texts() throws -> [String] {
    try ["Sources/Runtime", "Sources/Login"].flatMap { folder in
      let root = Checkout.root.appending(path: folder)
      return try FileManager.default.subpathsOfDirectory(atPath: root.path)
        .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("AuthGenTesting/") }
        .map { try String(contentsOf: root.appending(path: $0), encoding: .utf8) }
    }
  }
}
