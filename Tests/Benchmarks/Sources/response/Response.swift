// Measures reading a response and writing the same values as variables, beside other decoders:
//
//   swift run -c release --package-path Tests/Benchmarks response FILE [ROUNDS | read | build]
//
// FILE is a response to the query Items. Prints the seconds of one reading and one writing: the median
// of 41 measurements. With ROUNDS, only reads FILE that often, for a profiler, and prints nothing.
//
// With `read`, reads FILE once, with `build` holds its bytes and creates the values of as many items with
// initialisers. Both print the peak memory of the process in bytes.

import AuthGenRuntime
import Foundation

@main struct Response {
  static func main() throws {
    let arguments = CommandLine.arguments
    let json = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
    if arguments.last == "read" || arguments.last == "build" {
      let data = arguments.last == "read" ? try read(json) : build(json)
      return print(arguments[2], data.items.count, "items, peak", peakMemory, "bytes")
    }
    if arguments.count > 2 {
      for _ in 0..<(Int(arguments[2]) ?? 1) { _ = try read(json) }
      return
    }
    let save = SaveMutation(items: try read(json).items.map(ItemInput.init))
    let written = try save.json()
    guard try JSONSerialization.jsonObject(with: written) is [String: Any],
      abs(written.count - json.count) < json.count / 4
    else { throw Failure() }
    let repetitions = max(1, 2_000_000 / json.count)
    let decode = try median(repetitions) { _ = try read(json) }
    let encode = try median(repetitions) { _ = try save.json() }
    print(
      "authgen", json.count, "decode", String(format: "%.9f", decode), "encode",
      String(format: "%.9f", encode))
  }

  struct Failure: Error {}

  private static func read(_ json: Data) throws -> ItemsQuery.Data {
    guard let data = try GraphQLResponse<ItemsQuery.Data>(json: json, variables: [:]).data else {
      throw Failure()
    }
    return data
  }

  /// The values of a response of the same size.
  private static func build(_ json: Data) -> ItemsQuery.Data {
    // An item has six objects: itself, its owner and four notes.
    let count = json.lazy.filter { $0 == UInt8(ascii: "{") }.count / 6
    return ItemsQuery.Data(items: (0..<count).map(item))
  }

  private static func item(_ index: Int) -> ItemsQuery.Data.Item {
    ItemsQuery.Data.Item(
      id: "id\(index)", title: index % 3 == 0 ? nil : "Title number \(index)", rank: index,
      active: index % 2 == 0,
      owner: ItemsQuery.Data.Item.Owner(
        login: "login\(index)", biography: "A biography of some length for \(index)",
        score: Double(index) * 1.5, locked: false, role: .member, tags: ["a", "b", "c\(index)"]),
      notes: (0..<4).map { number in
        ItemsQuery.Data.Item.Note(
          name: "note\(number)", size: number, draft: true, role: .guest, lines: ["one", "two"])
      })
  }

  private static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #endif
  }

  /// The seconds of one run, from measurements of several.
  private static func median(_ repetitions: Int, _ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let times = try (0..<41).map { _ in
      let duration = try clock.measure { for _ in 0..<repetitions { try body() } }.components
      return (Double(duration.seconds) + Double(duration.attoseconds) * 1e-18)
        / Double(repetitions)
    }
    return times.sorted()[times.count / 2]
  }
}

extension ItemInput {
  init(_ item: ItemsQuery.Data.Item) {
    self.init(
      id: item.id, title: item.title, rank: item.rank, active: item.active,
      owner: item.owner.map {
        PersonInput(
          login: $0.login, biography: $0.biography, score: $0.score, locked: $0.locked,
          role: $0.role, tags: $0.tags)
      },
      notes: item.notes.map {
        NoteInput(
          name: $0.name, remark: $0.remark, size: $0.size, draft: $0.draft, role: $0.role,
          lines: $0.lines)
      })
  }
}
