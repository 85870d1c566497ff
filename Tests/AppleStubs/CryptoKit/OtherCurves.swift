// Declares the parts of Apple's framework that verify signatures on other curves. These declarations verify
// nothing. Keys are not `Sendable`, as in older SDKs.

import Foundation

/// The keys and signatures of a curve. Apple's framework has types for each curve.
public enum SigningOnCurve<Curve> {
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

public enum P384 { public typealias Signing = SigningOnCurve<P384> }
public enum P521 { public typealias Signing = SigningOnCurve<P521> }

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
