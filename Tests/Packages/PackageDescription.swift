// This package's targets and products.

import AuthGenTestSupport
import Foundation

/// The output of `swift package dump-package` for this package.
struct PackageDescription: Decodable, Sendable {
  struct Target: Decodable, Sendable {
    let name: String
    let type: String
    let path: String?
    let dependencies: [Dependency]
    let resources: [Resource]

    /// The names of the targets that it depends on.
    var uses: [String] { dependencies.map(\.name) }
  }

  struct Resource: Decodable, Sendable {
    /// Relative to the target's folder.
    let path: String
  }

  /// `{"byName": ["Name", null]}` or `{"target": ["Name", {…}]}`.
  struct Dependency: Decodable, Sendable {
    let name: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Kind.self)
      let kind: Kind = container.contains(.byName) ? .byName : .target
      var parts = try container.nestedUnkeyedContainer(forKey: kind)
      name = try parts.decode(String.self)
    }

    private enum Kind: String, CodingKey {
      case byName, target
    }
  }

  struct Product: Decodable, Sendable {
    let name: String
    let targets: [String]
    /// `{"library": ["automatic"]}`, or the name of another kind with null.
    let type: [String: [String]?]

    var isLibrary: Bool { type.keys.contains("library") }
  }

  struct Platform: Decodable, Sendable {
    let platformName: String
    let version: String
  }

  /// A package that this one depends on. Only their number matters.
  struct Package: Decodable, Sendable {}

  let platforms: [Platform]
  let targets: [Target]
  let products: [Product]
  let dependencies: [Package]

  static let ofThisPackage = Task {
    let result = try await runToolchain(
      "swift", ["package", "dump-package", "--scratch-path", ".build/description"],
      in: Checkout.root, environment: ["AUTHGEN_TESTS": "full"])
    return try JSONDecoder().decode(Self.self, from: Data(result.output.utf8))
  }

  func targets(in folder: String) -> [Target] {
    targets.filter { $0.path?.hasPrefix(folder + "/") == true }
  }

  func path(of name: String) -> String {
    targets.first { $0.name == name }?.path ?? name
  }

  /// The targets and all their dependencies.
  func closure(of names: [String]) -> Set<String> {
    var reached: Set<String> = []
    var pending = names
    while let name = pending.popLast() {
      guard reached.insert(name).inserted else { continue }
      pending += targets.first { $0.name == name }?.uses ?? []
    }
    return reached
  }
}
