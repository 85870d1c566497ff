// Verification of ECDSA signatures, for platforms without a system framework for it.

/// A public key that verifies ECDSA signatures on the curve P-256 with SHA-256: ES256 of RFC 7518
/// section 3.4.
package struct P256PublicKey: Sendable {
  private let key: P256.Point

  /// Creates a key from its coordinates.
  ///
  /// - Parameters:
  ///   - x: "x" of RFC 7518 section 6.2.1.2, of 32 bytes, the most significant first.
  ///   - y: "y" of section 6.2.1.3.
  /// - Returns: nil if the point is not on the curve (SEC 1 section 3.2.2.1).
  package init?(x: [UInt8], y: [UInt8]) {
    guard x.count == 32, y.count == 32, let x = P256.field.element(.init(bigEndian: x)),
      let y = P256.field.element(.init(bigEndian: y)), let key = P256.Point(x: x, y: y)
    else { return nil }
    self.key = key
  }

  /// Whether the signature is valid for a message with this digest (FIPS 186-5 section 6.4.2).
  ///
  /// - Parameters:
  ///   - signature: R and S, 32 bytes each (RFC 7518 section 3.4).
  ///   - digest: the message's SHA-256.
  package func isValid(_ signature: [UInt8], ofDigest digest: [UInt8]) -> Bool {
    let order = P256.order
    guard signature.count == 64, digest.count == 32,
      let r = order.element(.init(bigEndian: signature[..<32])), r != order.zero,
      let s = order.element(.init(bigEndian: signature[32...])), s != order.zero
    else { return false }
    let inverse = order.inverse(s)
    // A digest may be equal to the order or larger.
    let hash = order.reduced(.init(bigEndian: digest))
    let point = P256.Point.sum(
      of: .generator, times: order.number(order.product(hash, inverse)), and: key,
      times: order.number(order.product(r, inverse)))
    guard let x = point.affineX else { return false }
    return order.reduced(x) == r
  }
}

/// The curve P-256 (SP 800-186 section 3.2.1.3), also called secp256r1.
enum P256 {
  static let field = prime([
    0xffff_ffff_ffff_ffff, 0x0000_0000_ffff_ffff, 0x0000_0000_0000_0000, 0xffff_ffff_0000_0001,
  ])
  static let order = prime([
    0xf3b9_cac2_fc63_2551, 0xbce6_faad_a717_9e84, 0xffff_ffff_ffff_ffff, 0xffff_ffff_0000_0000,
  ])
  static let b = constant([
    0x3bce_3c3e_27d2_604b, 0x651d_06b0_cc53_b0f6, 0xb3eb_bd55_7698_86bc, 0x5ac6_35d8_aa3a_93e7,
  ])

  private static func prime(_ modulus: [UInt64]) -> MontgomeryRing {
    guard let field = MontgomeryRing(modulus: modulus) else { preconditionFailure("even modulus") }
    return field
  }

  private static func constant(_ number: [UInt64]) -> MontgomeryRing.Element {
    guard let element = field.element(number) else { preconditionFailure("not below the prime") }
    return element
  }

  /// A point in Jacobian coordinates: (X/Z², Y/Z³). If Z is 0, it is the point at infinity.
  struct Point: Sendable {
    private var x: MontgomeryRing.Element
    private var y: MontgomeryRing.Element
    private var z: MontgomeryRing.Element

    static let generator: Point = {
      let point = Point(
        x: constant([
          0xf4a1_3945_d898_c296, 0x7703_7d81_2deb_33a0, 0xf8bc_e6e5_63a4_40f2,
          0x6b17_d1f2_e12c_4247,
        ]),
        y: constant([
          0xcbb6_4068_37bf_51f5, 0x2bce_3357_6b31_5ece, 0x8ee7_eb4a_7c0f_9e16,
          0x4fe3_42e2_fe1a_7f9b,
        ]))
      guard let point else { preconditionFailure("not on the curve") }
      return point
    }()

    private static let infinity = Point(x: field.one, y: field.one, z: field.zero)

