// Values of response types for tests and previews.

public import AuthGenRuntime

nonisolated extension ResponseObject where Self: Decodable {
  /// Returns a value whose fields are all filled with plausible values under the schema's rules.
  ///
  /// ```swift
  /// let data = try SocialLinksQuery.Data.sample { $0.socialLinks = [] }
  /// ```
  ///
  /// The same seed gives the same value, also if the selection gets more fields. Nullable fields have a
  /// value, and lists have one to three elements. An object of an interface or union is one of the types that
  /// the selection distinguishes. `hasNextPage` and `hasPreviousPage` are false.
  ///
  /// - Parameters:
  ///   - seed: selects the values. Default: 0.
  ///   - scalars: values of custom scalars. Default: none.
  ///   - change: sets the fields that the test is about.
  /// - Throws: ``SampleError`` if no value of a custom scalar can be invented; what `change` throws.
  public static func sample(
    seed: UInt64 = 0, scalars: SampleScalars = SampleScalars(),
    _ change: (inout Self) throws -> Void = { _ in }
  ) throws -> Self {
    let source = SampleSource(seed: seed, scalars: scalars)
    var value: Self
    do {
      value = try Self(from: SampleDecoder(source: source, codingPath: []))
    } catch {
      throw source.problem ?? error
    }
    try change(&value)
    return value
  }
}

/// Values to use for custom scalars in samples, one for each type.
///
/// ```swift
/// let place = try PlaceQuery.Data.sample(scalars: SampleScalars(GeoPoint(latitude: 52.5, longitude: 13.4)))
/// ```
///
/// `Date`, `Decimal`, `URL` and `UUID` need none: set these fields themselves. Without a value here, a sample
/// tries usual forms: text, points in time, dates, numbers, URLs and UUIDs.
nonisolated public struct SampleScalars: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Creates an empty collection, or one with a value of each type.
  public init<each Value: Decodable & Sendable>(_ value: repeat each Value) {
    func add<Scalar: Sendable>(_ value: Scalar) { values[ObjectIdentifier(Scalar.self)] = value }
    repeat add(each value)
  }

  func value<Value>(of type: Value.Type) -> Value? {
    values[ObjectIdentifier(type)] as? Value
  }
}

/// The reason why there is no sample of a type.
nonisolated public struct SampleError: Error, Hashable, Sendable {
  /// The name of the scalar's Swift type.
  public let type: String
  /// Response names and list indices, outermost first.
  public let path: [String]
}

nonisolated extension SampleError: CustomStringConvertible {
  public var description: String {
    """
    cannot invent a value of \(type) for \(path.joined(separator: ".")): add one, \
    as in sample(scalars: SampleScalars(\(type)(…)))
    """
  }
}
