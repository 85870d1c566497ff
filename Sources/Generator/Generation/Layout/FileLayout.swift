// How a client's definitions are divided into files.

import AuthGenSupport
import AuthGenSwiftModel

/// The number of files and their names.
package enum FileLayout: Sendable {
  /// One file for each document, one for all enums, and one for all input objects. A file that would
  /// be longer than about 2,000 lines becomes several: compilers need less memory for them.
  case bySize
  /// The same number of files for each document, whatever is in it: a build declares its outputs
  /// before documents are read.
  case perDocument(Int)
  /// The same number of files for all definitions.
  case fixed(Int)

  /// The length of files with `bySize`, and of the definitions that are kept in one piece.
  package static let targetLineCount = 2_000

  /// The number of files in which definitions of this length have at most the target length.
  package static func fileCount(lines: Int) -> Int {
    max(1, (lines + targetLineCount - 1) / targetLineCount)
  }

  /// A file's name without `.swift`, and its definitions.
  typealias Page = (name: String, definitions: Definitions)

  /// - Parameter documents: the name of each document's file, and its definitions.
  func pages(for client: ClientModel, documents: [Page]) -> [Page] {
    let enums: Page = ("\(client.name).Enums", Definitions(enums: client.enums))
    let inputs: Page = ("\(client.name).InputObjects", Definitions(inputs: client.inputs))
    switch self {
    case .bySize:
      return ([enums, inputs] + documents).flatMap(Self.splitting)
    case .perDocument(let count):
      guard count > 1 else { return [enums, inputs] + documents }
      return [enums, inputs]
        + documents.flatMap { page in
          Self.spreading([page.definitions], over: count).enumerated()
            .map { (Self.name(page.name, $0), $1) }
        }
    case .fixed(let count):
      return Self.spreading(([enums, inputs] + documents).map(\.definitions), over: count)
        .enumerated().map { ("\(client.name).\($0 + 1)", $1) }
    }
  }

  /// Returns the names of further files of a page: `Search.graphql.2`.
  private static func name(_ name: String, _ index: Int) -> String {
    index == 0 ? name : "\(name).\(index + 1)"
  }

  /// Divides a long page at the definitions, in their order. All parts have about the same length.
  private static func splitting(_ page: Page) -> [Page] {
    let lines = page.definitions.lineCount
    guard lines > targetLineCount else { return [page] }
    let target = lines / fileCount(lines: lines)
    var parts = [Definitions()]
    var length = 0
    for unit in page.definitions.units(maximum: targetLineCount) {
      if length > 0, length + unit.lineCount / 2 > target {
        parts.append(Definitions())
        length = 0
      }
      parts[parts.count - 1] += unit.definitions
      length += unit.lineCount
    }
    return parts.enumerated().map { (name(page.name, $0), $1) }
  }

  /// Divides definitions by their names, so that a change to one definition changes one file.
  private static func spreading(_ all: [Definitions], over count: Int) -> [Definitions] {
    var parts = [Definitions](repeating: Definitions(), count: count)
    for unit in all.flatMap({ $0.units(maximum: targetLineCount) }) {
      parts[Int(xxh64(unit.name.utf8) % UInt64(count))] += unit.definitions
    }
    return parts
  }
}
