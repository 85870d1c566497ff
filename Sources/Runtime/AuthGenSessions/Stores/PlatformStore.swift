// The default store of the platform.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import Foundation

  /// The default store for a session on each platform.
  public enum PlatformStore {
    /// Returns the platform's default store. On Apple platforms, this is a `KeychainStore` with its
    /// defaults. Elsewhere, it is a ``FileStore`` with the file `SERVICE/ACCOUNT.session` in
    /// `$XDG_STATE_HOME`. The fallback is `~/.local/state`, if `XDG_STATE_HOME` is not set or is
    /// relative. In the names of the directory and the file, all characters except ASCII letters,
    /// digits and `-_.` are percent-encoded, and so is a leading dot.
    ///
    /// On Android an app has no home folder: create a ``FileStore`` in the app's files folder.
    ///
    /// - Parameters:
    ///   - service: the session's owner, for example the app's bundle identifier.
    ///   - account: the session's name within the service. Use a fixed name for apps with one user
    ///     at a time.
    public static func make(service: String, account: String) -> any SecretStore {
      #if canImport(Security)
        KeychainStore(service: service, account: account)
      #else
        FileStore(
          url: file(
            service: service, account: account,
            environment: ProcessInfo.processInfo.environment, home: NSHomeDirectory()))
      #endif
    }

    static func file(
      service: String, account: String, environment: [String: String], home: String
    ) -> URL {
      var state = URL(fileURLWithPath: home).appendingPathComponent(".local/state")
      // The XDG Base Directory Specification requires relative paths to be ignored.
      if let path = environment["XDG_STATE_HOME"], path.hasPrefix("/") {
        state = URL(fileURLWithPath: path)
      }
      return state.appendingPathComponent(fileName(service))
        .appendingPathComponent(fileName(account) + ".session")
    }

    /// A unique file name for each text, without separators and never a parent directory.
    private static func fileName(_ text: String) -> String {
      // A name that no other text encodes to.
      if text.isEmpty { return "%" }
      var name = ""
      for byte in text.utf8 {
        if isPlain(byte), !(name.isEmpty && byte == UInt8(ascii: ".")) {
          name.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          let digits = String(byte, radix: 16, uppercase: true)
          name += "%" + (digits.count == 1 ? "0" : "") + digits
        }
      }
      return name
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
  }
#endif
