// Declares the parts of Apple's framework that keys use, for type-checking where the framework is missing.
// These declarations sign and verify nothing. Keys are not `Sendable`, as in older SDKs.

import Foundation
import Security

public enum P256 {
  public enum Signing {
    public struct PublicKey {
      public init<D: ContiguousBytes>(rawRepresentation data: D) throws {}
      fileprivate init() {}

      public var rawRepresentation: Data { Data() }

      public func isValidSignature<D: DataProtocol>(
        _ signature: ECDSASignature, for data: D
      ) -> Bool { false }
    }

    public struct ECDSASignature {
      public init<D: DataProtocol>(rawRepresentation: D) throws {}
      fileprivate init() {}

      public var rawRepresentation: Data { Data() }
    }

    public struct PrivateKey {
      public init(compactRepresentable: Bool = true) {}
      public init<D: ContiguousBytes>(rawRepresentation data: D) throws {}

      public var publicKey: PublicKey { PublicKey() }
      public var rawRepresentation: Data { Data() }

      public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature {
        ECDSASignature()
      }
    }
  }
}

public enum SecureEnclave {
  public static var isAvailable: Bool { false }

  public enum P256 {
    public enum Signing {
      public struct PrivateKey {
        // Apple's initialiser has an optional third parameter, whose type is in another module.
        public init(compactRepresentable: Bool = true, accessControl: SecAccessControl) throws {}
        public init(dataRepresentation: Data) throws {}

        public var publicKey: CryptoKit.P256.Signing.PublicKey { .init() }
        public var dataRepresentation: Data { Data() }

        public func signature<D: DataProtocol>(
          for data: D
        ) throws -> CryptoKit.P256.Signing.ECDSASignature { .init() }
      }
    }
  }
}
