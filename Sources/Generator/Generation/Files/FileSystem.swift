// File access through the C library: Foundation would triple the tool's start time.

import AuthGenLanguage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why a file operation failed, as the system describes it.
package struct FileError: Error, Sendable {
  package let path: String
  /// The operation, such as "read".
  package let action: String
  package let reason: String
  /// Whether the path does not exist.
  package let isMissing: Bool

  package init(_ action: String, _ path: String, _ reason: String? = nil) {
    isMissing = reason == nil && (errno == ENOENT || errno == ENOTDIR)
    self.action = action
    self.path = path
    self.reason = reason ?? String(cString: strerror(errno))
  }
}

package enum FileSystem {
  package enum Kind: Sendable {
    case file
    case folder
    case other
  }

  /// - Returns: nil if the path does not exist or cannot be accessed.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// The maximum size of a file, in bytes: 1 GiB.
  private static let maximumSize = 1 << 30

  /// Whether a file, folder or link exists at this path. Includes broken links.
  package static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Returns the whole content of a file.
  package static func read(_ path: String) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("read", path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError("read", path) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw FileError("read", path, FileError.isFolder)
    }
    return try read(descriptor, path, sizeHint: Int(status.st_size))
  }

  /// Returns all of standard input.
  package static func readStandardInput() throws(FileError) -> [UInt8] {
    try read(STDIN_FILENO, "standard input")
  }

  /// - Parameters:
  ///   - path: the name in errors.
  ///   - sizeHint: the expected number of bytes. Default: 0, for unknown.
  package static func read(
    _ descriptor: Int32, _ path: String, sizeHint: Int = 0
  ) throws(FileError) -> [UInt8] {
    let tooLarge = FileError("read", path, "it is larger than 1 GiB")
    guard sizeHint <= maximumSize else { throw tooLarge }
    var content: [UInt8] = []
    // One extra byte is room for a scanner's NUL.
    var capacity = sizeHint > 0 ? sizeHint + 1 : 1 << 16
    var failure: FileError?
    while true {
      let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        repeat {
          count = readBytes(descriptor, buffer.baseAddress, buffer.count)
        } while count < 0 && errno == EINTR
        if count < 0 { (failure, count) = (FileError("read", path), 0) }
      }
      if let failure { throw failure }
      if chunk.isEmpty { return content }
      guard content.count + chunk.count <= maximumSize else { throw tooLarge }
      if content.isEmpty { content = chunk } else { content += chunk }
      capacity = 1 << 16
    }
  }

  /// Whether two contents are equal. Comparing arrays byte by byte is slow for all of a client's files.
  static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.count == second.count && memcmp(first, second, first.count) == 0
  }

  /// Writes a new file, or replaces its content.
  package static func write(_ content: [UInt8], to path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError("write", path) }
    let failure = write(content, to: descriptor) ? nil : FileError("write", path)
    guard close(descriptor) == 0, failure == nil else {
      throw failure ?? FileError("write", path)
    }
  }

  /// Writes to an open file or stream.
  ///
  /// - Returns: whether everything is written.
  package static func write(_ content: [UInt8], to descriptor: Int32) -> Bool {
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  package static func makeFolder(_ path: String) throws(FileError) {
    if mkdir(path, 0o755) == 0 { return }
    switch errno {
    case EEXIST where kind(of: path) == .folder:
      return
    case ENOENT where FilePath.parent(path) != path:
      try makeFolder(FilePath.parent(path))
      guard mkdir(path, 0o755) == 0 || kind(of: path) == .folder else {
        throw FileError("make the folder", path)
      }
    default:
      throw FileError("make the folder", path)
    }
  }

  package static func move(_ source: String, to target: String) throws(FileError) {
    guard rename(source, target) == 0 else { throw FileError("write", target) }
  }

  package static func removeFile(_ path: String) throws(FileError) {
    guard unlink(path) == 0 else { throw FileError("remove", path) }
  }

  /// Removes a folder and its contents (best effort). For a link, removes only the link.
  package static func removeFolder(_ path: String) {
    if isLink(path) {
      unlink(path)
      return
    }
    for name in (try? names(in: path)) ?? [] {
      let entry = FilePath.join(path, name)
      if unlink(entry) != 0 { removeFolder(entry) }
    }
    rmdir(path)
  }

  /// Returns the names in a folder, sorted.
  package static func names(in folder: String) throws(FileError) -> [String] {
    guard let stream = opendir(folder) else { throw FileError("list", folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Returns the files below a folder that have one of the extensions, as sorted relative paths.
  /// Skips hidden files and folders, and links to folders.
  ///
  /// - Parameter isSkipped: whether to skip the folder at a relative path. Default: none is skipped.
  package static func files(
    below folder: String, withExtensions extensions: [String],
    skipping isSkipped: (String) -> Bool = { _ in false }
  ) throws(FileError) -> [String] {
    var found: [String] = []
    var pending = [""]
    while let relative = pending.popLast() {
      for name in try names(in: FilePath.join(folder, relative)) where !name.hasPrefix(".") {
        let path = FilePath.join(relative, name)
        switch kind(of: FilePath.join(folder, path)) {
        case .folder where !isLink(FilePath.join(folder, path)):
          if !isSkipped(path) { pending.append(path) }
        case .file where extensions.contains(where: name.hasSuffix): found.append(path)
        default: break
        }
      }
    }
    return found.sorted()
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Returns the path with links and relative parts resolved, as far as the path exists.
  package static func resolved(_ path: String) -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    let parent = FilePath.parent(path)
    return parent == path ? path : FilePath.join(resolved(parent), FilePath.name(path))
  }

  /// Whether a process with this identifier is running.
  static func isRunning(_ process: Int32) -> Bool {
    kill(process, 0) == 0 || errno == EPERM
  }

  package static var processID: Int32 { getpid() }

  /// The cache folder: `$XDG_CACHE_HOME`, or the system's default in the home folder.
  /// https://specifications.freedesktop.org/basedir-spec/latest/
  package static var cacheFolder: String? {
    // The specification requires ignoring a relative path.
    if let folder = environment("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    #if canImport(Darwin)
      return FilePath.join(home, "Library/Caches")
    #else
      return FilePath.join(home, ".cache")
    #endif
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The path of this program's file; nil if it is not known.
  package static var executable: String? {
    #if os(Linux)
      return resolved("/proc/self/exe")
    #else
      guard let name = CommandLine.arguments.first else { return nil }
      if name.contains("/") { return resolved(name) }
      // The shell has found the program in a folder of PATH.
      let folders = environment("PATH")?.split(separator: ":").map(String.init) ?? []
      return folders.map { FilePath.join($0, name) }.first { kind(of: $0) == .file }.map(resolved)
    #endif
  }

  /// A value that changes whenever this program is built or installed.
  package static var executableIdentity: String? {
    var status = stat()
    guard let executable, stat(executable, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    return
      "\(status.st_dev) \(status.st_ino) \(status.st_size) \(changed.tv_sec).\(changed.tv_nsec)"
  }
}

// `FileSystem` has methods of the same names, which hide the functions of the C library.

private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  read(descriptor, bytes, count)
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
