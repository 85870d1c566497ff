// Clients with documents in several targets.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenValidation

extension Configuration.Path {
  /// Returns the path, which starts at `folder`, as one that starts where `folder` does.
  func moved(from folder: String) -> Self { .init(FilePath.join(folder, value), at: position) }
}

extension [Configuration.Path] {
  fileprivate func moved(from folder: String) -> Self { map { $0.moved(from: folder) } }
}

extension Configuration.Client {
  /// Whether the client extends another one.
  ///
  /// - Parameters:
  ///   - base: the other client, in the configuration at `place`.
  ///   - path: the configuration of this client.
  func extends(_ base: Configuration.Client, at place: String, from path: String) -> Bool {
    guard let extends, settings.name == base.settings.name else { return false }
    let file = FilePath.join(FilePath.parent(path), extends.value)
    return FileSystem.resolved(file) == FileSystem.resolved(place)
  }

  /// Returns the client with paths that do not start at the folder of its configuration.
  ///
  /// - Parameter others: further documents of other targets.
  func moved(from folder: String, adding others: [Configuration.Path]) -> Configuration.Client {
    var client = self
    client.schema = schema.moved(from: folder)
    client.operations = operations.moved(from: folder)
    let added = others.map { FileSystem.resolved($0.value) }
    client.others =
      others
      + self.others.moved(from: folder).filter { !added.contains(FileSystem.resolved($0.value)) }
    client.siblings = siblings.moved(from: folder)
    client.templates = templates.map { $0.moved(from: folder) }
    client.output = output.map { $0.moved(from: folder) }
    client.reportsOthers = !others.isEmpty
    if client.reportsOthers, validation.unusedFragments == .off {
      client.validation.unusedFragments = Configuration.Client().validation.unusedFragments
    }
    return client
  }

  /// Returns the client with the documents of other targets, and with the settings of the client that it
  /// extends.
  ///
  /// - Parameters:
  ///   - folder: the folder of the configuration.
  ///   - sources: gets the configuration of the extended client.
  func completed(
    in folder: String, sources: inout SourceMap
  ) throws -> Configuration.Client {
    guard let extends else {
      var client = self
      client.others = usedBy
      if settings.module != nil, usedBy.isEmpty { client.validation.unusedFragments = .off }
      if settings.module == nil, let path = usedBy.first {
        throw Diagnostic(
          rule: .configuration, message: "\"usedBy\" requires \"module\"", at: path.position,
          help: "add \"module\": the name of this target")
      }
      if let module = settings.module, settings.runtime == .sources {
        throw Diagnostic(
          rule: .configuration,
          message: "other targets cannot extend a client with \"runtime\": \"sources\"",
          help: "use the library, or remove \"module\": \"\(module)\"")
      }
      return client
    }
    let base = try extended(extends, in: folder, sources: &sources)
    // Paths of the base start at its folder.
    let home = FilePath.parent(extends.value)
    guard let module = base.settings.module else {
      throw Diagnostic(
        rule: .configuration, message: "the client \"\(settings.name)\" has no module",
        at: extends.position, help: "add \"module\" to it: the name of its target")
    }
    guard base.settings.accessLevel != .internal else {
      throw Diagnostic(
        rule: .configuration, message: "the declarations of \(module) are internal",
        at: extends.position,
        help: "write \"accessLevel\": \"public\" or \"package\" among the options of the client"
          + " \"\(settings.name)\"")
    }
    let known = base.usedBy.moved(from: home).map {
      FileSystem.resolved(FilePath.join(folder, $0.value))
    }
    let isKnown = operations.allSatisfy { path in
      let path = FileSystem.resolved(FilePath.join(folder, path.value))
      return known.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
    guard base.settings.schemaTypes == .all || isKnown else {
      throw Diagnostic(
        rule: .configuration,
        message: "\(module) may lack the enums and input objects of these operations",
        at: operations.first?.position ?? extends.position,
        help: "add their folder to \"usedBy\" of the client \"\(settings.name)\", or write"
          + " \"schemaTypes\": \"all\" among its options")
    }
    var client = base
    client.settings.base = .init(module: module, accessLevel: base.settings.accessLevel)
    client.settings.module = nil
    // A declaration with a type of the base cannot be more visible than that.
    client.settings.accessLevel =
      base.settings.accessLevel == .package && settings.accessLevel == .public
      ? .package : settings.accessLevel
    client.settings.header = settings.header
    client.settings.imports = settings.imports
    client.settings.fileCount = settings.fileCount
    client.settings.filesPerDocument = settings.filesPerDocument
    client.extends = extends
    client.schema = base.schema.moved(from: home)
    client.operations = operations
    client.others = base.operations.moved(from: home)
    client.usedBy = []
    client.siblings = base.usedBy.moved(from: home)
    client.output = output
    client.templates = base.templates.map { $0.moved(from: home) }
    return client
  }

  private func extended(
    _ path: Configuration.Path, in folder: String, sources: inout SourceMap
  ) throws -> Configuration.Client {
    let file = FilePath.join(folder, path.value)
    let bases: [Configuration.Client]
    do {
      bases = try Project.clients(in: file, &sources).filter { $0.extends == nil }
    } catch let error as FileError {
      throw error.diagnostic(at: path.position)
    }
    guard let base = bases.first(where: { $0.settings.name == settings.name }) else {
      let names = bases.map(\.settings.name)
      throw Diagnostic(
        rule: .configuration, message: "\(file) has no client \"\(settings.name)\"",
        at: path.position,
        help: didYouMean(settings.name, among: names)
          ?? (names.isEmpty
            ? "name the configuration that it extends"
            : "its clients are \(names.joined(separator: ", "))"))
    }
    return base
  }
}
