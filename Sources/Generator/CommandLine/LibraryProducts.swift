// The products of authgen that generated files import. Each has the name of its module.

import AuthGenGeneration
import AuthGenLanguage

package enum LibraryProducts {
  /// Returns what to do with a new schema's file.
  package static func nextSteps(forSchema path: String, _ content: [UInt8]) -> String {
    let proposal = try? ClientProposal(InputFile(path: path, content: content))
    return """
      Next: `authgen init --schema \(path.quotedForShell)` writes a configuration for it. In Package.swift, the target \
      of the client needs \(dependencies(proposal?.libraries ?? ["AuthGenRuntime"])).
      """
  }

  /// The elements for a target's `dependencies` in Package.swift.
  static func dependencies(_ products: [String]) -> String {
    products.map { ".product(name: \"\($0)\", package: \"authgen\")" }.joined(separator: ", ")
  }

  /// Reports the products that files import and their target does not depend on. Without them, the compiler
  /// finds no such module.
  ///
  /// - Parameter modules: the modules that the target can import.
  static func objections(
    to files: [GeneratedFile], of client: String, inTarget target: String, modules: [String]
  ) -> [Diagnostic] {
    let missing = Set(files.flatMap { imports(of: $0) }).subtracting(modules).sorted()
    guard !missing.isEmpty else { return [] }
    return [
      Diagnostic(
        rule: .dependencies,
        message:
          "the client \"\(client)\" imports \(missing.joined(separator: ", ")), which the target"
          + " \(target) does not depend on",
        help: "in Package.swift, add to the dependencies of \(target): \(dependencies(missing))")
    ]
  }

  /// The products that a file imports, from the lines before its first declaration.
  private static func imports(of file: GeneratedFile) -> [String] {
    var modules: [String] = []
    var rest = file.content[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest[line.endIndex...].dropFirst()
      let isRemark = line.isEmpty || line.starts(with: "//".utf8) || line.starts(with: "#".utf8)
      if isRemark { continue }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard let module = words.last, words.dropLast().last == "import" else { break }
      if module.hasPrefix("AuthGen") { modules.append(String(module)) }
    }
    return modules
  }
}
