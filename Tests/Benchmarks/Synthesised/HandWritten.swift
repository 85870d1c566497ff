// The declarations that hand-written operations would share.

import AuthGenRuntime

public protocol HandWrittenOperation: Sendable {
  associatedtype Data: Codable & Sendable

  static var operationName: String { get }
  static var kind: OperationKind { get }
  static var document: String { get }
  static var documentHash: String { get }
}

enum TypenameKey: String, CodingKey {
  case typename = "__typename"
}

public protocol HandWrittenExecutor: Sendable {
  associatedtype Failure: Error

  func execute<Operation: HandWrittenOperation>(
    _ operation: Operation
  ) async throws(Failure) -> Operation.Data
}
