// The store that suits the platform.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import Foundation

  /// The platform's right place for a session.
  public enum PlatformStore {
    /// A `KeychainStore` with its defaults on Apple platforms. Elsewhere a ``FileStore`` of the file
    /// `SERVICE/ACCOUNT.session` in the folder `XDG_STATE_HOME` of the environment or, where that is
    /// not set or relative, in `~/.local/state`. In the names of directory and file, whatever is not
    /// a letter of ASCII, a digit or one of `-_.` is percent-encoded, as is a leading dot.
    ///
    /// On Android an app has no home folder: make a ``FileStore`` in the app's folder for files.
    ///
    /// - Parameters:
    ///   - service: whose session it is: the app's bundle identifier, say.
    ///   - account: which one of the service's sessions: a fixed name does where there is one user at
    ///     a time.
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
      // The XDG Base Directory Specification has relative paths ignored.
      if let path = environment["XDG_STATE_HOME"], path.hasPrefix("/") {
        state = URL(fileURLWithPath: path)
      }
      return state.appendingPathComponent(fileName(service))
        .appendingPathComponent(fileName(account) + ".session")
    }

    /// Different names for different texts, and no separator or parent directory among them.
    private static func fileName(_ text: String) -> String {
      // Not the encoding of any other text.
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
