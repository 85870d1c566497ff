// The keys of Apple's framework, as documented. They are distinct, and a signature names its key and its
// message, but neither is secure.

import Foundation
import Security

public enum P256 {
  public enum Signing {
    public struct PublicKey {
      public let rawRepresentation: Data

      public init<D: ContiguousBytes>(rawRepresentation data: D) throws {
        rawRepresentation = data.withUnsafeBytes { Data($0) }
        guard rawRepresentation.count == 64 else { throw CryptoKitError() }
      }

      fileprivate init(of key: Data) {
        rawRepresentation = key + key
      }

      public func isValidSignature<D: DataProtocol>(
        _ signature: ECDSASignature, for data: D
      ) -> Bool { signature == ECDSASignature(by: rawRepresentation.prefix(32), for: Data(data)) }
    }

    public struct ECDSASignature: Equatable {
      public let rawRepresentation: Data

      public init<D: DataProtocol>(rawRepresentation: D) throws {
        self.rawRepresentation = Data(rawRepresentation)
        guard rawRepresentation.count == 64 else { throw CryptoKitError() }
      }

      fileprivate init(by key: Data, for message: Data) {
        rawRepresentation = key + (message + Data(count: 32)).prefix(32)
      }
    }

    public struct PrivateKey {
      public let rawRepresentation: Data

      public init(compactRepresentable: Bool = true) {
        rawRepresentation = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) })
      }

      public init<D: ContiguousBytes>(rawRepresentation data: D) throws {
        rawRepresentation = data.withUnsafeBytes { Data($0) }
        guard rawRepresentation.count == 32 else { throw CryptoKitError() }
      }

      public var publicKey: PublicKey { PublicKey(of: rawRepresentation) }

      public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature {
        ECDSASignature(by: rawRepresentation, for: Data(data))
      }
    }
  }
}

/// A key in another form than expected.
public struct CryptoKitError: Error {}

public enum SecureEnclave {
  /// Whether the device has one. Apple's property cannot be set.
  nonisolated(unsafe) public static var isAvailable = false
  /// The access control of the last new key. Apple's type has no equivalent.
  nonisolated(unsafe) public fileprivate(set) static var accessControl: SecAccessControl?

  public enum P256 {
    public enum Signing {
      public struct PrivateKey {
        private static let wrapping = Data("enclave:".utf8)
        private let key: CryptoKit.P256.Signing.PrivateKey

        // Apple's initialiser has an optional third parameter, whose type is in another module.
        public init(compactRepresentable: Bool = true, accessControl: SecAccessControl) throws {
          key = CryptoKit.P256.Signing.PrivateKey()
          SecureEnclave.accessControl = accessControl
        }

        public init(dataRepresentation: Data) throws {
          guard dataRepresentation.starts(with: Self.wrapping) else { throw CryptoKitError() }
          key = try CryptoKit.P256.Signing.PrivateKey(
            rawRepresentation: Data(dataRepresentation.dropFirst(Self.wrapping.count)))
        }

        public var publicKey: CryptoKit.P256.Signing.PublicKey { key.publicKey }
        /// Only this Secure Enclave can read it.
        public var dataRepresentation: Data { Self.wrapping + key.rawRepresentation }

        public func signature<D: DataProtocol>(
          for data: D
        ) throws -> CryptoKit.P256.Signing.ECDSASignature { try key.signature(for: data) }
      }
    }
  }
}
