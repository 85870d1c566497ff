// The media types of well-known file names. https://www.iana.org/assignments/media-types

nonisolated enum MediaTypes {
  static let byExtension: [String: String] = [
    "csv": "text/csv", "gif": "image/gif", "heic": "image/heic", "html": "text/html",
    "jpeg": "image/jpeg", "jpg": "image/jpeg", "json": "application/json", "m4a": "audio/mp4",
    "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4", "pdf": "application/pdf",
    "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain", "wav": "audio/wav",
    "webm": "video/webm", "webp": "image/webp", "xml": "application/xml", "zip": "application/zip",
  ]
}
