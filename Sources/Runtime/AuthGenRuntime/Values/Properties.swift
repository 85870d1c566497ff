// The stored properties of a response type as values.

/// Keeps the properties of one object, in order of declaration. A nil property is kept as nil, and any other
/// one without its optional.
nonisolated package final class PropertyCollector: FieldWriter {
  nonisolated package struct Property {
    let name: String
    package let value: Any?
    /// Whether the property is a null field.
    package var isNull = false
  }

  package private(set) var properties: [Property] = []

  package override init() {}

  override func write<Value: OpenEnum>(_ name: StaticString, enum value: Value) {
    add(name, value)
  }
  package override func write(_ name: StaticString, any value: any Encodable) { add(name, value) }
  override func write(
    _ name: StaticString, object: @autoclosure () -> Any?, _ fields: (FieldWriter) -> Void
  ) {
    add(name, object())
  }
  override func write(
    _ name: StaticString, list: @autoclosure () -> Any?, _ elements: (ListWriter) -> Void
  ) {
    add(name, list())
  }
  override func writeNil(_ name: StaticString, orNull isNull: Bool) {
    properties.append(Property(name: name.description, value: nil, isNull: isNull))
  }

  package override func collect(_ name: StaticString, _ value: @autoclosure () -> Any?) -> Bool {
    add(name, value())
    return true
  }

  package override func collect(part: @autoclosure () -> Any?, _ type: any Any.Type) -> Bool {
    let name = "\(type)"
    properties.append(
      Property(name: name.prefix(1).lowercased() + name.dropFirst(), value: part()))
    return true
  }

  private func add(_ name: StaticString, _ value: Any?) {
    properties.append(Property(name: name.description, value: value))
  }
}

/// The mirror that `print`, `dump` and `Mirror` use. The default mirror would show the storage of
/// computed properties. This one has the value of each property by its response name, and a
/// fragment by the name of its type.
nonisolated extension ResponseObject where Self: CustomReflectable {
  public var customMirror: Mirror {
    @inline(never) get {
      let collector = PropertyCollector()
      encode(into: collector)
      return Mirror(
        self, children: collector.properties.map { ($0.name, $0.value ?? Any?.none as Any) },
        displayStyle: .struct)
    }
  }
}
