// The texts that can show a value.

import Foundation

/// All printed forms of a value.
func shapes(of value: Any) -> [String] {
  var dumped = ""
  dump(value, to: &dumped)
  return [
    "\(value)", String(reflecting: value), dumped,
    "\(Mirror(reflecting: value).children.map { "\($0)" })",
  ]
}
