// A store in a file, where there is no Keychain.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import Foundation

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Keeps its bytes in a file that its user alone may read: mode 0600, in a directory that is made
  /// with mode 0700 where it is missing. The file is not encrypted; on Apple platforms,
  /// `KeychainStore` is the better place.
  ///
  /// A write replaces the file as a whole. Whoever reads finds the old content or the new, also after
  /// the process was killed or the power failed in the midst. Several processes may use the same
  /// file.
  ///
  /// A file that somebody else may have read or written is not used: one that the group or others have
  /// any right to, one of another owner, or a symbolic link.
  public struct FileStore: SecretStore {
    /// 1 MB (2^20 bytes): what is larger is no session.
    static let maximumSize = 1 << 20

    /// How long a write waits for others that write in the same directory, in milliseconds.
    var patience = 2_000

    private let directory: String
    private let name: String

    /// - Parameter url: the file's. Give it a directory of its own: writers take turns by directory.
    public init(url: URL) {
      directory = url.deletingLastPathComponent().path
      name = url.lastPathComponent
    }

    /// What a write that was broken off leaves behind. The next one removes it.
    private var temporaryName: String { ".\(name).new" }

    public func read() throws(StoreError) -> Data? {
      let file: Descriptor
      do throws(SystemError) {
        // Without waiting, in case that there is a pipe.
        file = try Descriptor(
          opening: "\(directory)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      } catch {
        if error.code == ENOENT { return nil }
        throw storeError(error)
      }
      let status = try check { () throws(SystemError) in try file.status() }
      guard status.isRegularFile else { throw StoreError(.notAFile, place: place) }
      guard status.owner == geteuid(), status.permissions & 0o077 == 0 else {
        throw StoreError(.insecurePermissions(mode: status.permissions), place: place)
      }
      let data = try check { () throws(SystemError) in
        try file.read(atMost: Self.maximumSize + 1)
      }
      guard data.count <= Self.maximumSize else { throw StoreError(.unreadable, place: place) }
      return data
    }

    public func write(_ data: Data) throws(StoreError) {
      guard data.count <= Self.maximumSize else {
        throw StoreError(.other(code: Int(EFBIG)), place: place)
      }
      let directory = try check { () throws(SystemError) in
        try Descriptor.makeDirectories(self.directory)
        return try openDirectory()
      }
      try lock(directory)
      do throws(SystemError) {
        // Not truncated: what another process has put there may be a link to any file.
        try directory.unlink(temporaryName)
        let file = try Descriptor(
          creating: temporaryName, in: directory,
          O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        try file.setPermissions(0o600)
        try file.write(data)
        try file.synchronize()
        try directory.rename(temporaryName, to: name)
      } catch {
        try? directory.unlink(temporaryName)
        throw storeError(error)
      }
      // The file has taken its place either way; a file system that cannot do this has no need to.
      try? directory.synchronize()
    }

    public func remove() throws(StoreError) {
      let directory: Descriptor
      do throws(SystemError) {
        directory = try openDirectory()
      } catch {
        if error.code == ENOENT { return }
        throw storeError(error)
      }
      try lock(directory)
      try check { () throws(SystemError) in
        try directory.unlink(temporaryName)
        try directory.unlink(name)
      }
      try? directory.synchronize()
    }
  }

  extension FileStore {
    private var place: String { "the file \(directory)/\(name)" }

    private func openDirectory() throws(SystemError) -> Descriptor {
      try Descriptor(opening: directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }

    /// Waits for its turn. The lock goes with the descriptor, and so with a process that is killed.
    private func lock(_ directory: Descriptor) throws(StoreError) {
      for _ in 0..<patience {
        let isMine = try check { () throws(SystemError) in try directory.lock() }
        if isMine { return }
        usleep(1_000)
      }
      throw StoreError(.unavailable, place: place)
    }

    private func check<Value>(
      _ body: () throws(SystemError) -> Value
    ) throws(StoreError) -> Value {
      do throws(SystemError) {
        return try body()
      } catch {
        throw storeError(error)
      }
    }

    private func storeError(_ error: SystemError) -> StoreError {
      let reason: StoreError.Reason =
        switch error.code {
        case EACCES, EPERM, EROFS: .notPermitted
        // A link, where the file was opened so as to follow none.
        case ELOOP, EISDIR, ENXIO: .notAFile
        // The third is a limit of the process to the size of its files.
        case ENOSPC, EDQUOT, EFBIG: .noSpace
        default: .other(code: Int(error.code))
        }
      return StoreError(reason, place: place)
    }
  }
#endif
