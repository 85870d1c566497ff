// Measures the decoding and encoding of a response: generated code against synthesised Codable.

import Foundation

@main struct Decoding {
  static func main() throws {
    let response = try sample()
    print("A response of \(response.count / 1000) KB, \(rounds) rounds, the two in turn.")
    let decoder = JSONDecoder()
    let hand = try decoder.decode(Items.self, from: response)
    let generated = try decoder.decode(ItemsQuery.Data.self, from: response)
    guard try JSONEncoder.sorted.encode(generated) == response else {
      throw Failure(message: "the generated types lost something")
    }
    try compare("decode") {
      _ = try decoder.decode(Items.self, from: response)
    } _: {
      _ = try decoder.decode(ItemsQuery.Data.self, from: response)
    }
    let encoder = JSONEncoder()
    try compare("encode") {
      _ = try encoder.encode(hand)
    } _: {
      _ = try encoder.encode(generated)
    }
  }

  struct Failure: Error {
    let message: String
  }

  private static let rounds = 201

  /// Prints the medians of both and their ratio. They run in turn, and begin in turn, so that the machine's
  /// other load affects both.
  private static func compare(
    _ name: String, _ hand: () throws -> Void, _ generated: () throws -> Void
  ) throws {
    var times: (hand: [Double], generated: [Double]) = ([], [])
    for round in 0..<rounds {
      if round.isMultiple(of: 2) { times.hand.append(try seconds(hand)) }
      times.generated.append(try seconds(generated))
      if !round.isMultiple(of: 2) { times.hand.append(try seconds(hand)) }
    }
    let (hand, generated) = (median(times.hand), median(times.generated))
    print(
      String(
        format: "%@: synthesised %6.2f ms   generated %6.2f ms   ratio %.2f", name, hand * 1000,
        generated * 1000, generated / hand))
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let duration = try clock.measure(body)
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }

  /// A response with every kind of field, and explicit nulls as servers send them.
  private static func sample() throws -> Data {
    let items = (0..<310).map { index in
      ItemsQuery.Data.Item(
        id: "id\(index)", title: index.isMultiple(of: 3) ? nil : "Title number \(index)",
        rank: index, active: index.isMultiple(of: 2),
        owner: .init(
          login: "login\(index)", biography: "A biography of some length for \(index)",
          score: Double(index) * 1.5, locked: false, role: .member,
          tags: ["a", "b", "c\(index)"]),
        notes: (0..<4).map { (number: Int) in
          .init(
            name: "note\(number)", size: number, draft: true, role: .guest,
            lines: ["one", "two"])
        })
    }
    return try JSONEncoder.sorted.encode(ItemsQuery.Data(items: items))
  }
}

extension JSONEncoder {
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}
