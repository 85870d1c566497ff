// The entry point for libFuzzer: one program for all targets, so that it is built once. The environment names
// the target, and the schema if the target needs one. `.ci/fuzz` builds and runs it.

import Foundation

/// The fuzzed target, chosen when the program starts.
private let target: @Sendable ([UInt8]) -> Void = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = Target.all[name] else {
    let names = Target.all.keys.sorted().joined(separator: ", ")
    fatalError("FUZZ_TARGET is \"\(name)\"; the targets are \(names)")
  }
  return target
}()

/// Every input must be handled without a crash. The targets check the invariants.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
