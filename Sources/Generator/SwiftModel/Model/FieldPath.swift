// The path to a field in the model of a result.

/// The path from a result's data to a value.
package struct FieldPath: Sendable {
  /// A property on the path.
  package struct Link: Sendable {
    package var name: String
    package var isOptional: Bool
    /// Whether uses of the property cause warnings.
    package var isDeprecated = false
  }

  /// Properties, and what the last one leads to.
  package struct Segment: Sendable {
    package enum End: Sendable {
      case value
      /// The object of an enum's case: of one object type of a union or an interface.
      case enumCase(String)
      case elements(areOptional: Bool)
    }

    package var links: [Link]
    package var end: End

    /// Whether the value of the last property can be nil.
    package var isOptional: Bool { links.contains(where: \.isOptional) }
  }

  package var segments: [Segment]
  package var type: SwiftType
  /// Whether the last field is selected conditionally.
  var isConditional = false

  var isList: Bool { type.isList }

  /// The path to the GraphQL name of an enum's value, or to a string.
  var ofRawValue: FieldPath {
    var path = self
    if case .openEnum = type.wrapped {
      path.segments[segments.count - 1].links.append(Link(name: "rawValue", isOptional: false))
    }
    return path
  }
}
