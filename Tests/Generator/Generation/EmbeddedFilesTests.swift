// Tests that the generator carries the templates and the runtime's sources as they are in the repository.

import AuthGenTestSupport
import Foundation
import Testing

@testable import AuthGenGeneration

@Suite struct EmbeddedFilesTests {
  @Test(arguments: [
    ("Templates/text", "mustache"), ("Sources/Runtime/AuthGenRuntime", "swift"),
    ("Sources/Runtime/AuthGenSessions", "swift"), ("Sources/Runtime/AuthGenCatching", "swift"),
  ])
  func embeddedFilesEqualTheRepositorysFiles(folder: String, kind: String) throws {
    let embedded =
      switch folder.split(separator: "/").last {
      case "text": EmbeddedFiles.templates
      case "AuthGenRuntime": EmbeddedFiles.runtime
      case "AuthGenSessions": EmbeddedFiles.sessions
      default: EmbeddedFiles.catching
      }
    let root = Checkout.root.appending(path: folder)
    let files = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .map { root.appending(path: $0) }.filter { $0.pathExtension == kind }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    #expect(!files.isEmpty && embedded.count == files.count)
    for (file, (name, text)) in zip(files, embedded) {
      let ownName = kind == "swift" ? file : file.deletingPathExtension()
      #expect(name == ownName.lastPathComponent)
      // A message with both texts would be long, and contain words that the search for secrets finds.
      let isEqual = try String(contentsOf: file, encoding: .utf8) == text
      #expect(isEqual, "\(name)")
    }
  }
}
