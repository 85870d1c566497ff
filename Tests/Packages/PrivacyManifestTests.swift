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

  /// What a library sends that neither the app nor the server has given to it. An app declares what it passes
  /// to a library, such as an email address.
  private let collected: [String: NSArray] = [
    "PreludeAuth": [
      [
        "NSPrivacyCollectedDataType": "NSPrivacyCollectedDataTypeDeviceID",
        "NSPrivacyCollectedDataTypeLinked": true, "NSPrivacyCollectedDataTypeTracking": false,
        "NSPrivacyCollectedDataTypePurposes": [
          "NSPrivacyCollectedDataTypePurposeAppFunctionality"
        ],
      ]
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
      #expect(target.resources.map(\.path) == ["PrivacyInfo.xcprivacy"], "\(target.name)")
      let data = try Data(contentsOf: folder.appending(path: "PrivacyInfo.xcprivacy"))
      let manifest = try #require(
        try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
      #expect(manifest["NSPrivacyTracking"] as? Bool == false, "\(target.name)")
      #expect(manifest["NSPrivacyTrackingDomains"] as? [String] == [], "\(target.name)")
      #expect(
        manifest["NSPrivacyCollectedDataTypes"] as? NSArray
          == collected[target.name, default: []], "\(target.name)")
      let accessed = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
      let declared = accessed.compactMap {
        ($0["NSPrivacyAccessedAPIType"] as? String)?
          .replacingOccurrences(of: "NSPrivacyAccessedAPICategory", with: "")
      }
      #expect(Set(declared) == (try Self.categories(usedBy: folder)), "\(target.name)")
      for entry in accessed {
        let reasons = entry["NSPrivacyAccessedAPITypeReasons"] as? [String] ?? []
        #expect(!reasons.isEmpty, "\(target.name)")
      }
    }
  }

  /// The categories whose APIs the code of the sources names.
  private static func categories(usedBy folder: URL) throws -> Set<String> {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let sources = try paths.filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    let code = sources.flatMap { $0.split(separator: "\n") }
      .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    let words = Set(code.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } })
    return Set(categories.filter { !words.isDisjoint(with: $0.value.map { $0[...] }) }.keys)
  }
}
