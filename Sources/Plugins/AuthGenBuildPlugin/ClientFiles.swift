// The files that the tool reads and the names of the files that it writes. A build needs both before it runs
// the tool. They follow from the configuration and from folder listings; no document is opened.

import Foundation

struct ClientFiles {
  static let configurationName = "authgen.json"
  /// The JSON Schema that `authgen init` writes for editors. As an input, it is not an unhandled file
  /// of the target.
  private static let schemaName = "authgen.schema.json"

  /// All files that the clients are generated from.
  private(set) var inputs: [URL]
  /// The folders of documents and templates, and those in them.
  private(set) var folders: [URL] = []
  /// The first name is for output that is not known when the build is planned.
  private(set) var outputNames = ["AuthGen.Other.swift"]

  init(_ configuration: URL) {
    let folder = configuration.deletingLastPathComponent()
    inputs = [configuration, folder.appending(path: Self.schemaName)].filter {
      FileManager.default.fileExists(atPath: $0.path)
    }
    for client in ConfigurationFile.clients(of: configuration) { add(client, folder: folder) }
  }

  private mutating func add(_ client: ConfigurationFile.Client, folder: URL) {
    var names = ["PossibleTypes"]
    let count = client.options?.files
    if let path = client.extends {
      addBase(folder.resolving(path), of: client)
    } else {
      names.append("Client")
      if count == nil { names += ["Enums", "InputObjects"] }
      addInputs(of: client, folder: folder)
      for path in client.usedBy?.list ?? [] { addDocuments(folder.resolving(path)) }
    }
    for name in names { addOutput("\(client.swiftName).\(name).swift") }
    if let count {
      for number in 1...min(max(1, count), 1_000) {
        addOutput("\(client.swiftName).\(number).swift")
      }
    }
    let countPerDocument = count == nil ? client.options?.filesPerDocument ?? 1 : 0
    for path in client.operations.list {
      folders += folder.resolving(path).folders
      for (file, name) in folder.resolving(path).documents {
        addDocument(file, named: name, files: countPerDocument)
      }
    }
  }

  /// Adds the input files of the client that another one extends.
  private mutating func addBase(_ configuration: URL, of client: ConfigurationFile.Client) {
    addInput(configuration)
    let folder = configuration.deletingLastPathComponent()
    for base in ConfigurationFile.clients(of: configuration) where base.name == client.client {
      addInputs(of: base, folder: folder)
      for path in base.operations.list { addDocuments(folder.resolving(path)) }
    }
  }

  /// Adds the schema and the templates.
  private mutating func addInputs(of client: ConfigurationFile.Client, folder: URL) {
    for path in client.schema?.list ?? [] { addInput(folder.resolving(path)) }
    guard let path = client.options?.templates else { return }
    let templates = folder.resolving(path)
    folders += templates.folders
    for name in templates.files(withExtensions: ["mustache"]) {
      addInput(templates.appending(path: name))
    }
  }

  /// Adds documents that have no output of their own.
  private mutating func addDocuments(_ entry: URL) {
    for (file, _) in entry.documents { addInput(file) }
  }

  /// - Parameter count: the number of the document's own output files.
  private mutating func addDocument(_ file: URL, named name: String, files count: Int) {
    addInput(file)
    let name = name.replacing("/", with: ".")
    for number in 0..<min(max(0, count), 1_000) {
      addOutput(number == 0 ? name + ".swift" : "\(name).\(number + 1).swift")
    }
  }

  /// Adds an existing file. The tool reports missing files.
  private mutating func addInput(_ url: URL) {
    guard FileManager.default.fileExists(atPath: url.path), !inputs.contains(url) else { return }
    inputs.append(url)
  }

  private mutating func addOutput(_ name: String) {
    if !outputNames.contains(name) { outputNames.append(name) }
  }
}

/// The configuration's keys that name files.
private struct ConfigurationFile: Decodable {
  struct Client: Decodable {
    struct Options: Decodable {
      var templates: String?
      var files: Int?
      var filesPerDocument: Int?
    }

    var name: String?
    var schema: Paths?
    var operations: Paths
    var usedBy: Paths?
    var options: Options?
    /// The configuration of the client that this target extends, and the client's name there.
    var extends: String?
    var client: String?

    /// The start of the names of the fixed files.
    var swiftName: String { name ?? client ?? "" }
  }

  /// One path or a list of paths.
  struct Paths: Decodable {
    var list: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let path = try? container.decode(String.self) {
        list = [path]
      } else {
        list = try container.decode([String].self)
      }
    }
  }

  var clients: [Client]

  /// The clients of a configuration; none if it cannot be read, which the tool reports.
  static func clients(of configuration: URL) -> [Client] {
    let data = try? Data(contentsOf: configuration)
    return data.flatMap { try? JSONDecoder().decode(Self.self, from: $0) }?.clients ?? []
  }
}

extension URL {
  /// The document, or all documents below the folder, with their names there.
  fileprivate var documents: [(file: URL, name: String)] {
    guard isFolder else { return [(self, lastPathComponent)] }
    return files(withExtensions: ["graphql", "gql"]).map { (appending(path: $0), $0) }
  }

  fileprivate func resolving(_ path: String) -> URL {
    (path.hasPrefix("/") ? URL(filePath: path) : appending(path: path)).standardizedFileURL
  }

  private var isFolder: Bool {
    (try? resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
  }

  /// The folder and those below it; none for a file.
  fileprivate var folders: [URL] {
    guard isFolder else { return [] }
    return [self] + entries(where: \.isFolder).map { appending(path: $0) }
  }

  /// Returns the files below this folder.
  fileprivate func files(withExtensions extensions: Set<String>) -> [String] {
    entries { extensions.contains($0.pathExtension) && !$0.isFolder }
  }

  /// Returns entries below this folder, as sorted relative paths. Skips hidden ones, and follows no links to
  /// folders.
  private func entries(where isIncluded: (URL) -> Bool) -> [String] {
    let folder = resolvingSymlinksInPath()
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return paths.filter { path in
      isIncluded(folder.appending(path: path))
        && !path.split(separator: "/").contains { $0.hasPrefix(".") }
    }.sorted()
  }
}
