// How a client's definitions are divided into files.

import AuthGenSupport
import AuthGenSwiftModel

/// The number of files and their names.
package enum FileLayout: Sendable {
  /// One file for each document, one for all enums, and one for all input objects. A file with
  /// more than 400 members (about 2,000 lines) becomes several: compilers need less memory for them.
  case bySize
  /// A fixed number of files for each document. A build declares its files before it reads documents.
  case perDocument(Int)
  /// A fixed number of files for all definitions.
  case fixed(Int)

  /// The largest size of files with `bySize`, and of the definitions that are kept in one piece.
  private static let maximumSize = 400

  /// A file of definitions.
  struct Page: Sendable {
    /// The file's name without `.swift`.
    let name: String
    let definitions: Definitions
    /// The document that the definitions are from, if they are from one.
    var source: String?

    /// Returns a page of the same source with a part of the definitions.
    fileprivate func part(_ suffix: String, _ definitions: Definitions) -> Page {
      Page(
        name: suffix.isEmpty ? name : "\(name).\(suffix)", definitions: definitions, source: source)
    }
  }

  /// - Parameter documents: the pages of the documents, if each had one file.
  func pages(for client: ClientModel, documents: [Page]) -> [Page] {
    let types =
      client.baseTypes == nil
      ? [
        Page(name: "\(client.name).Enums", definitions: Definitions(enums: client.enums)),
        Page(name: "\(client.name).InputObjects", definitions: Definitions(inputs: client.inputs)),
      ] : []
    switch self {
    case .bySize:
      // A document can be empty.
      return (types + documents.filter { !$0.definitions.isEmpty }).flatMap(Self.splitting)
    case .perDocument(let count):
      guard count > 1 else { return types + documents }
      return types
        + documents.flatMap { page in
          Self.spreading([page.definitions], over: count).enumerated()
            .map { page.part($0 == 0 ? "" : "\($0 + 1)", $1) }
        }
    case .fixed(let count):
      return Self.spreading((types + documents).map(\.definitions), over: count)
        .enumerated().map { Page(name: "\(client.name).\($0 + 1)", definitions: $1) }
    }
  }

  /// A definition with the hash of its name, which decides its file. A change to one definition therefore
  /// changes one file.
  private typealias Unit = (hash: UInt64, size: Int, definitions: Definitions)

  private static func units(of definitions: Definitions) -> [Unit] {
    definitions.units(maximum: maximumSize).map {
      (xxh64($0.name.utf8), $0.definitions.size, $0.definitions)
    }
  }

  /// Divides a large page in two by the first bit of the hashes, a large half by the next bit, and so on:
  /// `Search.graphql.0`, `Search.graphql.10` and `Search.graphql.11`. A definition that makes a file too
  /// large divides only this file.
  private static func splitting(_ page: Page) -> [Page] {
    guard page.definitions.size > maximumSize else { return [page] }
    return halves(of: units(of: page.definitions), bits: "").map { page.part($0.bits, $0.part) }
  }

  /// - Parameter bits: the common first bits of the hashes.
  private static func halves(of units: [Unit], bits: String) -> [(bits: String, part: Definitions)]
  {
    let used = bits.utf8.count
    guard units.count > 1, used < UInt64.bitWidth,
      units.reduce(0, { $0 + $1.size }) > maximumSize
    else {
      return units.isEmpty ? [] : [(bits, joined(units))]
    }
    let bit: UInt64 = 1 << (UInt64.bitWidth - 1 - used)
    return halves(of: units.filter { $0.hash & bit == 0 }, bits: bits + "0")
      + halves(of: units.filter { $0.hash & bit != 0 }, bits: bits + "1")
  }

  private static func spreading(_ all: [Definitions], over count: Int) -> [Definitions] {
    var parts = [[Unit]](repeating: [], count: count)
    for unit in all.flatMap(units) { parts[Int(unit.hash % UInt64(count))].append(unit) }
    return parts.map(joined)
  }

  private static func joined(_ units: [Unit]) -> Definitions {
    units.reduce(into: Definitions()) { $0 += $1.definitions }
  }
}
