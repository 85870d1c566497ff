// The JSON examples of the Horizon document, stored beside the schema.

import AuthGenTestSupport
import Foundation

enum SeedExamples {
  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: Checkout.root.appending(path: "Schemas/Horizon/examples/\(name).json"))
  }

  /// The responses of all systems' documents.
  static func responses() throws -> [URL] {
    let schemas = try FileManager.default.contentsOfDirectory(
      at: Checkout.root.appending(path: "Schemas"), includingPropertiesForKeys: nil)
    return schemas.flatMap { schema in
      let files = try? FileManager.default.contentsOfDirectory(
        at: schema.appending(path: "examples"), includingPropertiesForKeys: nil)
      return files?.filter { $0.lastPathComponent.hasSuffix(".response.json") } ?? []
    }
  }

  /// JSON as values: the order of keys, white space and members with null do not matter.
  static func value(_ json: Data) throws -> NSObject {
    let value = withoutNulls(try JSONSerialization.jsonObject(with: json))
    guard let object = value as? NSObject else { throw CocoaError(.propertyListReadCorrupt) }
    return object
  }

  private static func withoutNulls(_ value: Any) -> Any {
    switch value {
    case let object as [String: Any]:
      object.filter { !($0.value is NSNull) }.mapValues(withoutNulls)
    case let list as [Any]: list.map(withoutNulls)
    default: value
    }
  }
}
