// URLs.

public struct URL: Codable, CustomStringConvertible, Hashable, Sendable {
  public enum DirectoryHint: Sendable {
    case isDirectory, notDirectory, checkFileSystem, inferFromPath
  }

  public init?(string: String) {}
  public init?(string: String, relativeTo url: URL?) {}
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  public init?(string: String, encodingInvalidCharacters: Bool) {}
  public init(fileURLWithPath path: String) {}
  public init(fileURLWithPath path: String, isDirectory: Bool) {}
  public init(
    filePath path: String, directoryHint: DirectoryHint = .inferFromPath,
    relativeTo base: URL? = nil
  ) {}
  public init(from decoder: any Decoder) throws {}
  public func encode(to encoder: any Encoder) throws {}

  public static var temporaryDirectory: URL {}

  public var absoluteString: String {}
  public var absoluteURL: URL {}
  public var description: String {}
  public var fragment: String? {}
  public var host: String? {}
  public func host(percentEncoded: Bool = true) -> String? {}
  public var lastPathComponent: String {}
  public var password: String? {}
  public func password(percentEncoded: Bool = true) -> String? {}
  public var path: String {}
  public func path(percentEncoded: Bool = true) -> String {}
  public var pathExtension: String {}
  public var port: Int? {}
  public var query: String? {}
  public func query(percentEncoded: Bool = true) -> String? {}
  public var scheme: String? {}
  public var user: String? {}
  public func user(percentEncoded: Bool = true) -> String? {}

  public func appending<Path: StringProtocol>(
    path: Path, directoryHint: DirectoryHint = .inferFromPath
  ) -> URL {}
  public func appending<Component: StringProtocol>(
    component: Component, directoryHint: DirectoryHint = .inferFromPath
  ) -> URL {}
  public mutating func append<Path: StringProtocol>(
    path: Path, directoryHint: DirectoryHint = .inferFromPath
  ) {}
  public func appendingPathComponent(_ pathComponent: String) -> URL {}
  public func deletingLastPathComponent() -> URL {}
  public func resolvingSymlinksInPath() -> URL {}
  public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues {}
}

public struct URLResourceKey: Hashable, Sendable {
  public static let isRegularFileKey = URLResourceKey()
}

public struct URLResourceValues {
  public init() {}
  public var isRegularFile: Bool? {}
}

public struct URLQueryItem: Hashable, Sendable {
  public init(name: String, value: String?) {}
  public var name: String
  public var value: String?
}

public struct URLComponents: Hashable, Sendable {
  public init() {}
  public init?(string: String) {}
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  public init?(string: String, encodingInvalidCharacters: Bool) {}
  public init?(url: URL, resolvingAgainstBaseURL resolve: Bool) {}
  public var url: URL? {}
  public var string: String? {}
  public var scheme: String?
  public var user: String?
  public var password: String?
  public var host: String?
  public var port: Int?
  public var path: String
  public var query: String?
  public var fragment: String?
  public var encodedHost: String?
  public var percentEncodedPath: String
  public var percentEncodedQuery: String?
  public var queryItems: [URLQueryItem]?
}
