// Compiles the code of AuthGenUploads' page.

import AuthGenRuntime
import AuthGenUploads
import Foundation
import UploadsFixture

enum UploadSnippets {
  static func upload(_ photoURL: URL, _ files: FilesClient<GraphQLClient>) async throws {
    let photo = try Upload(file: photoURL)
    let stored = try await files.storeFile(file: photo)

    _ = stored
  }

  @MainActor
  static func progress(
    _ photo: Upload, _ files: FilesClient<GraphQLClient>, _ bar: ProgressBar
  ) async throws {
    let progress = UploadProgress()
    async let call = progress.track { options in
      try await files.storeFile(file: photo, options: options)
    }
    for await bytes in progress { bar.fraction = bytes.fraction }
    let stored = try await call

    _ = stored
  }

  @MainActor
  final class ProgressBar {
    var fraction = 0.0
  }
}
