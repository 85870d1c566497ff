// Declares the parts of Apple's framework that verify signatures on other curves. These declarations verify
// nothing. Keys are not `Sendable`, as in older SDKs.

import Foundation

public enum P384 {
  public enum Signing {
    public struct PublicKey {
      public init<D: ContiguousBytes>(rawRepresentation data: D) throws {}

      public func isValidSignature<D: DataProtocol>(
        _ signature: ECDSASignature, for data: D
      ) -> Bool { false }
    }

    public struct ECDSASignature {
      public init<D: DataProtocol>(rawRepresentation: D) throws {}
    }
  }
}

public enum P521 {
  public enum Signing {
    public struct PublicKey {
      public init<D: ContiguousBytes>(rawRepresentation data: D) throws {}

      public func isValidSignature<D: DataProtocol>(
        _ signature: ECDSASignature, for data: D
      ) -> Bool { false }
    }

    public struct ECDSASignature {
      public init<D: DataProtocol>(rawRepresentation: D) throws {}
    }
  }
}

public enum Curve25519 {
  public enum Signing {
    public struct PublicKey {
      public init<D: ContiguousBytes>(rawRepresentation data: D) throws {}

      public func isValidSignature<S: DataProtocol, D: DataProtocol>(
        _ signature: S, for data: D
      ) -> Bool { false }
    }
  }
}
