// Several generated files as one. Of the imports
//
//     public import AuthGenSessions
//     import AuthGenSessions
//
// it has the first: Swift warns if a file imports a module twice with different access.

import AuthGenGeneration

struct JoinedFile {
  /// The comments before the imports of the first file.
  private var header: [ArraySlice<UInt8>] = []
  /// The imports, in order of first use.
  private var imports: [(module: Substring, line: Substring)] = []
  private var bodies: [ArraySlice<UInt8>] = []

  /// Returns the content of one file as it is, and that of several files as one.
  static func content(of files: [GeneratedFile]) -> [UInt8] {
    if files.count == 1 { return files[0].content }
    var joined = JoinedFile()
    for file in files { joined.append(file) }
    return joined.content
  }

  private mutating func append(_ file: GeneratedFile) {
    var rest = file.content[...]
    var comments: [ArraySlice<UInt8>] = []
    var hasImports = false
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Substring(decoding: rest[..<end], as: UTF8.self)
      if let module = Self.module(importedBy: line) {
        add(line, of: module)
        hasImports = true
      } else if !hasImports, line.isEmpty || line.hasPrefix("//") {
        comments.append(rest[...end])
      } else {
        // The empty line after the imports is that of `content`.
        if hasImports, line.isEmpty { rest = rest[(end + 1)...] }
        break
      }
      rest = rest[(end + 1)...]
    }
    // The comments of later files stay in front of their declarations.
    if bodies.isEmpty { header = comments } else { bodies += comments }
    bodies.append(rest)
  }

  private var content: [UInt8] {
    let imports = imports.flatMap { Array(($0.line + "\n").utf8) }
    return Array(header.joined()) + imports + (imports.isEmpty ? [] : [UInt8(ascii: "\n")])
      + Array(bodies.joined())
  }

  private mutating func add(_ line: Substring, of module: Substring) {
    guard let index = imports.firstIndex(where: { $0.module == module }) else {
      imports.append((module, line))
      return
    }
    if Self.access(of: line) > Self.access(of: imports[index].line) { imports[index].line = line }
  }

  /// The module of an import; nil for another line.
  private static func module(importedBy line: Substring) -> Substring? {
    let words = line.split(separator: " ")
    let isImport = words.dropLast().last == "import"
    let modifiers = words.dropLast(2)
    return isImport && modifiers.allSatisfy { $0.hasPrefix("@") || accesses.contains($0) }
      ? words.last : nil
  }

  private static let accesses: [Substring] = ["internal", "package", "public"]

  private static func access(of line: Substring) -> Int {
    accesses.lastIndex { line.split(separator: " ").contains($0) } ?? 0
  }
}
