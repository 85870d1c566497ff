// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing.

import Foundation

public struct HorizontalAlignment: Sendable {
  public static let leading = HorizontalAlignment()
  public static let center = HorizontalAlignment()
}

public struct VerticalAlignment: Sendable {
  public static let center = VerticalAlignment()
  public static let firstTextBaseline = VerticalAlignment()
}

public struct Alignment: Sendable {
  public static let center = Alignment()
  public static let leading = Alignment()
}

public enum TextAlignment: Sendable {
  case leading
  case center
  case trailing
}

public enum Axis: Sendable {
  case horizontal
  case vertical

  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8

    public init(rawValue: Int8) { self.rawValue = rawValue }

    public static let vertical = Set(rawValue: 2)
  }
}

public enum Edge: Sendable {
  case top
  case leading
  case bottom
  case trailing

  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8

    public init(rawValue: Int8) { self.rawValue = rawValue }

    public static let all = Set(rawValue: 15)
    public static let horizontal = Set(rawValue: 10)
    public static let vertical = Set(rawValue: 5)
  }
}

public struct Font: Hashable, Sendable {
  @available(iOS 14, macOS 11, visionOS 1, *)
  public static let title2 = Font()
  public static let headline = Font()
  public static let footnote = Font()

  public func bold() -> Font { self }
}

public protocol ShapeStyle: Sendable {}

public struct Color: ShapeStyle, Hashable {
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {}

  public static let red = Color(red: 1, green: 0, blue: 0)
}

extension Color: PrimitiveView {}

@available(iOS 15, macOS 12, visionOS 1, *)
public struct Material: ShapeStyle {}

@available(iOS 15, macOS 12, visionOS 1, *)
extension ShapeStyle where Self == Material {
  public static var regularMaterial: Material { Material() }
}

public protocol Shape: View, Sendable {}

public protocol InsettableShape: Shape {}

extension InsettableShape {
  nonisolated public func strokeBorder(
    _ content: some ShapeStyle, lineWidth: CGFloat = 1, antialiased: Bool = true
  ) -> some View { EmptyViewOfShape() }
}

public struct EmptyViewOfShape: PrimitiveView {
  nonisolated init() {}
}

public struct RoundedRectangle: Sendable {
  public init(cornerRadius: CGFloat) {}
}

extension RoundedRectangle: PrimitiveView, InsettableShape {}

public struct AccessibilityTraits: SetAlgebra, Sendable {
  public static let isHeader = AccessibilityTraits()
  public static let isSelected = AccessibilityTraits()

  public init() {}
  public init(arrayLiteral elements: AccessibilityTraits...) {}

  public func contains(_ member: AccessibilityTraits) -> Bool { false }
  public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
  public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
  public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
  public mutating func insert(
    _ newMember: AccessibilityTraits
  ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) { (false, self) }
  public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? { nil }
  public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? { nil }
  public mutating func formUnion(_ other: AccessibilityTraits) {}
  public mutating func formIntersection(_ other: AccessibilityTraits) {}
  public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {}
}

public struct AccessibilityChildBehavior: Hashable, Sendable {
  public static let combine = AccessibilityChildBehavior()
  public static let contain = AccessibilityChildBehavior()
}

@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {}
public struct PlainButtonStyle: PrimitiveButtonStyle { nonisolated init() {} }

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

@MainActor @preconcurrency
public protocol TextFieldStyle {}
public struct RoundedBorderTextFieldStyle: TextFieldStyle { nonisolated init() {} }

extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
  public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

@MainActor @preconcurrency
public protocol PickerStyle {}
@available(iOS 14, macOS 11, visionOS 1, *)
public struct MenuPickerStyle: PickerStyle { nonisolated init() {} }

@available(iOS 14, macOS 11, visionOS 1, *)
extension PickerStyle where Self == MenuPickerStyle {
  public static var menu: MenuPickerStyle { MenuPickerStyle() }
}

#if canImport(UIKit)
  @available(iOS 15, visionOS 1, *)
  public struct TextInputAutocapitalization: Sendable {
    public static var never: TextInputAutocapitalization { TextInputAutocapitalization() }
    public static var words: TextInputAutocapitalization { TextInputAutocapitalization() }
    public static var sentences: TextInputAutocapitalization { TextInputAutocapitalization() }
  }
#endif
