// Tests the package's structure: the allowed dependencies of targets, and where a vendor is named.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct ArchitectureTests {
  private let package: PackageDescription

  init() async throws {
    package = try await PackageDescription.ofThisPackage.value
  }

  @Test func sourcesHaveFiveFoldersAndThePackageAtMostSixtyTargets() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Checkout.root.appending(path: "Sources").path)
    #expect(folders.sorted() == ["Generator", "Login", "Plugins", "Runtime", "Tools"])
    #expect(package.targets.count <= 61)
  }

  @Test func topLevelEqualsTheAgreedList() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Checkout.root.path)
    #expect(
      Set(names.filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }) == [
        "CHANGELOG.md", "Generated", "LICENSE", "Package.swift", "README.md", "Schemas", "Sources",
        "Templates", "Tests",
      ])
  }

  @Test func noTargetDependsOnItself() {
    for target in package.targets {
      let reached = target.dependencies.reduce(into: Set<String>()) { reached, name in
        reached.formUnion(package.closure(of: [name]))
      }
      #expect(!reached.contains(target.name), "\(target.name) is part of a cycle")
    }
  }

  @Test func runtimeDependsOnlyOnTheRuntime() {
    for target in package.targets(in: "Sources/Runtime") {
      for name in package.closure(of: [target.name]) {
        #expect(package.path(of: name).hasPrefix("Sources/Runtime/"), "\(target.name) uses \(name)")
      }
    }
  }

  /// Only `AuthGenSchemaFetch` sends requests, with the runtime.
  @Test func generatorSharesOnlyHashingWithTheRuntime() {
    for target in package.targets(in: "Sources/Generator") where target.name != "AuthGenSchemaFetch"
    {
      for name in package.closure(of: [target.name]) where name != "AuthGenCryptography" {
        let path = package.path(of: name)
        #expect(
          path.hasPrefix("Sources/Generator/") || path == "Templates",
          "\(target.name) uses \(name)")
      }
    }
  }

  @Test func onlySchemaFetchImportsFoundationInTheGenerator() throws {
    let importing = try Self.files(below: "Sources/Generator").filter {
      try String(contentsOf: $0, encoding: .utf8).contains("import Foundation")
    }
    let folders = Set(importing.map { $0.deletingLastPathComponent().lastPathComponent })
    #expect(folders == ["SchemaFetch"])
  }

  @Test func toolIsAMainAndItsArguments() throws {
    for tool in ["authgen", "authgen-fetch"] {
      let files = try Self.files(below: "Sources/Tools/\(tool)").filter {
        $0.pathExtension == "swift"
      }
      #expect(files.count == 1, "\(tool) has \(files.map(\.lastPathComponent))")
    }
  }

  /// What an app links with each library. A login links its own API, and no other login's.
  @Test(arguments: [
    "AuthGenRuntime": [],
    "AuthGenSessions": ["AuthGenRuntime"],
    "AuthGenPinning": ["AuthGenCryptography", "AuthGenRuntime"],
    "AuthGenPages": ["AuthGenRuntime"],
    "AuthGenCache": ["AuthGenRuntime", "AuthGenSessions"],
    "AuthGenStreams": ["AuthGenRuntime"],
    "AuthGenUploads": ["AuthGenRuntime"],
    "AuthGenCatching": ["AuthGenRuntime"],
    "AuthGenLogging": ["AuthGenRuntime"],
    "AuthGenTesting": ["AuthGenRuntime"],
    "AuthGenWebLogin": ["AuthGenCryptography", "AuthGenRuntime", "AuthGenSessions"],
    "AuthGenBrowser": [
      "AuthGenCryptography", "AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin",
    ],
    "AuthGenOpenID": [
      "AuthGenCryptography", "AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin", "OpenIDAPI",
    ],
    "AuthGenHorizonScalars": ["AuthGenRuntime"],
    "AuthGenHorizon": [
      "AuthGenHorizonScalars", "AuthGenRuntime", "AuthGenSessions", "HorizonAPI",
    ],
    "AuthGenOry": [
      "AuthGenCryptography", "AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin", "OryAPI",
    ],
    "PreludeAuth": [
      "AuthGenCryptography", "AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin", "PreludeAPI",
    ],
    "PreludeAuthSocial": [
      "AuthGenBrowser", "AuthGenCryptography", "AuthGenRuntime", "AuthGenSessions",
      "AuthGenWebLogin", "PreludeAPI", "PreludeAuth",
    ],
    "HorizonAPI": ["AuthGenHorizonScalars", "AuthGenRuntime"],
    "OpenIDAPI": ["AuthGenRuntime"],
    "Auth0API": ["AuthGenRuntime"],
    "OryAPI": ["AuthGenRuntime"],
    "PreludeAPI": ["AuthGenRuntime"],
  ])
  func libraryLinksOnlyWhatItNeeds(_ library: String, _ linked: [String]) throws {
    let product = try #require(package.products.first { $0.name == library })
    #expect(package.closure(of: product.targets) == Set(linked + [library]))
  }

  @Test func everyLibraryIsInTheTable() {
    let tested = 23
    #expect(package.products.count { $0.isLibrary } == tested)
  }

  @Test func noProductLinksTestCode() {
    for product in package.products {
      for name in package.closure(of: product.targets) {
        #expect(!package.path(of: name).hasPrefix("Tests/"), "\(product.name) links \(name)")
      }
    }
  }

  @Test func noModuleContainsATypeWithItsName() throws {
    for target in package.targets where target.path?.hasPrefix("Sources/") == true {
      let declaration = try Regex(
        #"\b(struct|enum|class|actor|protocol|typealias) \#(target.name.replacing("-", with: "_"))\b"#
      )
      for file in try Self.files(below: target.path ?? "") where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        let isProgram = target.type == "executable" || target.type == "plugin"
        #expect(isProgram || text.firstMatch(of: declaration) == nil, "\(file.path)")
      }
    }
  }

  /// A vendor's name occurs only in the vendor's folder.
  @Test(arguments: [
    (["Horizon", "Chumewe", "THG", "thehut"], ["Login/Horizon", "Login/HorizonScalars"]),
    (["Auth0"], ["Login/OpenID/Auth0"]),
    (["Ory", "Kratos"], ["Login/Ory"]),
    (["Prelude"], ["Login/PreludeAuth", "Login/PreludeAuthSocial"]),
  ])
  func vendorIsNamedOnlyInItsFolder(_ names: [String], _ folders: [String]) throws {
    let pattern = try Regex(#"\b(\#(names.joined(separator: "|")))"#).ignoresCase()
    let sources = Checkout.root.appending(path: "Sources").path + "/"
    for file in try Self.files(below: "Sources") {
      let path = file.path.replacingOccurrences(of: sources, with: "")
      let isOwn = folders.contains { path.hasPrefix($0 + "/") }
      // The demo shows all systems, and articles list them.
      let mayNameVendors =
        path.hasPrefix("Tools/") || path.hasSuffix(".md") && !path.hasPrefix("Runtime/")
      guard !isOwn, !mayNameVendors else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: pattern) {
        let found = String(text[match.range])
        let isWord =
          names.contains(found) || text[match.range.upperBound...].first?.isLetter != true
        #expect(!isWord, "\(path) names \(found)")
      }
    }
  }

  /// No code that apps link shows pages itself. Only logins with OpenID Connect send a client secret, if the app
  /// passes one.
  @Test(arguments: [
    (#"WebKit|WKWebView|UIWebView|SFSafariViewController|WebView\("#, []),
    (#"client_?secret|client_assertion"#, ["Sources/Login/OpenID/", "Generated/OpenIDAPI/"]),
  ])
  func appsLinkNoWebViewAndNoClientSecret(_ pattern: String, _ exceptions: [String]) throws {
    let pattern = try Regex(pattern).ignoresCase()
    let folders = ["Sources/Runtime", "Sources/Login", "Generated"]
    let files = try folders.flatMap { try Self.files(below: $0) }.filter {
      $0.pathExtension == "swift"
    }
    #expect(files.count > 150)
    for file in files where !exceptions.contains(where: file.path.contains) {
      // Comments may name what the code does not use.
      let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
      #expect(!code.contains { $0.contains(pattern) }, "\(file.path)")
    }
  }

  private static func files(below folder: String) throws -> [URL] {
    let root = Checkout.root.appending(path: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return paths.map { root.appending(path: $0) }.filter { url in
      ["swift", "md", "h", "modulemap"].contains(url.pathExtension)
    }
  }
}
