// Files by their descriptors, with the errors of system calls.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import Foundation

  /// The error of a system call.
  nonisolated struct SystemError: Error {
    /// `errno`.
    let code: Int32

    /// Makes the call, and repeats it if a signal interrupts it.
    static func check<Number: SignedInteger>(
      _ call: () -> Number
    ) throws(SystemError) -> Number {
      while true {
        let result = call()
        if result >= 0 { return result }
        let code = errno
        guard code == EINTR else { throw SystemError(code: code) }
      }
    }
  }

  /// An open file or directory, closed when the last reference is released.
  nonisolated final class Descriptor: Sendable {
    nonisolated struct Status {
      let isRegularFile: Bool
      let permissions: UInt32
      let owner: uid_t
    }

    private let number: Int32

    init(opening path: String, _ flags: Int32) throws(SystemError) {
      number = try SystemError.check { open(path, flags) }
    }

    /// Creates a file with mode 0600, minus the umask.
    init(creating name: String, in directory: Descriptor, _ flags: Int32) throws(SystemError) {
      number = try SystemError.check { openat(directory.number, name, flags, 0o600) }
    }

    deinit {
      close(number)
    }

    /// Creates the missing directories of a path with mode 0700.
    static func makeDirectories(_ path: String) throws(SystemError) {
      var made = path.hasPrefix("/") ? "/" : ""
      for component in path.split(separator: "/") {
        made += component + "/"
        guard mkdir(made, 0o700) != 0 else { continue }
        let code = errno
        // Some systems check permissions first. Opening the last directory reports such errors.
        guard [EEXIST, EACCES, EPERM, EROFS, EISDIR].contains(code) else {
          throw SystemError(code: code)
        }
      }
    }

    func status() throws(SystemError) -> Status {
      var status = stat()
      _ = try SystemError.check { fstat(number, &status) }
      return Status(
        isRegularFile: UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFREG),
        permissions: UInt32(status.st_mode) & 0o7777, owner: status.st_uid)
    }

    func setPermissions(_ mode: mode_t) throws(SystemError) {
      _ = try SystemError.check { fchmod(number, mode) }
    }

    /// Reads the file's bytes from the current position, up to a limit.
    func bytes(atMost limit: Int) throws(SystemError) -> Data {
      var bytes = Data()
      var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
      while bytes.count < limit {
        let wanted = min(buffer.count, limit - bytes.count)
        let count = try SystemError.check {
          buffer.withUnsafeMutableBytes { read(number, $0.baseAddress, wanted) }
        }
        if count == 0 { break }
        bytes += buffer[..<count]
      }
      return bytes
    }

    /// Writes all bytes at the current position, in several calls if necessary.
    func append(_ bytes: Data) throws(SystemError) {
      var written = 0
      while written < bytes.count {
        let rest = bytes.dropFirst(written)
        written += try SystemError.check {
          rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
        }
      }
    }

    /// Returns when the data is on the disk.
    func synchronize() throws(SystemError) {
      #if canImport(Darwin)
        // Without this, the data may be in the drive's cache. Not all file systems support it.
        if fcntl(number, F_FULLFSYNC) != -1 { return }
      #endif
      _ = try SystemError.check { fsync(number) }
    }

    /// Locks the file or directory until this object is released.
    ///
    /// - Returns: false if another process or thread has the lock; nil if the file system does not
    ///   support the lock, as NFS does not for directories.
    func lock() throws(SystemError) -> Bool? {
      do throws(SystemError) {
        _ = try SystemError.check { flock(number, LOCK_EX | LOCK_NB) }
        return true
      } catch {
        if error.code == EWOULDBLOCK { return false }
        if [EBADF, ENOLCK, ENOTSUP].contains(error.code) { return nil }
        throw error
      }
    }

    /// Removes a file in this directory. A missing file is not an error.
    func unlink(_ name: String) throws(SystemError) {
      do throws(SystemError) {
        _ = try SystemError.check { unlinkat(number, name, 0) }
      } catch {
        if error.code != ENOENT { throw error }
      }
    }

    /// Renames a file in this directory.
    func rename(_ name: String, to newName: String) throws(SystemError) {
      _ = try SystemError.check { renameat(number, name, number, newName) }
    }
  }
#endif
