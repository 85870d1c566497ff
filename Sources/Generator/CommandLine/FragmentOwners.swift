// Says which target has a fragment that another target lacks.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenValidation

struct FragmentOwners {
  private var pipeline = Pipeline()
  private let document: ExecutableDocument?

  /// - Parameter input: the documents of other targets. Without effect if one cannot be read.
  init(_ input: ClientInput) {
    document = input.diagnostics.hasErrors ? nil : pipeline.parseOperations(input.others)
  }

  /// Returns the problem of an unknown fragment, with the fix if a document of another target defines it.
  ///
  /// - Parameter module: the target that all can use.
  func explaining(_ old: Diagnostic, in sources: SourceMap, module: String) -> Diagnostic {
    guard let source = sources.source(at: old.position) else { return old }
    let name = Name.prefix(of: source.bytes.dropFirst(Int(old.position.offset - source.base)))
    guard let symbol = pipeline.symbols.find(String(decoding: name, as: UTF8.self)),
      let position = document?.fragment(symbol)?.definition.name.position,
      let path = pipeline.sources.source(at: position)?.path
    else { return old }
    return Diagnostic(
      old.severity, rule: old.rule, message: old.message, at: old.position, notes: old.notes,
      help: "it is in \(path): move it to \(module), or to this target")
  }
}
