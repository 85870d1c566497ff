// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing.

import Foundation

#if canImport(UIKit)
  public import UIKit
#endif

/// A view after a modifier.
public struct Modified: PrimitiveView {
  nonisolated public init() {}
}

// MARK: Layout and style

extension View {
  nonisolated public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { Modified() }

  nonisolated public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View { Modified() }

  nonisolated public func padding(
    _ edges: Edge.Set = .all, _ length: CGFloat? = nil
  ) -> some View { Modified() }

  nonisolated public func fixedSize(horizontal: Bool, vertical: Bool) -> some View { Modified() }

  nonisolated public func scaledToFit() -> some View { Modified() }

  nonisolated public func font(_ font: Font?) -> some View { Modified() }

  nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    Modified()
  }

  nonisolated public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { Modified() }

  nonisolated public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View {
    Modified()
  }

  nonisolated public func background<Style: ShapeStyle, Outline: InsettableShape>(
    _ style: Style, in shape: Outline
  ) -> some View { Modified() }

  nonisolated public func overlay<Content: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> Content
  ) -> some View { Modified() }

  nonisolated public func buttonStyle<Style: PrimitiveButtonStyle>(_ style: Style) -> some View {
    Modified()
  }

  nonisolated public func textFieldStyle<Style: TextFieldStyle>(_ style: Style) -> some View {
    Modified()
  }

  nonisolated public func labelsHidden() -> some View { Modified() }

  nonisolated public func pickerStyle<Style: PickerStyle>(_ style: Style) -> some View {
    Modified()
  }
}

// MARK: Input

extension View {
  nonisolated public func disabled(_ disabled: Bool) -> some View { Modified() }

  nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View {
    Modified()
  }

  #if canImport(UIKit)
    nonisolated public func keyboardType(_ type: UIKeyboardType) -> some View { Modified() }

    nonisolated public func textContentType(_ textContentType: UITextContentType?) -> some View {
      Modified()
    }

    nonisolated public func textInputAutocapitalization(
      _ autocapitalization: TextInputAutocapitalization?
    ) -> some View { Modified() }
  #endif
}

// MARK: Identity and time

extension View {
  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { Modified() }

  nonisolated public func tag<Value: Hashable>(_ tag: Value) -> some View { Modified() }

  @preconcurrency
  nonisolated public func task<ID: Equatable>(
    id value: ID, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { Modified() }
}

// MARK: Scenes and navigation

extension View {
  @preconcurrency
  nonisolated public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { Modified() }

  @preconcurrency
  nonisolated public func refreshable(
    action: @escaping @isolated(any) @Sendable () async -> Void
  ) -> some View { Modified() }

  @available(iOS, deprecated: 17)
  @available(macOS, deprecated: 14)
  nonisolated public func onChange<Value: Equatable>(
    of value: Value, perform action: @escaping (_ newValue: Value) -> Void
  ) -> some View { Modified() }

  nonisolated public func onOpenURL(
    perform action: @escaping (URL) -> Void
  ) -> some View { Modified() }

  nonisolated public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View { Modified() }

  @_disfavoredOverload
  nonisolated public func navigationTitle<Title: StringProtocol>(
    _ title: Title
  ) -> some View { Modified() }

  nonisolated public func toolbar<Content: View>(
    @ViewBuilder content: () -> Content
  ) -> some View { Modified() }
}

// MARK: Accessibility

extension View {
  nonisolated public func accessibilityLabel<Label: StringProtocol>(_ label: Label) -> some View {
    Modified()
  }

  nonisolated public func accessibilityHint<Hint: StringProtocol>(_ hint: Hint) -> some View {
    Modified()
  }

  nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { Modified() }

  nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    Modified()
  }

  nonisolated public func accessibilityElement(
    children: AccessibilityChildBehavior
  ) -> some View { Modified() }

  nonisolated public func accessibilityFocused(
    _ condition: AccessibilityFocusState<Bool>.Binding
  ) -> some View { Modified() }

  nonisolated public func accessibilityFocused<Value: Hashable>(
    _ binding: AccessibilityFocusState<Value>.Binding, equals value: Value
  ) -> some View { Modified() }
}
