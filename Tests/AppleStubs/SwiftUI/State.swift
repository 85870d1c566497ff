// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing.

public import Combine
import Foundation

public protocol DynamicProperty {}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  public init(wrappedValue value: Value) { wrappedValue = value }
  public init(initialValue value: Value) { wrappedValue = value }

  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

extension State: Sendable where Value: Sendable {}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  @preconcurrency
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}

  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }

  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { fatalError() }
}

extension Binding: DynamicProperty {}
extension Binding: Sendable where Value: Sendable {}

@MainActor @preconcurrency @propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }

  public var wrappedValue: ObjectType
}

@MainActor @preconcurrency @propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {}

  public var wrappedValue: ObjectType { fatalError() }
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}

  public var wrappedValue: Value { fatalError() }
}

public struct EnvironmentValues: Sendable {
  public var colorScheme: ColorScheme { .light }
  public var dismiss: DismissAction { DismissAction() }
}

public enum ColorScheme: CaseIterable, Sendable {
  case light
  case dark
}

@MainActor @preconcurrency
public struct DismissAction {
  nonisolated init() {}

  public func callAsFunction() {}
}

@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  public let wrappedValue: Value
}

@propertyWrapper
public struct AccessibilityFocusState<Value: Hashable>: DynamicProperty {
  public init() where Value == Bool {}
  public init<Wrapped: Hashable>() where Value == Wrapped? {}

  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding { fatalError() }

  @propertyWrapper
  public struct Binding {
    private let storage: Never

    public var wrappedValue: Value {
      get { fatalError() }
      nonmutating set {}
    }
  }
}
