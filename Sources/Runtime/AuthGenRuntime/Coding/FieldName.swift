// The one coding key of all generated types.

/// A response name, input field or variable as a coding key. One type for all of them compiles
/// faster and adds less code to the app than one enum for each.
nonisolated struct FieldName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
