// The generator as a binary, for packages that do not build it.

import AuthGenTestSupport
import Foundation

/// The package that `.ci/prebuilt` makes, with the generator that the tests were built with.
struct PrebuiltTool {
  private struct Failure: Error { let output: String }

  let folder: URL

  /// The manifest's dependency on this package.
  var dependency: String { ".package(path: \"\(folder.path)\")" }

  /// A target's use of the plugin.
  var plugin: String {
    ".plugin(name: \"AuthGenPrebuiltPlugin\", package: \"\(folder.lastPathComponent)\")"
  }

  /// Makes the package.
  ///
  /// - Parameters:
  ///   - folder: the package's folder. Its name is the package's.
  ///   - address: where a release has the bundle as an archive. Default: nil, for the bundle itself.
  init(at folder: URL, address: String? = nil) async throws {
    self.folder = folder
    try? FileManager.default.removeItem(at: folder)
    let result = try await runProcess(
      Checkout.root.appending(path: ".ci/prebuilt").path,
      ["--tool", builtTool, folder.path] + [address].compactMap(\.self), in: Checkout.root)
    guard result.exitCode == 0 else { throw Failure(output: result.text) }
  }
}
