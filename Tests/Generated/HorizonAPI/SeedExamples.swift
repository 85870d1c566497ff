// The JSON examples of the Horizon document, stored beside the schema.

import AuthGenTestSupport
import Foundation

enum SeedExamples {
  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: Checkout.root.appending(path: "Schemas/Horizon/examples/\(name).json"))
  }

  /// JSON as values: the order of keys and white space do not matter.
  static func value(_ json: Data) throws -> NSObject {
    let value = try JSONSerialization.jsonObject(with: json)
    guard let object = value as? NSObject else { throw CocoaError(.propertyListReadCorrupt) }
    return object
  }
}
