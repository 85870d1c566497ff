// How response types with computed properties are printed.

/// The mirror that `print`, `dump` and `Mirror` use. The default mirror would show the storage of
/// computed properties. This one has the value of each property by its response name, and a
/// fragment by the name of its type.
nonisolated extension ResponseObject where Self: CustomReflectable {
  public var customMirror: Mirror {
    @inline(never) get {
      Mirror(self, children: FieldCoder.children(of: self), displayStyle: .struct)
    }
  }
}

nonisolated extension FieldCoder {
  fileprivate static func children(of object: some ResponseObject) -> [Mirror.Child] {
    var coder = FieldCoder(.reflection)
    withUnsafePointer(to: object) { coder.visit($0) }
    return coder.children
  }

  /// Collects a property.
  mutating func reflect<Value>(_ value: Value, as name: String) {
    (hasLocation, location) = (false, nil)
    children.append((name, value))
  }

  /// The name of the property for a fragment or a set of types.
  func propertyName<Part>(of type: Part.Type) -> String {
    let name = "\(type)"
    return name.prefix(1).lowercased() + name.dropFirst()
  }
}
