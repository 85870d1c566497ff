// The result of a run of `generate`, stored for the next run. If neither the input nor the output
// has changed since then, the next run reuses the result.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSupport
import AuthGenSwiftModel

/// The location of a client's record, and the fingerprints that it must match. The record is a
/// cache: if it cannot be read or written, the run does all its work.
struct RunMemory {
  /// The number of slots for records, which bounds the size of the cache.
  private static let placeCount: UInt64 = 256

  private let path: String
  private let inputs: UInt64
  private let output: OutputFolder

  /// - Parameters:
  ///   - folder: the folder that contains the records.
  ///   - inputs: everything that the result depends on.
  init(folder: String, inputs: [[UInt8]], output: OutputFolder) {
    self.inputs = inputs.reduce(0) { xxh64($1, seed: $0) }
    self.output = output
    let place = xxh64(Array(FileSystem.resolved(output.path).utf8)) % Self.placeCount
    path = FilePath.join(folder, "\(place).json")
  }

  /// Returns the result of the client's last run without errors if neither the inputs nor the output files
  /// have changed: the files that belong in the output folder, the printed summary, and the reported
  /// problems, as rendered.
  func recall() -> (files: [String], summary: String, problems: [[UInt8]])? {
    var sources = SourceMap()
    guard let bytes = try? FileSystem.read(path),
      let source = try? sources.add(path: path, bytes: bytes),
      let value = try? JSONValue.parse(source),
      value["inputs"]?.string?.text == hexadecimal(inputs),
      let files = value["files"]?.array?.compactMap({ $0.string?.text }),
      let summary = value["summary"]?.string?.text,
      let problems = value["problems"]?.array?.compactMap({ $0.string?.text }),
      let outputs = output.fingerprint(of: files),
      value["outputs"]?.string?.text == hexadecimal(outputs)
    else { return nil }
    return (files, summary, problems.map { Array($0.utf8) })
  }

  /// Stores the result of a run that wrote `files`.
  func keep(_ files: [GeneratedFile], summary: String, problems: [[UInt8]]) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("inputs", hexadecimal(inputs))
      writer.member("outputs", hexadecimal(OutputFolder.fingerprint(of: files)))
      writer.name("files")
      writer.array { writer in for file in files { writer.string(file.name) } }
      writer.member("summary", summary)
      writer.name("problems")
      writer.array { writer in
        for problem in problems { writer.string(String(decoding: problem, as: UTF8.self)) }
      }
    }
    try? FileSystem.replace(path, with: writer.bytes)
  }

  private func hexadecimal(_ hash: UInt64) -> String { String(hash, radix: 16) }
}

extension ClientRun {
  /// Returns the cache for runs of this kind, or nil if they have none.
  func memory(_ arguments: Arguments) -> RunMemory? {
    // JSON output is one object for all clients, so it is not stored per client.
    guard !arguments.skipsCache, arguments.format != .json, let outputPath,
      let folder = FileSystem.cacheFolder, let tool = FileSystem.executableIdentity,
      !input.diagnostics.hasErrors
    else { return nil }
    var inputs: [[UInt8]] = []
    func add(_ text: String) { inputs.append(Array(text.utf8)) }
    add(tool)
    add(client.settings.name)
    add("\(Console.errorShowsColour)")
    for argument in arguments.all { add(argument) }
    for source in sources.sources { inputs.append(Array(source.bytes)) }
    for files in [input.schema, input.operations, input.others, input.templates, input.runtime] {
      add("\(files.count)")
      for file in files {
        add(file.path)
        inputs.append(file.text.storage)
      }
    }
    return RunMemory(
      folder: FilePath.join(folder, "authgen"), inputs: inputs, output: outputFolder(outputPath))
  }
}