    /// Creates a point from its affine coordinates.
    ///
    /// - Returns: nil if the point is not on the curve.
    init?(x: MontgomeryRing.Element, y: MontgomeryRing.Element) {
      // y² = x³ - 3x + b
      let square = field.product(x, x)
      let three = field.sum(field.one, field.sum(field.one, field.one))
      let right = field.sum(field.product(x, field.difference(square, three)), b)
      guard field.product(y, y) == right else { return nil }
      self.init(x: x, y: y, z: field.one)
    }

    private init(
      x: MontgomeryRing.Element, y: MontgomeryRing.Element, z: MontgomeryRing.Element
    ) {
      self.x = x
      self.y = y
      self.z = z
    }

    private var isInfinite: Bool { z == field.zero }

    /// The point's first coordinate, as a number; nil at infinity.
    var affineX: [UInt64]? {
      guard !isInfinite else { return nil }
      let inverse = field.inverse(z)
      return field.number(field.product(x, field.product(inverse, inverse)))
    }

    /// The sum of two points' multiples. Each step uses one bit of both factors.
    static func sum(
      of first: Point, times firstFactor: [UInt64], and second: Point, times secondFactor: [UInt64]
    ) -> Point {
      let both = first + second
      var result = infinity
      for word in firstFactor.indices.reversed() {
        for bit in (0..<64 as Range<UInt64>).reversed() {
          result = result.doubled
          switch (firstFactor[word] >> bit & 1, secondFactor[word] >> bit & 1) {
          case (1, 0): result = result + first
          case (0, 1): result = result + second
          case (1, 1): result = result + both
          default: break
          }
        }
      }
      return result
    }

    /// Formula dbl-2001-b of https://hyperelliptic.org/EFD/g1p/auto-shortw-jacobian-3.html. The
    /// curve's order is odd, so no point has a Y of 0.
    private var doubled: Point {
      let delta = field.product(z, z)
      let gamma = field.product(y, y)
      let beta = field.product(x, gamma)
      let part = field.product(field.difference(x, delta), field.sum(x, delta))
      let alpha = field.sum(part, field.sum(part, part))
      let fourBeta = Self.quadruple(beta)
      let x3 = field.difference(field.product(alpha, alpha), field.sum(fourBeta, fourBeta))
      let sum = field.sum(y, z)
      let z3 = field.difference(field.difference(field.product(sum, sum), gamma), delta)
      let fourSquare = Self.quadruple(field.product(gamma, gamma))
      let y3 = field.difference(
        field.product(alpha, field.difference(fourBeta, x3)), field.sum(fourSquare, fourSquare))
      return Point(x: x3, y: y3, z: z3)
    }

    private static func quadruple(_ element: MontgomeryRing.Element) -> MontgomeryRing.Element {
      let double = field.sum(element, element)
      return field.sum(double, double)
    }

    /// Formula add-1998-cmo-2 of the same page.
    static func + (first: Point, second: Point) -> Point {
      if first.isInfinite { return second }
      if second.isInfinite { return first }
      let firstSquare = field.product(first.z, first.z)
      let secondSquare = field.product(second.z, second.z)
      let u1 = field.product(first.x, secondSquare)
      let u2 = field.product(second.x, firstSquare)
      let s1 = field.product(first.y, field.product(second.z, secondSquare))
      let s2 = field.product(second.y, field.product(first.z, firstSquare))
      let h = field.difference(u2, u1)
      let r = field.difference(s2, s1)
      if h == field.zero { return r == field.zero ? first.doubled : infinity }
      let hSquare = field.product(h, h)
      let hCube = field.product(h, hSquare)
      let v = field.product(u1, hSquare)
      let x3 = field.difference(
        field.difference(field.product(r, r), hCube), field.sum(v, v))
      let y3 = field.difference(
        field.product(r, field.difference(v, x3)), field.product(s1, hCube))
      return Point(x: x3, y: y3, z: field.product(h, field.product(first.z, second.z)))
    }
  }
}
