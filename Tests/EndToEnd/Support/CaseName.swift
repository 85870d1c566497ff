// Short names of errors and results, for comparisons.

/// The name of an enum's case, and those of the cases and strings in it, such as `notSent.noSession`; `nil`
/// for nil.
func caseName(of value: Any?) -> String {
  guard let value else { return "nil" }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .optional: return caseName(of: mirror.children.first?.value)
  case .enum:
    guard let payload = mirror.children.first else { return "\(value)" }
    let inner = caseName(of: payload.value)
    return [payload.label ?? "", inner].filter { !$0.isEmpty }.joined(separator: ".")
  default: return value as? String ?? ""
  }
}
