// Tests the privacy manifests of the targets that apps link.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct PrivacyManifestTests {
  /// The APIs for which Apple requires a reason, by their category.
  /// https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api
  private static let categories = [
    "FileTimestamp": [
      "NSFileCreationDate", "NSFileModificationDate", "contentModificationDateKey",
      "creationDate", "creationDateKey", "fileModificationDate", "fgetattrlist", "fstat", "fstatat",
      "getattrlist", "getattrlistat", "getattrlistbulk", "lstat", "modificationDate", "stat",
    ],
    "SystemBootTime": ["mach_absolute_time", "systemUptime"],
    "DiskSpace": [
      "NSFileSystemFreeSize", "NSFileSystemSize", "fstatfs", "fstatvfs", "statfs", "statvfs",
      "systemFreeSize", "systemSize", "volumeAvailableCapacityForImportantUsageKey",
      "volumeAvailableCapacityForOpportunisticUsageKey", "volumeAvailableCapacityKey",
      "volumeTotalCapacityKey",
    ],
    "ActiveKeyboards": ["activeInputModes"],
    "UserDefaults": ["AppStorage", "NSUserDefaults", "UserDefaults"],
  ]

  private struct Manifest: Decodable {
    struct AccessedAPI: Decodable {
      let type: String
      let reasons: [String]

      private enum CodingKeys: String, CodingKey {
        case type = "NSPrivacyAccessedAPIType"
        case reasons = "NSPrivacyAccessedAPITypeReasons"
      }
    }

    struct CollectedData: Decodable, Equatable {
      let type: String
      let isLinked: Bool
      let isForTracking: Bool
      let purposes: [String]

      private enum CodingKeys: String, CodingKey {
        case type = "NSPrivacyCollectedDataType"
        case isLinked = "NSPrivacyCollectedDataTypeLinked"
        case isForTracking = "NSPrivacyCollectedDataTypeTracking"
        case purposes = "NSPrivacyCollectedDataTypePurposes"
      }
    }

    let tracking: Bool
    let trackingDomains: [String]
    let collectedDataTypes: [CollectedData]
    let accessedAPIs: [AccessedAPI]

    private enum CodingKeys: String, CodingKey {
      case tracking = "NSPrivacyTracking"
      case trackingDomains = "NSPrivacyTrackingDomains"
      case collectedDataTypes = "NSPrivacyCollectedDataTypes"
      case accessedAPIs = "NSPrivacyAccessedAPITypes"
    }
  }

  /// What a library sends that neither the app nor the server has given to it. An app declares what it passes
  /// to a library, such as an email address.
  private static let collected = [
    "PreludeAuth": [
      Manifest.CollectedData(
        type: "NSPrivacyCollectedDataTypeDeviceID", isLinked: true, isForTracking: false,
        purposes: ["NSPrivacyCollectedDataTypePurposeAppFunctionality"])
    ]
  ]

  /// Apps link the libraries and their dependencies.
  @Test func everyLibraryHasAManifestOfTheAPIsThatItsSourcesUse() async throws {
    let package = try await PackageDescription.ofThisPackage.value
    let libraries = package.products.filter(\.isLibrary).flatMap(\.targets)
    let linked = package.closure(of: libraries)
    #expect(linked.count >= 15)
    for target in package.targets where linked.contains(target.name) {
      let folder = Checkout.root.appending(path: try #require(target.path))
      #expect(target.resources == ["PrivacyInfo.xcprivacy"], "\(target.name)")
      let manifest = try PropertyListDecoder().decode(
        Manifest.self, from: Data(contentsOf: folder.appending(path: "PrivacyInfo.xcprivacy")))
      #expect(!manifest.tracking && manifest.trackingDomains.isEmpty, "\(target.name)")
      #expect(
        manifest.collectedDataTypes == Self.collected[target.name, default: []], "\(target.name)")
      let declared = manifest.accessedAPIs.map {
        $0.type.replacingOccurrences(of: "NSPrivacyAccessedAPICategory", with: "")
      }
      #expect(Set(declared) == (try Self.categories(usedBy: folder)), "\(target.name)")
      #expect(manifest.accessedAPIs.allSatisfy { !$0.reasons.isEmpty }, "\(target.name)")
    }
  }

  @Test func usesAreFoundByWholeWords() {
    #expect(Self.categories(in: "var status = stat()\nfstat(number, &status)") == ["FileTimestamp"])
    #expect(
      Self.categories(in: "let info = ProcessInfo.processInfo.systemUptime") == ["SystemBootTime"])
    #expect(Self.categories(in: "UserDefaults.standard") == ["UserDefaults"])
    #expect(Self.categories(in: "let static = state; status(); // statistics") == [])
    #expect(Self.categories(in: "/// Not in a comment: UserDefaults") == [])
  }

  private static func categories(usedBy folder: URL) throws -> Set<String> {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.filter { $0.hasSuffix(".swift") }.reduce(into: []) { found, path in
      let source = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      found.formUnion(categories(in: source))
    }
  }

  private static func categories(in source: String) -> Set<String> {
    let code = source.split(separator: "\n").filter {
      !$0.drop { $0 == " " }.hasPrefix("//")
    }
    let words = Set(code.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } })
    return Set(categories.filter { !words.isDisjoint(with: $0.value.map { $0[...] }) }.keys)
  }
}
