// What an app keeps of its user on the device, and how to erase it.

public import AuthGenRuntime
public import Foundation

/// A part of the data of users that an app keeps on the device. The logins and the cache list theirs in a
/// property `localData`; an app adds its own:
///
/// ```swift
/// let orders = LocalData("orders") { try database.deleteAll() }
/// try await (login.localData + cache.localData + [orders]).eraseAll()
/// ```
nonisolated public struct LocalData: Sendable {
  /// The name of the part for developers, such as "pending logins".
  public let name: String
  let erase: @Sendable () async throws -> Void

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - name: the name of the part for developers. It must not contain data of the user.
  ///   - erase: erases the part. It may be called again after an error, and if there is nothing to erase.
  public init(_ name: String, erase: @escaping @Sendable () async throws -> Void) {
    self.name = name
    self.erase = erase
  }

  /// The content of a store.
  ///
  /// - Parameters:
  ///   - store: the store, which `eraseAll()` empties.
  ///   - name: the name of the part for developers.
  public static func store(_ store: any SecretStore, named name: String) -> LocalData {
    LocalData(name, blocking: { () throws(StoreError) in try store.remove() })
  }

  /// Creates a part that is erased outside Swift's threads, because its store may block.
  package init(_ name: String, blocking erase: @escaping @Sendable () throws(StoreError) -> Void) {
    self.init(name) { try await StoreExecutor.run(erase) }
  }
}

nonisolated extension LocalData: CustomStringConvertible {
  public var description: String { name }
}

nonisolated extension [LocalData] {
  /// Erases all parts. An error of one part does not keep the others.
  ///
  /// - Throws: ``RemainingData`` with the parts that could not be erased.
  public func eraseAll() async throws(RemainingData) {
    var left = RemainingData(data: [], errors: [])
    for part in self {
      do {
        try await part.erase()
      } catch {
        left = RemainingData(data: left.data + [part], errors: left.errors + [error])
      }
    }
    if !left.data.isEmpty { throw left }
  }
}

/// The data of a user that is still on the device. To try again: `try await remaining.data.eraseAll()`.
nonisolated public struct RemainingData: Error, Sendable {
  /// The parts that could not be erased.
  public let data: [LocalData]
  /// The error of each part, in the same order.
  public let errors: [any Error]

  package init(data: [LocalData], errors: [any Error]) {
    self.data = data
    self.errors = errors
  }
}

nonisolated extension RemainingData: RedactedDescription {
  public var description: String {
    let list = zip(data, errors).map { "\($0.name) (\(safeDescription(of: $1)))" }
    return "still on the device: \(list.joined(separator: ", "))"
  }
}

nonisolated extension RemainingData: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText {
    userText(SessionSentence.dataNotErased)
  }

  func userText(_ description: SessionSentence) -> ErrorText {
    ErrorText(
      description,
      reason: errors.contains { $0 is OtherLogin }
        ? SessionSentence.otherAccount : SessionSentence.storageProblem,
      suggestion: RuntimeSentence.tryAgain)
  }
}

/// The reason why a part is not erased: it may have the data of a user who has logged in since.
nonisolated struct OtherLogin: Error, RedactedDescription {
  var description: String { "another login has begun" }
}

/// The description of an error if it contains no secret, and otherwise its type.
nonisolated func safeDescription(of error: any Error) -> String {
  switch error {
  case let error as any RedactedDescription: error.description
  case let error as StoreError: error.description
  default: String(describing: type(of: error))
  }
}
