// Types whose descriptions hide their content.

/// A type whose descriptions, interpolations and mirrors show only its `description`, because its
/// content may be secret.
nonisolated package protocol RedactedDescription: CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{}

nonisolated extension RedactedDescription {
  /// The name of the type.
  public var description: String { "\(Self.self)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
