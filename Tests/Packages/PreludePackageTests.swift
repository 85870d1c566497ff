// Tests that the line of Prelude's documentation for Package.swift resolves to this package.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct PreludePackageTests {
  /// "Add it alongside PreludeAuth in Package.swift".
  private static let line = #".product(name: "PreludeAuthSocial", package: "apple-auth-sdk"),"#

  /// Resolves a package whose only target has the line among its dependencies.
  ///
  /// - Parameter dependency: how the package depends on this one.
  private func resolve(_ dependency: String, _ line: String = line) async throws -> ProcessResult {
    let manifest = """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: "Shop",
        dependencies: [\(dependency)],
        targets: [
          .executableTarget(
            name: "Shop",
            dependencies: [
              \(line)
            ])
        ]
      )

      """
    let bench = try Workbench([
      "Package.swift": manifest, "Sources/Shop/main.swift": "print(1)\n",
    ])
    return try await runToolchain("swift", ["package", "show-dependencies"], in: bench.folder)
  }

  private static let path = #"path: "\#(Checkout.root.path)""#

  @Test func documentsLineNeedsTheDocumentsPackageName() async throws {
    let named = try await resolve(#".package(name: "apple-auth-sdk", \#(Self.path))"#)
    #expect(named.exitCode == 0, "\(named.errors)")
    let unnamed = try await resolve(".package(\(Self.path))")
    #expect(unnamed.exitCode == 1)
    #expect(unnamed.errors.contains("unknown package 'apple-auth-sdk'"), "\(unnamed.errors)")
  }

  @Test func productMustExist() async throws {
    let other = try await resolve(
      #".package(name: "apple-auth-sdk", \#(Self.path))"#,
      Self.line.replacingOccurrences(of: "AuthSocial", with: "AuthSociable"))
    #expect(other.exitCode == 1)
    #expect(other.errors.contains("product 'PreludeAuthSociable' required by"), "\(other.errors)")
  }
}
