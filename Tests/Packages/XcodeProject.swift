// The objects of an Xcode project, and what can be wrong with them.

import Foundation

/// A file `project.pbxproj`: a property list of objects that refer to each other by identifier.
struct XcodeProject {
  private typealias Object = [String: Any]

  private let folder: URL
  private let objects: [String: Object]
  private let root: String

  /// Parses a project whose paths are relative to `folder`. Any other text has no objects.
  init(_ text: String, in folder: URL) {
    let list =
      try? PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil) as? Object
    objects = list?["objects"] as? [String: Object] ?? [:]
    root = list?["rootObject"] as? String ?? ""
    self.folder = folder
  }

  /// Returns the mistakes in the project.
  ///
  /// - Parameters:
  ///   - scheme: the text of the scheme, which refers to targets.
  ///   - products: the products that a target may link.
  func problems(scheme: String, products: Set<String>) throws -> [String] {
    if objects.isEmpty { return ["not a property list with objects"] }
    return references() + files() + (try targets(products)) + self.scheme(scheme)
  }

  /// Follows each reference. An object without a reference has no effect.
  private func references() -> [String] {
    var problems: [String] = []
    var reached: Set<String> = []
    var next = [root]
    while let identifier = next.popLast() {
      guard reached.insert(identifier).inserted else { continue }
      guard let object = objects[identifier] else {
        problems.append("undefined: \(identifier)")
        continue
      }
      next += Self.strings(in: object).filter { $0.wholeMatch(of: /A\d{23}/) != nil }
    }
    return problems + objects.keys.filter { !reached.contains($0) }.map { "unused: \($0)" }
  }

  private static func strings(in value: Any) -> [String] {
    switch value {
    case let text as String: [text]
    case let list as [Any]: list.flatMap(strings)
    case let object as Object: object.keys + object.values.flatMap(strings)
    default: []
    }
  }

  private func files() -> [String] {
    var named = all("XCBuildConfiguration").flatMap { configuration in
      let settings = configuration["buildSettings"] as? [String: String] ?? [:]
      return ["CODE_SIGN_ENTITLEMENTS", "INFOPLIST_FILE"].compactMap { settings[$0] }
    }
    named += all("PBXFileReference").filter { $0["sourceTree"] as? String == "<group>" }
      .compactMap { $0["path"] as? String }
    return named.filter {
      !FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
    }
    .map { "no file \($0)" }
  }

  /// A target links the products that its sources import.
  private func targets(_ products: Set<String>) throws -> [String] {
    try all("PBXNativeTarget").flatMap { target in
      let sources = try objects(of: target, "fileSystemSynchronizedGroups").map { group in
        try text(in: group["path"] as? String ?? "")
      }
      let imported = Set(
        sources.joined(separator: "\n").matches(of: /\nimport (\w+)/).map { String($0.1) })
      let linked = objects(of: target, "packageProductDependencies")
        .compactMap { $0["productName"] as? String }
      let name = target["name"] as? String ?? ""
      var problems = sources.contains("") ? ["no sources in \(folderNames(of: target))"] : []
      if imported.intersection(products) != Set(linked) {
        problems.append("\(name) imports \(imported.sorted()), and links \(linked)")
      }
      return problems
    }
  }

  private func folderNames(of target: Object) -> String {
    objects(of: target, "fileSystemSynchronizedGroups").compactMap { $0["path"] as? String }
      .joined(separator: ", ")
  }

  private func text(in path: String) throws -> String {
    let place = folder.appending(path: path)
    guard FileManager.default.fileExists(atPath: place.path) else { return "" }
    return try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }
      .map { try "\n" + String(contentsOf: $0, encoding: .utf8) }.joined()
  }

  /// The scheme builds the app, and runs all bundles of tests.
  private func scheme(_ text: String) -> [String] {
    let references = text.matches(
      of: /BlueprintIdentifier = "(\w+)"\s+BuildableName = "([\w.]+)"\s+BlueprintName = "(\w+)"/)
    var problems: [String] = []
    var named: Set<String> = []
    for reference in references {
      let target = objects[String(reference.1)] ?? [:]
      let product = objects[target["productReference"] as? String ?? ""] ?? [:]
      named.insert(String(reference.1))
      guard target["name"] as? String == String(reference.3),
        product["path"] as? String == String(reference.2)
      else {
        problems.append("the scheme names \(reference.3) and \(reference.2)")
        continue
      }
    }
    let tests = objects.filter { ($0.value["productType"] as? String)?.contains("bundle") == true }
    if !named.isSuperset(of: tests.keys) { problems.append("the scheme does not run all tests") }
    return problems
  }

  private func all(_ kind: String) -> [Object] {
    objects.values.filter { $0["isa"] as? String == kind }
  }

  private func objects(of object: Object, _ key: String) -> [Object] {
    (object[key] as? [String] ?? []).compactMap { objects[$0] }
  }
}
