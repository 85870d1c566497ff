// The declarations that hand-written operations would share.

import AuthGenRuntime

public protocol HandWrittenOperation: Sendable {
  associatedtype Data: Codable & Sendable

  static var definition: OperationDefinition { get }
}

enum TypenameKey: String, CodingKey {
  case typename = "__typename"
}

public protocol HandWrittenExecutor: Sendable {
  associatedtype Failure: Error

  func execute<Operation: HandWrittenOperation>(
    _ operation: Operation, options: CallOptions
  ) async throws(Failure) -> Operation.Data
}
