// What libFuzzer calls: one program for all targets, so that it is built once. The environment names
// the target, and the schema for those that need one. `.ci/fuzz` builds and runs it.

import Foundation

/// What a run tests, chosen when the program starts.
private let target: Target = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = Target(rawValue: name) else {
    let names = Target.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("FUZZ_TARGET is \"\(name)\"; the targets are \(names)")
  }
  return target
}()

/// Every input must pass without a crash; what it does to the invariants is checked by the targets.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
