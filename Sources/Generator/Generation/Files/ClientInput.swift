// The input files of one client's run, and its output folder.

package import AuthGenLanguage
import AuthGenSupport
import AuthGenSwiftModel

/// A file and its content.
package struct InputFile: Sendable {
  package let path: String
  package let text: SourceText

  package init(path: String, content: consuming [UInt8]) {
    self.path = path
    text = SourceText(content)
  }
}

package struct ClientInput: Sendable {
  package private(set) var schema: [InputFile] = []
  package private(set) var operations: [InputFile] = []
  /// The operation documents of other targets with the same client.
  package private(set) var others: [InputFile] = []
  /// The name of each operation document's output file.
  package private(set) var outputNames: [String] = []
  /// Templates that override the built-in ones.
  package private(set) var templates: [InputFile] = []
  /// The runtime's sources, if the client has them.
  package private(set) var runtime: [InputFile] = []
  /// The errors of all files that cannot be read, and warnings about skipped folders, each at the position of
  /// its path.
  package private(set) var diagnostics: [Diagnostic] = []
  private var folders: Set<String> = []
  /// The paths of the schema's files, without links. Operations can be in the same folder.
  private var schemaPaths: Set<String> = []
  /// The paths that the configuration names for documents.
  private var named: Set<String> = []
  /// The paths of the operation documents, by output file in lower case.
  private var paths: [String: String] = [:]

  private static let documentExtensions = [".graphql", ".gql"]
  /// The folders that package managers and Xcode write. Their documents belong to other projects.
  private static let dependencyFolders: Set = [
    "Carthage", "DerivedData", "Pods", "SourcePackages", "checkouts", "node_modules",
  ]

  /// Creates an input from files in memory.
  ///
  /// - Parameter outputNames: the names of the operations' output files, in the same order.
  package init(schema: [InputFile], operations: [InputFile], outputNames: [String]) {
    self.schema = schema
    self.operations = operations
    self.outputNames = outputNames
  }

  /// Reads all files.
  ///
  /// - Parameters:
  ///   - folder: the folder that relative paths start from.
  ///   - schema: the schema's files, which are no documents.
  ///   - readsSchema: whether to read them. Default: true.
  ///   - operations: document files, or folders to search for them.
  ///   - others: the same, of other targets. Default: none.
  ///   - hasRuntime: whether to read the runtime's sources. Default: false.
  package init(
    folder: String, schema: [Configuration.Path], readsSchema: Bool = true,
    operations: [Configuration.Path],
    others: [Configuration.Path] = [], templates: Configuration.Path?, hasRuntime: Bool = false
  ) {
    for entry in schema {
      let path = FilePath.join(folder, entry.value)
      if readsSchema, let file = Self.read(path, of: entry, &diagnostics) {
        self.schema.append(file)
      }
      folders.insert(FileSystem.resolved(FilePath.parent(path)))
      schemaPaths.insert(FileSystem.resolved(path))
    }
    named = Set((operations + others).map { FilePath.normalized(FilePath.join(folder, $0.value)) })
    for entry in operations { addOperations(entry, in: folder) }
    for entry in others { self.others += documents(entry, in: folder).map(\.file) }
    if let templates {
      let folder = FilePath.join(folder, templates.value)
      for name in list(folder, [ClientRenderer.fileExtension], of: templates) {
        let path = FilePath.join(folder, name)
        if let file = Self.read(path, of: templates, &diagnostics) { self.templates.append(file) }
      }
    }
    if hasRuntime {
      do throws(Diagnostic) { runtime = try RuntimeSources.read() } catch {
        diagnostics.append(error)
      }
    }
  }

  private mutating func addOperations(_ entry: Configuration.Path, in folder: String) {
    let path = FilePath.join(folder, entry.value)
    let documents = documents(entry, in: folder)
    for (name, file) in documents { add(file, named: name, of: entry) }
    if FileSystem.kind(of: path) == .folder { folders.insert(FileSystem.resolved(path)) }
    for folder in Set(documents.map { FilePath.parent($0.file.path) }) {
      folders.insert(FileSystem.resolved(folder))
    }
  }

  /// Reads a document, or all documents of a folder.
  ///
  /// - Returns: the files that can be read, with their names below the folder.
  private mutating func documents(
    _ entry: Configuration.Path, in folder: String
  ) -> [(name: String, file: InputFile)] {
    let path = FilePath.join(folder, entry.value)
    guard FileSystem.kind(of: path) == .folder else {
      return Self.read(path, of: entry, mayBeEmpty: true, &diagnostics)
        .map { [(FilePath.name(path), $0)] } ?? []
    }
    let names = documentNames(below: path, of: entry)
    if names.isEmpty {
      diagnostics.report(
        .files, "\(path) contains no .graphql documents", at: entry.position,
        help: "put the operations there, or name another folder")
    }
    let documents = Threads.map(names) { name in
      var errors: [Diagnostic] = []
      let file = Self.read(
        FilePath.join(path, name), of: entry, mayBeEmpty: true, &errors)
      return (name: name, file: file, errors: errors)
    }
    diagnostics += documents.flatMap(\.errors)
    return documents.compactMap { document in document.file.map { (document.name, $0) } }
  }

  /// Returns the paths of the documents below a folder, without the schema and the documents of dependencies.
  private mutating func documentNames(
    below folder: String, of entry: Configuration.Path
  ) -> [String] {
    var skipped: [String] = []
    let names = list(folder, Self.documentExtensions, of: entry) { path in
      guard Self.dependencyFolders.contains(FilePath.name(path)) else { return false }
      skipped.append(FilePath.join(folder, path))
      return true
    }
    // A shop can have a folder of this name.
    for path in skipped
    where FilePath.name(path) == "checkouts" && !named.contains(FilePath.normalized(path)) {
      diagnostics.report(
        .files, "\(path) is skipped, because folders of dependencies have that name",
        severity: .warning, at: entry.position,
        help: "for operations of your own, name it in \"operations\", or rename it")
    }
    // Resolving the path of each document is slow.
    let schemaNames = Set(schemaPaths.map(FilePath.name))
    return names.filter {
      !schemaNames.contains(FilePath.name($0))
        || !schemaPaths.contains(FileSystem.resolved(FilePath.join(folder, $0)))
    }
  }

  /// Adds a document, and names its output after the document's path. Dots replace the slashes,
  /// because the files of a Swift module need distinct names.
  private mutating func add(
    _ file: InputFile, named name: String, of entry: Configuration.Path
  ) {
    let dotted = name.utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: ".") : $0 }
    let outputName = String(decoding: dotted, as: UTF8.self) + ".swift"
    // Some file systems do not distinguish letter case.
    let key = outputName.lowercased()
    if let known = paths[key] {
      // A document that is named both by itself and by its folder is read once.
      if known == file.path { return }
      diagnostics.report(
        .files, "\(file.path) and \(known) would both generate \(outputName)",
        at: entry.position, help: "rename one of them")
      return
    }
    paths[key] = file.path
    operations.append(file)
    outputNames.append(outputName)
  }

  /// - Parameters:
  ///   - entry: the path that names the file, or a folder above it.
  ///   - mayBeEmpty: whether an empty file is no error. Default: false.
  private static func read(
    _ path: String, of entry: Configuration.Path, mayBeEmpty: Bool = false,
    _ errors: inout [Diagnostic]
  ) -> InputFile? {
    do throws(FileError) {
      let content = try FileSystem.read(path)
      guard mayBeEmpty || !content.isEmpty else { throw FileError("use", path, FileError.isEmpty) }
      return InputFile(path: path, content: content)
    } catch {
      errors.append(error.diagnostic(at: entry.position))
      return nil
    }
  }

  private mutating func list(
    _ folder: String, _ extensions: [String], of entry: Configuration.Path,
    skipping isSkipped: (String) -> Bool = { _ in false }
  ) -> [String] {
    do throws(FileError) {
      return try FileSystem.files(
        below: folder, withExtensions: extensions, skipping: isSkipped)
    } catch {
      diagnostics.append(error.diagnostic(at: entry.position))
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
