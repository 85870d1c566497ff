// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing.

@MainActor @preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

/// A scene after a modifier.
public struct ModifiedScene: Scene {
  nonisolated public init() {}
  public var body: Never { fatalError() }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
public struct BackgroundTask<Request, Response>: Sendable {}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
extension BackgroundTask {
  public static func appRefresh(
    _ identifier: String
  ) -> BackgroundTask<Void, Void> where Request == Void, Response == Void { BackgroundTask() }
}

extension Scene {
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, visionOS 1, *)
  nonisolated public func backgroundTask<D: Sendable, R: Sendable>(
    _ task: BackgroundTask<D, R>, action: @escaping @Sendable (D) async -> R
  ) -> some Scene { ModifiedScene() }
}
