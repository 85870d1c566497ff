// The values of a sample. Each depends on the seed and its path alone.

import AuthGenRuntime

/// Invents the values of one sample.
nonisolated final class SampleSource {
  private let seed: UInt64
  let scalars: SampleScalars
  /// The first value that could not be invented. Types that read it may throw another error.
  var problem: SampleError?
  /// The number of values so far. A type of the app may contain itself more than once.
  private var count = 0
  /// Whether the rest of the sample is empty where it can be.
  var isFull: Bool { count > 20_000 }
  /// The type of each object whose type was asked for, by its path.
  private var typenames: [String: String] = [:]

  init(seed: UInt64, scalars: SampleScalars) {
    self.seed = seed
    self.scalars = scalars
  }

  func countValue() { count += 1 }

  /// A number for a path, the same each time.
  func number(at path: [any CodingKey]) -> UInt64 {
    // FNV-1a, then the last steps of SplitMix64.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in Self.text(of: path).utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hash = hash &+ seed &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }

  /// The number of a list's elements: one to three. Deep inside, lists are empty: a type of the app may
  /// contain a list of itself.
  func count(at path: [any CodingKey]) -> Int {
    path.count < 16 && !isFull ? Int(number(at: path) % 3) + 1 : 0
  }

  func boolean(at path: [any CodingKey]) -> Bool {
    // A sample of a page is the last one.
    if ["hasNextPage", "hasPreviousPage"].contains(path.last?.stringValue) { return false }
    return number(at: path) % 2 == 0
  }

  /// A number from 1 to 100, which every type of integer can represent.
  func integer(at path: [any CodingKey]) -> Int { Int(number(at: path) % 100) + 1 }

  /// A number with two decimal places.
  func decimal(at path: [any CodingKey]) -> Double { Double(number(at: path) % 10_000) / 100 }

  func string(at path: [any CodingKey]) -> String {
    let names = path.lazy.filter { $0.intValue == nil }.map(\.stringValue)
    let name = names.last ?? ""
    if name == "__typename" { return typenames[Self.text(of: path)] ?? "Object" }
    return SampleText(name: name, number: number(at: path)).text
  }

  /// Chooses the value of an enum, or the type of an object.
  func choice(of names: [String], at path: [any CodingKey]) -> String {
    guard path.last?.stringValue == "__typename" else { return chosen(of: names, at: path) }
    let place = Self.text(of: path)
    if let known = typenames[place] { return known }
    let name = chosen(of: names, at: path)
    typenames[place] = name
    return name
  }

  private func chosen(of names: [String], at path: [any CodingKey]) -> String {
    names.isEmpty ? string(at: path) : names[Int(number(at: path) % UInt64(names.count))]
  }

  private static func text(of path: [any CodingKey]) -> String {
    path.map(\.stringValue).joined(separator: ".")
  }
}
