// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing.

import Foundation

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  @MainActor @preconcurrency public static func main() {}
}

@resultBuilder
public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  nonisolated public init(@ViewBuilder content: () -> Content) {}

  public var body: Never { fatalError() }
}

public enum ScenePhase: Comparable, Sendable {
  case background
  case inactive
  case active
}

extension EnvironmentValues {
  public var scenePhase: ScenePhase { .active }
}

@MainActor @preconcurrency
public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

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

public struct BackgroundTask<Request, Response>: Sendable {}

extension BackgroundTask {
  public static func appRefresh(
    _ identifier: String
  ) -> BackgroundTask<Void, Void> where Request == Void, Response == Void { BackgroundTask() }
}

extension Scene {
  nonisolated public func backgroundTask<D: Sendable, R: Sendable>(
    _ task: BackgroundTask<D, R>, action: @escaping @Sendable (D) async -> R
  ) -> some Scene { ModifiedScene() }
}
