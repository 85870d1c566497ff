// File systems that only this program and its children see, so that they end with it.

import AuthGenTestSupport
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

enum MountNamespace {
  private static let mark = "AUTHGEN_SOAK_MOUNTS"

  /// Starts this program again in its own mount namespace, where the system allows that: on Linux, for root.
  ///
  /// - Parameter folder: an empty folder. It is removed before the program starts again.
  /// - Returns: whether this program may mount file systems.
  static func enter(_ folder: URL) async -> Bool {
    if ProcessInfo.processInfo.environment[mark] != nil { return true }
    #if canImport(Glibc)
      let mount = ["--mount", "mount", "-t", "tmpfs", "-o", "size=64k", "soak", folder.path]
      let result = try? await runProcess("unshare", mount, in: folder)
      guard result?.exitCode == 0 else { return false }
      try? FileManager.default.removeItem(at: folder)
      unsetenv("TMPDIR")
      setenv(mark, "1", 1)
      let arguments = ["unshare", "--mount", SoakProgram.path] + CommandLine.arguments.dropFirst()
      var pointers = arguments.map { strdup($0) } + [nil]
      execvp("unshare", &pointers)
    #endif
    return false
  }
}
