// Tests the Xcode project in Tests/Apple, as far as it can be tested without Xcode.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct HostProjectTests {
  private static let folder = Checkout.root.appending(path: "Tests/Apple")

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  private static func dictionary(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: folder.appending(path: path))
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    return try #require(list as? [String: Any])
  }

  private let products: Set<String>

  init() async throws {
    let package = try await PackageDescription.ofThisPackage.value
    products = Set(package.products.filter(\.isLibrary).map(\.name))
  }

  private func problems(_ project: String) throws -> [String] {
    try XcodeProject(project, in: Self.folder).problems(
      scheme: Self.text("Host.xcodeproj/xcshareddata/xcschemes/Host.xcscheme"), products: products)
  }

  @Test func projectIsComplete() throws {
    #expect(try problems(Self.text("Host.xcodeproj/project.pbxproj")).isEmpty)
  }

  @Test(arguments: [
    ("dstPath = \"\";", "dstPath = \"", "not a property list"),
    ("fileRef = A00000000000000000000014", "fileRef = A99999999999999999999999", "undefined"),
    ("mainGroup = A00000000000000000000037", "mainGroup = A00000000000000000000001", "unused"),
    ("path = HostTests;", "path = Tests;", "no sources in Tests"),
    ("path = Host.plist;", "path = Info.plist;", "no file Info.plist"),
    ("= HostExtension.plist;", "= Extension.plist;", "no file Extension.plist"),
    ("productName = AuthGenBrowser;", "productName = AuthGenPages;", "Host imports"),
    ("name = HostUITests;", "name = UITests;", "the scheme"),
  ])
  func mistakeIsFound(_ original: String, _ mistake: String, _ problem: String) throws {
    let project = try Self.text("Host.xcodeproj/project.pbxproj")
    try #require(project.contains(original))
    let found = try problems(project.replacing(original, with: mistake, maxReplacements: 1))
    #expect(found.contains { $0.hasPrefix(problem) }, "\(found)")
  }

  @Test func appAndExtensionShareTheSecondAccessGroup() throws {
    let groups = try #require(
      Self.dictionary("Host.entitlements")["keychain-access-groups"] as? [String])
    for list in ["Host.plist", "HostExtension.plist"] {
      #expect(try Self.dictionary(list)["KeychainGroup"] as? String == groups.last)
    }
    #expect(groups.first == "$(AppIdentifierPrefix)$(PRODUCT_BUNDLE_IDENTIFIER)")
    #expect(groups.count == 2)
  }

  @Test func extensionsClassExists() throws {
    let list = try #require(Self.dictionary("HostExtension.plist")["NSExtension"] as? [String: Any])
    let name = try #require(list["NSExtensionPrincipalClass"] as? String)
    let source = try Self.text("HostExtension/SessionAction.swift")
    #expect(
      source.contains(
        "class \(name.replacing("$(PRODUCT_MODULE_NAME).", with: "")): NSObject,"
          + " NSExtensionRequestHandling {"))
  }

  @Test func minimumIsThePackages() throws {
    let manifest = try Checkout.text("Package.swift")
    let minimum = try #require(manifest.firstMatch(of: /\.iOS\(\.v(\d+)\)/)).1
    #expect(
      try Self.text("Host.xcodeproj/project.pbxproj")
        .contains("IPHONEOS_DEPLOYMENT_TARGET = \(minimum).0;"))
  }
}
