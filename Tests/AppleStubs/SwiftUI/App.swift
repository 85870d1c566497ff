// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing.

import Foundation

@available(iOS 14, macOS 11, visionOS 1, *)
@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

@available(iOS 14, macOS 11, visionOS 1, *)
extension App {
  @MainActor @preconcurrency public static func main() {}
}

@available(iOS 14, macOS 11, visionOS 1, *)
@resultBuilder
public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

@available(iOS 14, macOS 11, visionOS 1, *)
public struct WindowGroup<Content: View>: Scene {
  nonisolated public init(@ViewBuilder content: () -> Content) {}

  public var body: Never { fatalError() }
}

@available(iOS 14, macOS 11, visionOS 1, *)
public enum ScenePhase: Comparable, Sendable {
  case background
  case inactive
  case active
}

@available(iOS 14, macOS 11, visionOS 1, *)
extension EnvironmentValues {
  public var scenePhase: ScenePhase { .active }
}

@MainActor @preconcurrency
public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}
