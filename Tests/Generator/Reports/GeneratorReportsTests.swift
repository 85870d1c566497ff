// Tests that each input of Tests/Fixtures/Reports has an outcome. The transcript `Reports.txt` has those of
// the generator, and the README there has all.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct GeneratorReportsTests {
  /// The folders that SessionReportsTests and ResponseReportsTests run.
  private static let ofOthers = [
    "backends/02-logout-expired-access", "backends/04-mutation-nonnull-root-not-resent",
    "backends/08-signed-out-text-while-signed-in", "backends/13-logout-success-false",
    "public/01-expires-in-string", "public/03-userinfo-email-verified-string",
    "public/09-bom-in-rest-json", "public/10-error-without-message",
    "public/12-top-level-error-members", "public/19-media-type",
  ]

  @Test func everyFolderHasAnOutcome() throws {
    let folder = Checkout.root.appending(path: "Tests/Fixtures/Reports")
    let found = try ["public", "generator", "backends"].flatMap { kind in
      try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: kind).path)
        .map { "\(kind)/\($0)" }
    }.filter {
      // The others are cases for OddProviderTests.
      !FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/cases.json").path)
    }
    let run = Transcript.all.filter { $0.file == "Reports.txt" }.map(\.recorded.testDescription)
    #expect(Set(found) == Set(run).union(Self.ofOthers))
  }
}
