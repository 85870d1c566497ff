// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing.

import Foundation

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

/// A view that the framework draws.
@MainActor @preconcurrency
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  public var body: Never { fatalError() }
}

@resultBuilder
public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView((repeat each content)) }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalContent<First, Second> { ConditionalContent() }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> { ConditionalContent() }
}

public struct EmptyView: PrimitiveView {
  public init() {}
}

public struct TupleView<Content>: PrimitiveView {
  public init(_ value: Content) {}
}

public struct ConditionalContent<First, Second>: PrimitiveView {
  nonisolated init() {}
}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError() }
}

public struct ModifiedContent<Content, Modifier>: PrimitiveView {
  nonisolated init() {}
}

@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
  typealias Content = ViewModifierContent<Self>
}

public struct ViewModifierContent<Modifier: ViewModifier>: PrimitiveView {}

extension View {
  nonisolated public func modifier<Modifier>(
    _ modifier: Modifier
  ) -> ModifiedContent<Self, Modifier> { ModifiedContent() }
}
