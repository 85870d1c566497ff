// A store in a file, for platforms without a Keychain.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  public import Foundation

  /// Stores bytes in an owner-only file (0600). Creates the file's directory with mode 0700 if it
  /// is missing. The file is not encrypted; use `KeychainStore` on Apple platforms.
  ///
  /// A write replaces the file atomically: a reader finds the old content or the new, even after a
  /// crash or a power failure. Several processes may use the same file. On macOS, Linux and Android, a
  /// refresh locks the file `.NAME.lock` beside it. On iOS, which ends an app that is suspended with a
  /// lock, a refresh does not lock.
  ///
  /// A file that another user could read or write is refused: one with permissions for the group or
  /// others, one with another owner, or a symbolic link.
  nonisolated public struct FileStore: SecretStore {
    /// 1 MB (2^20 bytes). A larger file is not a session.
    static let maximumSize = 1 << 20

    /// How long a write waits for other writers in the same directory, in milliseconds.
    var patience = 2_000

    private let directory: String
    private let name: String

    /// Creates a store for one file. It does not touch the file.
    ///
    /// - Parameter url: the file's URL. Use a separate directory for it, because writers lock the directory.
    public init(url: URL) {
      directory = url.deletingLastPathComponent().path
      name = url.lastPathComponent
    }

    /// The temporary file of a write. The next write removes it if a write was interrupted.
    private var temporaryName: String { ".\(name).new" }

    public func read() throws(StoreError) -> Data? {
      let file = try existing { () throws(SystemError) in
        // Non-blocking, in case the path is a pipe.
        try Descriptor(
          opening: "\(directory)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      }
      guard let file else { return nil }
      let status = try check { () throws(SystemError) in try file.status() }
      guard status.isRegularFile else { throw StoreError(.notAFile, place: place) }
      guard status.owner == geteuid(), status.permissions & 0o077 == 0 else {
        throw StoreError(.insecurePermissions(mode: status.permissions), place: place)
      }
      let data = try check { () throws(SystemError) in
        try file.bytes(atMost: Self.maximumSize + 1)
      }
      guard data.count <= Self.maximumSize else { throw StoreError(.unreadable, place: place) }
      return data
    }

    public func write(_ data: Data) throws(StoreError) { try change(to: data) }

    public func remove() throws(StoreError) { try change(to: nil) }

    public func replace(_ expected: Data?, with data: Data?) throws(StoreError) -> Bool {
      try change(to: data, from: .some(expected))
    }

    /// Returns the store for the file `NAME.COMPANION` in the same directory.
    public func companion(_ name: String) -> (any SecretStore)? {
      FileStore(url: URL(fileURLWithPath: "\(directory)/\(self.name).\(name)"))
    }

    public func tryLock() throws(StoreError) -> StoreLock {
      #if os(macOS) || os(Linux) || os(Android)
        return try check { () throws(SystemError) in
          try Descriptor.makeDirectories(directory)
          let file = try Descriptor(
            creating: ".\(name).lock", in: try openDirectory(),
            O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC)
          guard let isLocked = try file.lock() else { return .unsupported }
          return isLocked ? .locked(file) : .busy
        }
      #else
        return .unsupported
      #endif
    }
  }

  nonisolated extension FileStore {
    private var place: String { "the file \(directory)/\(name)" }

    private func openDirectory() throws(SystemError) -> Descriptor {
      try Descriptor(opening: directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }

    /// Opens a file or directory; nil if it does not exist.
    private func existing(
      _ open: () throws(SystemError) -> Descriptor
    ) throws(StoreError) -> Descriptor? {
      do throws(SystemError) {
        return try open()
      } catch {
        if error.code == ENOENT { return nil }
        throw storeError(error)
      }
    }

    /// Replaces the content with `data`, or removes it.
    ///
    /// - Parameter expected: the content to replace. Default: nil, for any.
    /// - Returns: false if the store has another content.
    @discardableResult
    private func change(to data: Data?, from expected: Data?? = nil) throws(StoreError) -> Bool {
      let opened =
        if data == nil { try existing(openDirectory) } else {
          try check { () throws(SystemError) in
            try Descriptor.makeDirectories(directory)
            return try openDirectory() as Descriptor?
          }
        }
      guard let opened else { return expected.flatMap { $0 } == nil }
      try lock(opened)
      if let expected, try read() != expected { return false }
      if let data { try put(data, into: opened) } else { try remove(from: opened) }
      return true
    }

    private func put(_ data: Data, into directory: Descriptor) throws(StoreError) {
      guard data.count <= Self.maximumSize else {
        throw StoreError(.other(code: Int(EFBIG)), place: place)
      }
      do throws(SystemError) {
        // Removed, not truncated: another process may have created a link there.
        try directory.unlink(temporaryName)
        let file = try Descriptor(
          creating: temporaryName, in: directory,
          O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        try file.setPermissions(0o600)
        try file.append(data)
        try file.synchronize()
        try directory.rename(temporaryName, to: name)
      } catch {
        try? directory.unlink(temporaryName)
        throw storeError(error)
      }
      // The rename has succeeded. Synchronising the directory is best effort: not every file system
      // supports it.
      try? directory.synchronize()
    }

    private func remove(from directory: Descriptor) throws(StoreError) {
      try check { () throws(SystemError) in
        try directory.unlink(temporaryName)
        try directory.unlink(name)
      }
      try? directory.synchronize()
    }

    /// Waits for the lock. The lock ends with the descriptor, so it also ends if the process is killed.
    private func lock(_ directory: Descriptor) throws(StoreError) {
      for _ in 0..<patience {
        let isBusy = try check { () throws(SystemError) in try directory.lock() == false }
        if !isBusy { return }
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
      StoreError(Self.reason(error.code, protectsFiles: Self.protectsFiles), place: place)
    }

    /// Whether the system encrypts files while the device is locked (Data Protection).
    private static var protectsFiles: Bool {
      #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        true
      #else
        false
      #endif
    }

    /// Returns the reason for an error code of the system.
    static func reason(_ code: Int32, protectsFiles: Bool) -> StoreError.Reason {
      switch code {
      // The file is encrypted until the user unlocks the device.
      case EPERM where protectsFiles: .unavailable
      case EACCES, EPERM, EROFS: .notPermitted
      // ELOOP is a symbolic link: the file was opened with O_NOFOLLOW.
      case ELOOP, EISDIR, ENXIO: .notAFile
      // EFBIG is the process's limit on file sizes.
      case ENOSPC, EDQUOT, EFBIG: .noSpace
      default: .other(code: Int(code))
      }
    }
  }
#endif
