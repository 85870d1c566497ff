// How a client's definitions are divided into files.

import AuthGenSupport
import AuthGenSwiftModel

/// The number of files and their names.
package enum FileLayout: Sendable {
  /// One file for each document, one for all enums, and one for all input objects. A file with
  /// more than about 400 members (2,000 lines) becomes several: compilers need less memory for them.
  case bySize
  /// A fixed number of files for each document. A build declares its files before it reads documents.
  case perDocument(Int)
  /// A fixed number of files for all definitions.
  case fixed(Int)

  /// The size of files with `bySize`, and of the definitions that are kept in one piece.
  private static let targetSize = 400

  /// A file of definitions.
  struct Page: Sendable {
    /// The file's name without `.swift`.
    let name: String
    let definitions: Definitions
    /// The document that the definitions are from, if they are from one.
    var source: String?

    /// Returns a page for each part: `Search.graphql`, `Search.graphql.2` and so on.
    fileprivate func divided(_ parts: [Definitions]) -> [Page] {
      parts.enumerated().map { index, definitions in
        Page(
          name: index == 0 ? name : "\(name).\(index + 1)", definitions: definitions,
          source: source.map { "\($0), part \(index + 1) of \(parts.count)" })
      }
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
      return (types + documents).flatMap(Self.splitting)
    case .perDocument(let count):
      guard count > 1 else { return types + documents }
      return types
        + documents.flatMap { $0.divided(Self.spreading([$0.definitions], over: count)) }
    case .fixed(let count):
      return Self.spreading((types + documents).map(\.definitions), over: count)
        .enumerated().map { Page(name: "\(client.name).\($0 + 1)", definitions: $1) }
    }
  }

  /// Divides a large page at the definitions, in their order. All parts have about the same size.
  private static func splitting(_ page: Page) -> [Page] {
    let size = page.definitions.size
    guard size > targetSize else { return [page] }
    let units = page.definitions.units(maximum: targetSize)
    let total = max(1, units.reduce(0) { $0 + $1.definitions.size })
    var parts = [Definitions](repeating: Definitions(), count: size / targetSize + 1)
    var before = 0
    for definitions in units.map(\.definitions) {
      // A part has the definitions whose middle is in its share of the size.
      let middle = before + definitions.size / 2
      parts[min(parts.count - 1, middle * parts.count / total)] += definitions
      before += definitions.size
    }
    return page.divided(parts.filter { !$0.isEmpty })
  }

  /// Divides definitions by their names, so that a change to one definition changes one file.
  private static func spreading(_ all: [Definitions], over count: Int) -> [Definitions] {
    var parts = [Definitions](repeating: Definitions(), count: count)
    for unit in all.flatMap({ $0.units(maximum: targetSize) }) {
      parts[Int(xxh64(unit.name.utf8) % UInt64(count))] += unit.definitions
    }
    return parts
  }
}
