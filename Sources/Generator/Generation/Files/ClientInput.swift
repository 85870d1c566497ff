// The input files of one client's run, and its output folder.

import AuthGenLanguage
import AuthGenSupport

package struct ClientInput: Sendable {
  package private(set) var schema: [InputFile] = []
  package private(set) var operations: [InputFile] = []
  /// The name of each operation document's output file.
  package private(set) var outputNames: [String] = []
  /// Templates that override the built-in ones.
  package private(set) var templates: [InputFile] = []
  private var folders: Set<String> = []
  /// The paths of the operation documents, by output file.
  private var paths: [String: String] = [:]

  private static let documentExtensions = [".graphql", ".gql"]

  /// Reads all files.
  ///
  /// - Parameters:
  ///   - folder: the folder that relative paths start from.
  ///   - operations: document files, or folders to search for them.
  /// - Throws: the errors of all files that cannot be read, each at the position of its path.
  package init(
    folder: String, schema: [Configuration.Path], operations: [Configuration.Path],
    templates: Configuration.Path?
  ) throws(InputErrors) {
    var errors: [Diagnostic] = []
    for entry in schema {
      let path = FilePath.join(folder, entry.value)
      if let file = Self.read(path, of: entry, &errors) { self.schema.append(file) }
      folders.insert(FileSystem.resolved(FilePath.parent(path)))
    }
    for entry in operations { addOperations(entry, in: folder, &errors) }
    if let templates {
      let folder = FilePath.join(folder, templates.value)
      for name in Self.list(folder, [ClientRenderer.fileExtension], of: templates, &errors) {
        let path = FilePath.join(folder, name)
        if let file = Self.read(path, of: templates, &errors) { self.templates.append(file) }
      }
    }
    guard errors.isEmpty else { throw InputErrors(diagnostics: errors) }
  }

  /// The errors of all files that could not be read.
  package struct InputErrors: Error, Sendable {
    package let diagnostics: [Diagnostic]
  }

  private mutating func addOperations(
    _ entry: Configuration.Path, in folder: String, _ errors: inout [Diagnostic]
  ) {
    let path = FilePath.join(folder, entry.value)
    guard FileSystem.kind(of: path) == .folder else {
      if let file = Self.read(path, of: entry, &errors) {
        add(file, named: FilePath.name(path), of: entry, &errors)
        folders.insert(FileSystem.resolved(FilePath.parent(path)))
      }
      return
    }
    let names = Self.list(path, Self.documentExtensions, of: entry, &errors)
    folders.insert(FileSystem.resolved(path))
    if names.isEmpty {
      errors.append(
        Diagnostic(
          rule: .files, message: "\(path) contains no .graphql documents", at: entry.position,
          help: "put the operations there, or name another folder"))
    }
    let documents = Threads.map(names) { name in
      var errors: [Diagnostic] = []
      let file = Self.read(FilePath.join(path, name), of: entry, &errors)
      return (name: name, file: file, errors: errors)
    }
    for document in documents {
      errors += document.errors
      if let file = document.file { add(file, named: document.name, of: entry, &errors) }
    }
    for folder in Set(names.map(FilePath.parent)) {
      folders.insert(FileSystem.resolved(FilePath.join(path, folder)))
    }
  }

  /// Adds a document, and names its output after the document's path. Dots replace the slashes,
  /// because the files of a Swift module need distinct names.
  private mutating func add(
    _ file: InputFile, named name: String, of entry: Configuration.Path,
    _ errors: inout [Diagnostic]
  ) {
    let dotted = name.utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: ".") : $0 }
    let outputName = String(decoding: dotted, as: UTF8.self) + ".swift"
    if let known = paths[outputName] {
      // A document that is named both by itself and by its folder is read once.
      if known == file.path { return }
      errors.append(
        Diagnostic(
          rule: .files,
          message: "\(file.path) and \(known) would both generate \(outputName)",
          at: entry.position, help: "rename one of them"))
      return
    }
    paths[outputName] = file.path
    operations.append(file)
    outputNames.append(outputName)
  }

  /// - Parameter entry: the path that names the file, or a folder above it.
  private static func read(
    _ path: String, of entry: Configuration.Path, _ errors: inout [Diagnostic]
  ) -> InputFile? {
    do throws(FileError) {
      let content = try FileSystem.read(path)
      guard !content.isEmpty else { throw FileError("use", path, FileError.isEmpty) }
      return InputFile(path: path, content: content)
    } catch {
      errors.append(error.diagnostic(at: entry.position))
      return nil
    }
  }

  private static func list(
    _ folder: String, _ extensions: [String], of entry: Configuration.Path,
    _ errors: inout [Diagnostic]
  ) -> [String] {
    do throws(FileError) {
      return try FileSystem.files(below: folder, withExtensions: extensions)
    } catch {
      errors.append(error.diagnostic(at: entry.position))
      return []
    }
  }

  /// Returns a diagnostic if the output folder is also a source folder: generated files would mix
  /// with their sources.
  ///
  /// - Parameter position: the position of the folder's path.
  package func objection(toOutput path: String, at position: Position) -> Diagnostic? {
    if let kind = FileSystem.kind(of: path), kind != .folder {
      return Diagnostic(
        rule: .files, message: "cannot write to \(path): it is not a folder", at: position,
        help: "name a folder, or move the file away")
    }
    guard folders.contains(FileSystem.resolved(path)) else { return nil }
    return Diagnostic(
      rule: .files, message: "\(path) is both the output folder and a source folder",
      at: position, help: "give generated files a folder of their own")
  }
}
