// The default store of the platform.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import AuthGenRuntime
  import Foundation

  /// The default store for a session on each platform.
  nonisolated public enum PlatformStore {
    #if canImport(Security)
      public typealias Store = KeychainStore
    #else
      public typealias Store = FileStore
    #endif

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
    ///   - account: the session's name within the service. Use a fixed name for apps with one user at a time.
    public static func make(service: String, account: String) -> Store {
      #if canImport(Security)
        KeychainStore(service: service, account: account)
      #else
        fileStore(service: service, account: account)
      #endif
    }

    /// Returns the store of platforms without a Keychain, on any platform: the Keychain of macOS is closed to
    /// command-line tools without a signature.
    package static func fileStore(service: String, account: String) -> FileStore {
      FileStore(
        url: file(
          service: service, account: account,
          environment: ProcessInfo.processInfo.environment, home: NSHomeDirectory()))
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
      let name = text.percentEncoded.replacingOccurrences(of: "~", with: "%7E")
      return name.hasPrefix(".") ? "%2E\(name.dropFirst())" : name
    }
  }

  /// The platform's default store for each client and server: ``PlatformStore/make(service:account:)`` with
  /// the app's bundle identifier, or the name of the process, and an account with the client's name and the
  /// server's origin. So no server gets the tokens of another one.
  nonisolated public struct PlatformSessionStore: SessionStore {
    public func store(for owner: String) -> any SecretStore {
      PlatformStore.make(
        service: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName, account: owner
      )
    }
  }

  nonisolated extension SessionStore where Self == PlatformSessionStore {
    /// The platform's default store for each client and server; see ``PlatformSessionStore``.
    public static var platform: Self { PlatformSessionStore() }
  }
#endif
